//! Standard form, first cousins, and equality proved by the rules.

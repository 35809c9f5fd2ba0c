//! The command line of the workbench.
fn main() {}

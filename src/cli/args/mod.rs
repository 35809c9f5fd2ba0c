//! Types of arguments that several verbs share.

pub mod files;
pub mod format;
pub mod game;
pub mod groups;
pub mod limits;
pub mod number;

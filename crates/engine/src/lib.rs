//! The resolution machine of Onplay: one machine, five policies.

pub mod ability;
pub mod catalog;
pub mod event;
pub mod id;
pub mod policy;
pub mod program;
pub mod rules;
pub mod walk;

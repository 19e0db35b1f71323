//! A group of fields of the state, declared once.

/// Declares a struct whose copies reuse memory field by field: searching and
/// simulating copy a state for every game they try. A field that is added is
/// copied, compared and hashed without being listed anywhere else.
macro_rules! group {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$about:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(PartialEq, Eq, Hash, Debug)]
        $visibility struct $name {
            $($(#[$about])* $field_visibility $field: $type,)*
        }

        impl Clone for $name {
            fn clone(&self) -> Self {
                $name { $($field: self.$field.clone(),)* }
            }

            #[inline]
            fn clone_from(&mut self, source: &Self) {
                $(self.$field.clone_from(&source.$field);)*
            }
        }
    };
}

pub(crate) use group;

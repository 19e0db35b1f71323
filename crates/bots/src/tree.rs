//! The tree of a search, in one arena.

use onplay_engine::id::Seat;

use crate::key::Key;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// One choice and what came of it.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) key: Key,
    /// Who chose.
    pub(crate) mover: Seat,
    pub(crate) visits: u32,
    /// The sum of results for whoever chose, each from 0 to 1.
    pub(crate) reward: f64,
    /// How good it looked before it was tried, and how much that makes it preferred.
    pub(crate) value: f64,
    pub(crate) weight: f64,
    pub(crate) child: u32,
    pub(crate) next: u32,
}

/// All nodes; the first is the root.
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Tree { nodes: Vec::new() }
    }

    /// Starts over with only a root, in the room that is there.
    pub(crate) fn clear(&mut self, root: Key, seat: Seat) {
        self.nodes.clear();
        self.nodes.push(Node {
            key: root,
            mover: seat,
            visits: 0,
            reward: 0.0,
            value: 0.5,
            weight: 1.0,
            child: NONE,
            next: NONE,
        });
    }

    pub(crate) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub(crate) fn node_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    /// The child of a node with this key.
    pub(crate) fn find(&self, parent: u32, key: Key, mover: Seat) -> Option<u32> {
        self.children(parent).find(|child| {
            let node = self.node(*child);
            node.key == key && node.mover == mover
        })
    }

    /// The choices after a node; none where nothing has been tried yet.
    pub(crate) fn children(&self, parent: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.nodes.get(parent as usize).map_or(NONE, |node| node.child);
        std::iter::successors((first != NONE).then_some(first), |at| {
            let next = self.node(*at).next;
            (next != NONE).then_some(next)
        })
    }

    /// Adds a choice with how good it looks and how much that makes it preferred.
    pub(crate) fn add(&mut self, parent: u32, key: Key, mover: Seat, value: f64, weight: f64) {
        let at = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.node_mut(parent).child, at);
        self.nodes.push(Node {
            key,
            mover,
            visits: 0,
            reward: 0.0,
            value,
            weight,
            child: NONE,
            next,
        });
    }
}

impl Node {
    /// How well a choice went and how good it looked, which counts as one try, and how
    /// much it is wanted that it be tried.
    pub(crate) fn promise(&self, urge: f64) -> f64 {
        let visits = f64::from(self.visits);
        (self.reward + self.value + urge * self.weight) / (visits + 1.0)
    }
}

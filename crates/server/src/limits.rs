//! How much one client and one address may do.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::config::Config;

/// How many addresses are remembered before those at rest are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// A bucket that fills with time and is emptied by use.
pub(crate) struct Bucket {
    level: f64,
    most: f64,
    per_second: f64,
    last: Instant,
}

impl Bucket {
    /// This number a second, and twice as many at once.
    pub fn per_second(rate: u32) -> Self {
        let most = f64::from(rate.max(1)) * 2.0;
        Bucket { level: most, most, per_second: f64::from(rate.max(1)), last: Instant::now() }
    }

    /// This number an hour, all of them at once if need be.
    fn per_hour(rate: u32) -> Self {
        let most = f64::from(rate.max(1));
        Bucket { level: most, most, per_second: most / 3600.0, last: Instant::now() }
    }

    /// Takes one; whether there was one.
    pub fn take(&mut self, now: Instant) -> bool {
        // A clock that does not go on fills nothing.
        let passed = now.saturating_duration_since(self.last).as_secs_f64();
        self.last = now;
        self.level = (self.level + passed * self.per_second).min(self.most);
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }

    fn is_full(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.last).as_secs_f64();
        self.level + passed * self.per_second >= self.most
    }
}

/// What every address does.
#[derive(Clone)]
pub(crate) struct Addresses {
    known: Arc<Mutex<Known>>,
    connections: Option<u32>,
    matches: Option<u32>,
    requests: Option<u32>,
}

#[derive(Default)]
struct Known {
    connections: HashMap<IpAddr, u32>,
    matches: HashMap<IpAddr, Bucket>,
    requests: HashMap<IpAddr, Bucket>,
}

/// A connection that counts for its address until it is dropped.
pub(crate) struct Admission {
    addresses: Addresses,
    address: IpAddr,
}

impl Addresses {
    pub fn new(config: &Config) -> Self {
        Addresses {
            known: Arc::default(),
            connections: config.connections_per_address,
            matches: config.matches_per_address,
            requests: config.requests_per_second,
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection; none if the address has too many.
    pub fn admit(&self, address: IpAddr) -> Option<Admission> {
        let mut known = self.known();
        let count = known.connections.entry(address).or_insert(0);
        if self.connections.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Admission { addresses: self.clone(), address })
    }

    /// Counts a new match; whether the address may make one.
    pub fn may_make_match(&self, address: IpAddr) -> bool {
        let Some(most) = self.matches else { return true };
        take(&mut self.known().matches, address, || Bucket::per_hour(most))
    }

    /// Counts a request; whether the address may make one.
    pub fn may_ask(&self, address: IpAddr) -> bool {
        let Some(most) = self.requests else { return true };
        take(&mut self.known().requests, address, || Bucket::per_second(most))
    }
}

/// Takes one from an address's bucket; whether there was one.
fn take(
    buckets: &mut HashMap<IpAddr, Bucket>,
    address: IpAddr,
    new: impl FnOnce() -> Bucket,
) -> bool {
    let now = Instant::now();
    if buckets.len() > MOST_ADDRESSES {
        // A full bucket is as good as a new one.
        buckets.retain(|_, bucket| !bucket.is_full(now));
    }
    buckets.entry(address).or_insert_with(new).take(now)
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut known = self.addresses.known();
        if let Some(count) = known.connections.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                known.connections.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_fills_with_time_and_never_runs_over() {
        let mut bucket = Bucket::per_second(2);
        let start = Instant::now();
        let taken = (0..10).filter(|_| bucket.take(start)).count();
        assert_eq!(taken, 4);
        assert!(bucket.take(start + Duration::from_millis(600)));
        assert!(!bucket.take(start + Duration::from_millis(610)));
        // A clock that jumps back gives nothing.
        assert!(!bucket.take(start));
        let later = start + Duration::from_secs(1_000);
        assert_eq!((0..10).filter(|_| bucket.take(later)).count(), 4);
    }

    #[test]
    fn an_address_has_so_many_connections() {
        let addresses = Addresses::new(&Config {
            connections_per_address: Some(2),
            matches_per_address: Some(1),
            requests_per_second: Some(1),
            ..Config::default()
        });
        let one = IpAddr::from([1, 2, 3, 4]);
        let first = addresses.admit(one);
        let second = addresses.admit(one);
        assert!(first.is_some() && second.is_some() && addresses.admit(one).is_none());
        assert!(addresses.admit(IpAddr::from([1, 2, 3, 5])).is_some());
        drop(second);
        assert!(addresses.admit(one).is_some());
        assert!(addresses.may_make_match(one) && !addresses.may_make_match(one));
        assert!(addresses.may_ask(one) && addresses.may_ask(one) && !addresses.may_ask(one));
    }
}

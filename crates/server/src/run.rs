//! Starting, serving and stopping.

use std::collections::HashSet;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::serve::ListenerExt as _;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Config;
use crate::error::ServerError;
use crate::http::{Shared, router};
use crate::library::Library;
use crate::limits::Addresses;
use crate::rooms::Rooms;
use crate::store::{PostgresStore, Store, StoreError};

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Shared,
}

impl Server {
    /// Opens the database and the address.
    ///
    /// # Errors
    /// One of them cannot be opened, or a game from files has errors.
    pub async fn start(
        mut config: Config,
        metrics: Option<PrometheusHandle>,
    ) -> Result<Server, ServerError> {
        let wanted = config.listen;
        let listener =
            TcpListener::bind(wanted).await.map_err(|error| ServerError::Listen(wanted, error))?;
        // Port 0 is any that is free.
        config.listen = listener.local_addr().map_err(ServerError::System)?;
        let store = Store::open(&config).await.map_err(ServerError::Store)?;
        let library = Arc::new(Library::new(&config.games).map_err(ServerError::Game)?);
        let rooms = Rooms::new(store, library.clone(), &config);
        let addresses = Addresses::new(&config);
        begin_counting();
        let shared = Shared { rooms, library, addresses, config: Arc::new(config), metrics };
        Ok(Server { listener, shared })
    }

    /// The address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.shared.config.listen
    }

    /// Serves until `stop` is done, then finishes what is being written, says goodbye
    /// to everybody and returns.
    ///
    /// # Errors
    /// The operating system does not let it listen any more.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        let (stopped, mut stopping) = watch::channel(false);
        let rooms = self.shared.rooms.clone();
        let leases = tokio::spawn(keep_leases(rooms.clone(), stopping.clone()));
        let app = router(self.shared).into_make_service_with_connect_info::<SocketAddr>();
        let waiting = async move {
            stop.await;
            tracing::info!("stopping");
            rooms.close_all().await;
            rooms.store.retire().await;
            let _ = stopped.send(true);
        };
        let waiting = tokio::spawn(waiting);
        let ended = async move {
            let _ = stopping.wait_for(|stopped| *stopped).await;
        };
        // Sockets that were told goodbye close by themselves; nobody waits for those
        // that do not.
        let listener = self.listener.tap_io(|stream| {
            // Answers are small and waited for.
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection stays slow");
            }
        });
        let serving = axum::serve(listener, app);
        let result = tokio::select! {
            result = std::future::IntoFuture::into_future(serving) => {
                result.map_err(ServerError::System)
            }
            () = ended => Ok(()),
        };
        waiting.abort();
        leases.abort();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        result
    }
}

/// Everything that is counted, from the first moment: what has not happened yet is 0, not
/// missing.
fn begin_counting() {
    for name in ["onplay_matches", "onplay_connections"] {
        metrics::gauge!(name).set(0.0);
    }
    for name in COUNTED {
        metrics::counter!(name).increment(0);
    }
}

/// What is counted up.
const COUNTED: [&str; 5] = [
    "onplay_matches_made",
    "onplay_decisions",
    "onplay_refused",
    "onplay_relayed",
    "onplay_write_errors",
];

/// Starts a server and serves until `stop` is done.
///
/// # Errors
/// It cannot start or listen.
pub async fn run(
    config: Config,
    metrics: Option<PrometheusHandle>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServerError> {
    Server::start(config, metrics).await?.serve(stop).await
}

/// Shows other nodes that this one is alive, and lets go of matches that they have
/// taken: at once when told, and at the next renewal if the message was lost.
async fn keep_leases(rooms: Rooms, mut stopping: watch::Receiver<bool>) {
    let Store::Postgres(store) = rooms.store.clone() else { return };
    let mut taken = None;
    let mut renewal = tokio::time::interval(store.lease / 3);
    loop {
        if taken.is_none() {
            taken = store.listen().await.ok();
        }
        let told = async {
            match &mut taken {
                Some(taken) => taken.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = renewal.tick() => {
                if let Err(error) = keep_up(&rooms, &store).await {
                    tracing::warn!(%error, "leases could not be renewed");
                }
            }
            told = told => match told {
                Some(id) => rooms.lose(&id).await,
                None => taken = None,
            },
            _ = stopping.changed() => return,
        }
    }
}

/// Renews this node's row and lets go of matches that it does not hold any more.
async fn keep_up(rooms: &Rooms, store: &PostgresStore) -> Result<(), StoreError> {
    store.renew().await?;
    // What came to memory before this was leased before it too.
    let known = rooms.ids();
    let held: HashSet<String> = store.held().await?.into_iter().collect();
    for id in known.iter().filter(|id| !held.contains(*id)) {
        rooms.lose(id).await;
    }
    Ok(())
}

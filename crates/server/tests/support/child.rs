//! Servers in processes of their own, which can be killed and put to sleep, and a
//! PostgreSQL for them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use onplay_server::{Config, Database, Server};

use super::{config, try_http};

/// A number from the environment, for longer runs than the usual ones.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What a test program does when it is started as a server.
pub fn serve() {
    let Ok(listen) = std::env::var("ONPLAY_CHILD_LISTEN") else { return };
    let database = match std::env::var("ONPLAY_CHILD_DATABASE") {
        Ok(address) => Database::Postgres(address),
        Err(_) => {
            Database::Folder(PathBuf::from(std::env::var("ONPLAY_CHILD_DATA").expect("data")))
        }
    };
    let listen: SocketAddr = listen.parse().expect("an address");
    let lease = Duration::from_millis(number("ONPLAY_CHILD_LEASE", 2_000));
    let config = Config { listen, lease, ..config(database) };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let server = Server::start(config, None).await.expect("it starts");
        let mut stop = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
            .expect("signals");
        let stop = async move {
            stop.recv().await;
        };
        server.serve(stop).await.expect("it serves");
    });
}

/// A server in a process of its own.
pub struct Node {
    pub address: SocketAddr,
    child: Child,
    environment: Vec<(String, String)>,
}

impl Node {
    /// Starts one that keeps its matches in a folder.
    pub async fn in_folder(folder: &std::path::Path) -> Node {
        Node::start(&[("ONPLAY_CHILD_DATA", &folder.to_string_lossy())]).await
    }

    /// Starts one on a database; its leases last so many milliseconds.
    pub async fn on(cluster: &Cluster, lease: u64) -> Node {
        let (url, lease) = (cluster.url(), lease.to_string());
        Node::start(&[("ONPLAY_CHILD_DATABASE", &url), ("ONPLAY_CHILD_LEASE", &lease)]).await
    }

    /// Starts one with these settings.
    pub async fn start(environment: &[(&str, &str)]) -> Node {
        let address = free_address();
        let environment: Vec<(String, String)> = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let node = Node { address, child: spawn(address, &environment), environment };
        node.ready().await;
        node
    }

    async fn ready(&self) {
        for _ in 0..600 {
            if matches!(try_http(self.address, "GET", "/readyz", "").await, Ok((200, _))) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the server does not come up");
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }

    /// Starts it again where it was.
    pub async fn start_again(&mut self) {
        self.child = spawn(self.address, &self.environment);
        self.ready().await;
    }

    /// Sends a signal: `STOP`, `CONT`, `TERM`.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill")
            .args([format!("-{name}"), self.child.id().to_string()])
            .status()
            .expect("there is `kill`");
        assert!(status.success());
    }

    /// Puts it to sleep, and returns when every thread of it sleeps: one that was running
    /// may finish what it is doing first.
    pub async fn sleep(&self) {
        self.signal("STOP");
        for _ in 0..1_000 {
            if self.is_asleep() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the server does not fall asleep");
    }

    fn is_asleep(&self) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let mut threads = threads.expect("it is there").filter_map(Result::ok);
        threads.all(|thread| {
            let text = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            // The state is behind the name, which stands in brackets.
            text.rsplit(") ").next().is_some_and(|rest| rest.starts_with('T'))
        })
    }

    /// Waits until it has ended by itself.
    pub fn wait(&mut self) -> bool {
        self.child.wait().expect("it ends").success()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(listen: SocketAddr, environment: &[(String, String)]) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "child_serves", "--nocapture"])
        .env("ONPLAY_CHILD_LISTEN", listen.to_string())
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

pub fn free_address() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address")
}

/// A folder that is removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("onplay-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL of the test's own.
pub struct Cluster {
    folder: Folder,
    port: u16,
}

impl Cluster {
    /// Starts one; none if PostgreSQL is not installed.
    pub fn start(name: &str) -> Option<Cluster> {
        let cluster = Cluster { port: free_address().port(), folder: Folder::new(name) };
        if is_root() {
            // PostgreSQL refuses to run as root.
            Command::new("chown").arg("postgres").arg(&cluster.folder.0).status().ok()?;
        }
        let Some(mut initdb) = tool("initdb") else {
            println!("PostgreSQL 15 is not installed here (Debian: postgresql); nothing was tried");
            return None;
        };
        let made = initdb
            .args(["-D", &cluster.data(), "-U", "onplay", "-A", "trust", "-E", "UTF8", "-N"])
            .stdout(Stdio::null())
            .status();
        assert!(made.is_ok_and(|status| status.success()), "initdb");
        cluster.start_again();
        Some(cluster)
    }

    fn data(&self) -> String {
        self.folder.0.join("data").to_string_lossy().into_owned()
    }

    pub fn url(&self) -> String {
        format!("postgres://onplay@127.0.0.1:{}/postgres", self.port)
    }

    /// Does something in the database, as somebody who is no node.
    pub async fn execute(&self, statement: &'static str) {
        let pool = sqlx::PgPool::connect(&self.url()).await.expect("it answers");
        sqlx::query(statement).execute(&pool).await.expect("it is done");
        pool.close().await;
    }

    fn control(&self, words: &[&str]) {
        let log = self.folder.0.join("log");
        let mut command = tool("pg_ctl").expect("it was found before");
        command.args(["-D", &self.data(), "-l", &log.to_string_lossy(), "-w"]);
        let status = command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "pg_ctl {words:?}");
    }

    pub fn start_again(&self) {
        let folder = self.folder.0.to_string_lossy();
        self.control(&["-o", &format!("-p {} -k {folder} -h 127.0.0.1", self.port), "start"]);
    }

    /// Stops it as a crash would.
    pub fn stop(&self) {
        self.control(&["-m", "immediate", "stop"]);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let mut command = tool("pg_ctl").expect("it was found before");
        let _ = command
            .args(["-D", &self.data(), "-m", "immediate", "-w", "stop"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0\n"))
}

/// A program of PostgreSQL, run as somebody it accepts.
fn tool(name: &str) -> Option<Command> {
    let path = PathBuf::from("/usr/lib/postgresql/15/bin").join(name);
    if !path.exists() {
        return None;
    }
    if !is_root() {
        return Some(Command::new(path));
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(path);
    Some(command)
}

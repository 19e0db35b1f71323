//! The templates for clusters cut a simulation into shards that merge to what one process
//! plays. They are run as the cluster would run them, with its variables set.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{folder, good};

const GAME: &str = "lab";
const GAMES: &str = "53";
const PARTS: u32 = 5;

fn template(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cluster").join(name)
}

/// A command that finds the program, and knows what to play and where to write.
fn part(program: &str, folder: &Path) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let onplay = Path::new(env!("CARGO_BIN_EXE_onplay")).parent().expect("it lies in a folder");
    let mut command = Command::new(program);
    command.env("PATH", format!("{}:{path}", onplay.display())).current_dir(folder);
    command.envs([("GAME", GAME), ("GAMES", GAMES), ("BOTS", "greedy,random")]);
    command.env("SHARDS", folder.join("shards"));
    command
}

/// Runs a command for each part and compares the merged shards with one run.
fn compare(name: &str, run: impl Fn(&Path, u32) -> Command) {
    let folder = folder(name);
    fs::create_dir_all(folder.join("shards")).expect("a folder");
    for index in 0..PARTS {
        let done = run(&folder, index).output().expect("it starts");
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{name}, part {index}: {error}");
    }
    let at = |file: &str| folder.join(file).to_string_lossy().into_owned();
    let shards: Vec<String> =
        (0..PARTS).rev().map(|index| at(&format!("shards/{index}.json"))).collect();
    let mut merge = vec!["sim", "merge"];
    merge.extend(shards.iter().map(String::as_str));
    let (merged, whole) = (at("merged.json"), at("whole.json"));
    merge.extend(["--out", &merged]);
    good(&merge, "");
    good(&["sim", GAME, "--games", GAMES, "--bots", "greedy,random", "--out", &whole], "");
    let read = |path: &str| fs::read(path).expect("it was written");
    assert!(read(&merged) == read(&whole), "{name}: the shards are not one run");
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn an_array_of_jobs_is_one_run() {
    compare("slurm", |folder, index| {
        let mut command = part("bash", folder);
        // Arrays need not begin at 0.
        command.arg(template("slurm.sbatch")).envs([
            ("SLURM_ARRAY_TASK_ID", (index + 10).to_string()),
            ("SLURM_ARRAY_TASK_MIN", "10".to_owned()),
            ("SLURM_ARRAY_TASK_COUNT", PARTS.to_string()),
            ("SLURM_CPUS_PER_TASK", "2".to_owned()),
        ]);
        command
    });
}

#[test]
fn an_indexed_job_is_one_run() {
    let text = fs::read_to_string(template("kubernetes.yaml")).expect("it is there");
    // The command is the block below `args`, which is the last of the file.
    let (_, script) = text.split_once("- |\n").expect("the command is a block");
    let script: Vec<&str> = script.lines().map(str::trim_start).collect();
    assert!(text.contains(r#"command: ["/bin/sh", "-euc"]"#));
    compare("kubernetes", |folder, index| {
        let mut command = part("/bin/sh", folder);
        command.args(["-euc", &script.join("\n")]).envs([
            ("JOB_COMPLETION_INDEX", index.to_string()),
            ("PARTS", PARTS.to_string()),
            ("THREADS", "1".to_owned()),
        ]);
        command
    });
}

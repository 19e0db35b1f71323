/** The workshop: write a card, see what it means, play it. */

import "../style/workshop.css";

import { useEffect, useState } from "preact/hooks";

import { Icon, Logo } from "../draw/Icon.tsx";
import { addressOf, go } from "../route.ts";
import { leave } from "../state/table.ts";
import { Modal } from "../table/Modal.tsx";
import type { GameSummary } from "../wire/types.ts";
import { BalanceDialog } from "./Balance.tsx";
import { beginProject, current, errors, failed, games, openLast, openProject } from "./bench.ts";
import { EditorPane } from "./EditorPane.tsx";
import { Policies } from "./Policies.tsx";
import { forget, keep, project, projects } from "./project.ts";
import { FacePane, ReadingPane } from "./Reading.tsx";
import { download } from "../state/download.ts";
import { archive, pack, unpack } from "./share.ts";
import { AgainDialog, lastMatch, TryDialog } from "./TryIt.tsx";

type Dialog = "try" | "again" | "balance" | "share" | "projects";

export default function Workshop({ shared }: { shared: string | null }) {
  const [ready, setReady] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [all, setAll] = useState<GameSummary[]>([]);
  useEffect(() => {
    leave();
    document.title = "Onplay: Workshop";
    failed.value = null;
    const begin = async () => {
      setAll(await games());
      if (!shared) return openLast();
      const found = await unpack(shared);
      go("/w", true);
      return openProject(found);
    };
    begin().then(() => setReady(true), (error: Error) => { failed.value = error.message; });
    return leave;
  }, []);
  const close = () => setDialog(null);
  const now = project.value;
  const broken = errors.value.length;
  const title = all.find((game) => game.id === now?.game)?.title ?? now?.game ?? "";
  if (!ready || !now) {
    return (
      <main class="plain">
        <h1>{failed.value ? "The workshop cannot be opened" : "Opening the workshop"}</h1>
        <p class="quiet">{failed.value ?? "The engine is being loaded into this browser."}</p>
        {failed.value && <p class="buttons"><button type="button" class="button is-main" onClick={() => go("/")}>Home</button></p>}
      </main>
    );
  }
  return (
    <div class="ws">
      <header class="topbar">
        <button type="button" class="logo" onClick={() => go("/")}><Logo /><span>Onplay</span></button>
        <span class="separator" />
        <h1>Workshop</h1>
        <button type="button" class="ws-project" onClick={() => setDialog("projects")}><b>{current.value?.name ?? now.title}</b><span>in {title}</span></button>
        <span class="space" />
        <button type="button" class="button is-quiet is-small" onClick={() => setDialog("share")}><Icon name="link" />Share</button>
        {lastMatch.value && <button type="button" class="button is-small" onClick={() => setDialog("again")} disabled={broken > 0}><Icon name="branch" />Again</button>}
        <button type="button" class="button is-small" onClick={() => setDialog("balance")} disabled={broken > 0}>Balance test</button>
        <button type="button" class="button is-small is-main" onClick={() => setDialog("try")} disabled={broken > 0} title={broken > 0 ? `${broken} error${broken === 1 ? "" : "s"} left` : undefined}><Icon name="play" />Put on a table</button>
      </header>
      <main class="ws-main">
        <EditorPane />
        <FacePane />
        <ReadingPane />
        <Policies />
      </main>
      {dialog === "try" && <TryDialog onClose={close} />}
      {dialog === "again" && <AgainDialog onClose={close} />}
      {dialog === "balance" && <BalanceDialog onClose={close} />}
      {dialog === "share" && <ShareDialog onClose={close} />}
      {dialog === "projects" && <ProjectsDialog all={all} onClose={close} />}
    </div>
  );
}

function ShareDialog({ onClose }: { onClose(): void }) {
  const [link, setLink] = useState("");
  const [copied, setCopied] = useState(false);
  const now = project.value;
  useEffect(() => { if (now) void pack(now).then((text) => setLink(addressOf(`/w#${text}`))); }, []);
  const copy = () => { void navigator.clipboard.writeText(link).then(() => setCopied(true), () => {}); };
  return (
    <Modal title="Share" onClose={onClose}>
      <div class="modal-head"><div><h2>Share</h2><p class="quiet">The link holds the texts themselves; no server keeps them. Everything is saved in this browser as you type.</p></div></div>
      <div class="modal-body ws-form is-tall">
        <label>Link<input type="text" readOnly value={link} data-first onFocus={(event) => event.currentTarget.select()} /></label>
        <p class="quiet small">{link.length} letters</p>
      </div>
      <div class="modal-foot">
        <button type="button" class="button" onClick={copy}><Icon name="link" />{copied ? "Copied" : "Copy link"}</button>
        <button type="button" class="button" onClick={() => { if (now) download(archive(now.files), `${now.title.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "cards"}.zip`); }}><Icon name="down-line" />Save as files</button>
        <span class="space" /><button type="button" class="button is-main" onClick={onClose}>Done</button>
      </div>
    </Modal>
  );
}

function ProjectsDialog({ all, onClose }: { all: GameSummary[]; onClose(): void }) {
  const [game, setGame] = useState(project.value?.game ?? "");
  return (
    <Modal title="Projects" onClose={onClose}>
      <div class="modal-head"><div><h2>Projects</h2></div></div>
      <div class="modal-body ws-form is-tall">
        <label>Name of this one<input type="text" value={project.value?.title} maxLength={60} onInput={(event) => { if (project.value) keep({ ...project.value, title: event.currentTarget.value }); }} /></label>
        <label>A new one for<select value={game} onChange={(event) => setGame(event.currentTarget.value)}>{all.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}</select></label>
        <button type="button" class="button is-main" onClick={() => { void beginProject(game).then(onClose); }}>Begin</button>
        <ul class="ws-projects">
          {projects.value.filter((one) => one.id !== project.value?.id).map((one) => (
            <li key={one.id}><span><b>{one.title}</b><span class="quiet">{all.find((known) => known.id === one.game)?.title} · {new Date(one.at).toLocaleString()}</span></span>
              <button type="button" class="button is-small" onClick={() => { void openProject(one).then(onClose); }}>Open<span class="spoken"> {one.title}</span></button>
              <button type="button" class="button is-small is-quiet" onClick={() => forget(one.id)}>Delete<span class="spoken"> {one.title}</span></button></li>
          ))}
        </ul>
      </div>
      <div class="modal-foot"><span class="space" /><button type="button" class="button" onClick={onClose}>Close</button></div>
    </Modal>
  );
}

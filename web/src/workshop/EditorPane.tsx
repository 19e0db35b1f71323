/** The files and the editor. */

import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { Modal } from "../table/Modal.tsx";
import { base, behind, change, current, cursor, emptyBoard, errors, failed, isPage, problems, readAgain, theWorkshop, took } from "./bench.ts";
import { Editor } from "./editor.ts";
import { open, project, removeFile, saved, setText } from "./project.ts";

/** Whatever belongs to the file that is open. */
const own = () => problems.value.filter((problem) => problem.file === open.value);

export function EditorPane() {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [dialog, setDialog] = useState<"file" | null>(null);
  const file = open.value;
  useEffect(() => {
    const root = place.current?.shadowRoot ?? place.current?.attachShadow({ mode: "open" });
    if (!root) return;
    const made = new Editor(root, "Text of the file", {
      complete: (at) => theWorkshop().complete(open.value, at),
      hover: (at) => theWorkshop().hover(open.value, at),
      fixes: (from, to) => theWorkshop().fixes(open.value, from, to),
      changed: (text) => change(open.value, text),
      moved: (at) => { cursor.value = at; },
      tidy: () => { void theWorkshop().tidy(open.value).then((text) => made.replace(text)); },
    });
    editor.current = made;
    const stop = effect(() => { void made.mark(own()); });
    return () => { stop(); made.end(); };
  }, []);
  useEffect(() => {
    const text = project.value?.files.find((one) => one.name === file)?.text ?? base.value.find((one) => one.name === file)?.text ?? "";
    cursor.value = 0;
    editor.current?.show(text);
    void editor.current?.mark(own());
    if (file) void readAgain();
  }, [file, project.value?.id]);
  const line = (at: number) => (editor.current ? editor.current.view.state.doc.lineAt(Math.min(at, editor.current.view.state.doc.length)).number : 1);
  const mine = errors.value.filter((problem) => problem.file === file);
  const others = errors.value.filter((problem) => problem.file !== file);
  const elsewhere = others[0];
  return (
    <section class="ws-editor" aria-label="Text">
      <div class="ws-tabs">
        <div role="tablist" aria-label="Files">
        {project.value?.files.map(({ name }) => (
          <button key={name} type="button" role="tab" aria-selected={name === file} class={name === file ? "is-on" : ""} onClick={() => { open.value = name; }}>
            {name.split("/").pop()}{errors.value.some((problem) => problem.file === name) && <span class="dot"><span class="spoken"> has errors</span></span>}
          </button>
        ))}
        </div>
        <button type="button" class="add" onClick={() => setDialog("file")} aria-label="Add a file">+</button>
      </div>
      <div class="ws-code" ref={place} />
      <div class="ws-status" role="status" aria-busy={behind.value}>
        {failed.value ? <span class="loss"><Icon name="no" />{failed.value}</span>
          : mine.length > 0 ? <button type="button" class="loss" onClick={() => editor.current?.goTo(mine[0]?.from ?? 0)}><Icon name="no" />{mine.length} error{mine.length === 1 ? "" : "s"}</button>
          : <span class="gain"><Icon name="tick" />No errors</span>}
        {elsewhere && <button type="button" class="link" onClick={() => { if (!project.value?.files.some((one) => one.name === elsewhere.file)) openBase(elsewhere.file); open.value = elsewhere.file; }}>{others.length} in {elsewhere.file}</button>}
        {current.value && !isPage(file) && <span>{read()}</span>}
        <span class="space" />
        {!saved.value && <span class="loss">Not kept: this browser is full</span>}
        <span class="quiet" data-took={took.value.toFixed(1)}>Line {line(cursor.value)}</span>
        <button type="button" class="link" onClick={() => { void theWorkshop().tidy(file).then((text) => editor.current?.replace(text)); }}>Tidy</button>
      </div>
      {dialog === "file" && <FileDialog onClose={() => setDialog(null)} />}
    </section>
  );
}

/** How many of the abilities of the card were understood. */
function read(): string {
  const card = current.value;
  if (!card) return "";
  const count = card.readsAs.length;
  return count === 0 ? card.name : `${count} ${count === 1 ? "ability" : "abilities"} read`;
}

function openBase(name: string) {
  const found = base.value.find((one) => one.name === name);
  if (found) setText(found.name, found.text);
}

const KINDS = [
  { kind: "Cards", name: "cards/more.toml", text: '[[card]]\nname = "Another Card"\n' },
  { kind: "A deck", name: "decks/mine.toml", text: 'id = "mine"\nname = "Mine"\nplan = ""\n\n[main]\n' },
  { kind: "A page of scenarios", name: "scenarios/mine.md", text: "" },
  { kind: "A rulebook", name: "rulebook.md", text: "# Rules\n" },
];

/** A new file, or one of the game's own to change. */
function FileDialog({ onClose }: { onClose(): void }) {
  const files = project.value?.files ?? [];
  const free = (name: string) => {
    const taken = (wish: string) => files.some((file) => file.name === wish) || base.value.some((file) => file.name === wish);
    if (!taken(name) || !/\d*\.(toml|md)$/.test(name) || name === "rulebook.md") return name;
    let count = 2;
    while (taken(name.replace(/\.(\w+)$/, `-${count}.$1`))) count += 1;
    return name.replace(/\.(\w+)$/, `-${count}.$1`);
  };
  const add = (name: string, text: string) => {
    setText(name, text);
    void theWorkshop().set(name, text).then(() => { open.value = name; });
    onClose();
  };
  return (
    <Modal title="Add a file" onClose={onClose}>
      <div class="modal-head"><div><h2>Add a file</h2></div></div>
      <div class="modal-body ws-list">
        <h3 class="label">New</h3>
        {KINDS.filter(({ name }) => name !== "rulebook.md" || !files.some((file) => file.name === name)).map(({ kind, name, text }) => (
          <button key={kind} type="button" class="button" onClick={() => add(free(name), isPage(name) ? emptyBoard() : (base.value.find((file) => file.name === name)?.text ?? text))}>{kind}</button>
        ))}
        <h3 class="label">Change one of the game’s</h3>
        {base.value.filter((file) => !files.some((one) => one.name === file.name)).map((file) => (
          <button key={file.name} type="button" class="button is-quiet" onClick={() => add(file.name, file.text)}>{file.name}</button>
        ))}
      </div>
      <div class="modal-foot">
        {files.length > 1 && <button type="button" class="button is-quiet" onClick={() => { const name = open.value; const original = base.value.find((one) => one.name === name); removeFile(name); void (original ? theWorkshop().set(name, original.text) : theWorkshop().remove(name)).then(() => { open.value = project.value?.files[0]?.name ?? ""; }); onClose(); }}>Remove {open.value}</button>}
        <span class="space" />
        <button type="button" class="button" onClick={onClose}>Close</button>
      </div>
    </Modal>
  );
}

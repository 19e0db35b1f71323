/** The editor: CodeMirror with the engine's knowledge of the game. */

import { autocompletion, type CompletionContext, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers, WidgetType } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Fix, Problem, Suggestion } from "../engine/start.ts";
import { capital } from "../state/words.ts";

/** What the editor asks of the engine. */
export interface Help {
  complete(at: number): Promise<Suggestion[]>;
  hover(at: number): Promise<string | undefined>;
  fixes(from: number, to: number): Promise<Fix[]>;
  changed(text: string): void;
  moved(at: number): void;
  tidy(): void;
}

interface Tokens { text: boolean }

/** Card files and pages: keys, texts, numbers, the names of abilities. */
const words: StreamParser<Tokens> = {
  startState: () => ({ text: false }),
  token(stream, state) {
    if (stream.sol() && !state.text && stream.match(/^#.*/)) return "comment";
    if (stream.match('"""')) { state.text = !state.text; return "string"; }
    if (state.text) {
      if (stream.sol() && stream.match(/^[^—"]{1,40} — /)) return "heading";
      stream.match(/^[^"]+|^"/);
      return "string";
    }
    if (stream.sol() && stream.match(/^\[\[?[^\]]*\]\]?/)) return "meta";
    if (stream.sol() && stream.match(/^[\w-]+(?=\s*=)/)) return "propertyName";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^-?\d+/)) return "number";
    stream.next();
    return null;
  },
};

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta, tags.propertyName], color: "var(--text-3)" },
  { tag: tags.string, color: "var(--text-1)" },
  { tag: tags.number, color: "var(--gain)" },
  { tag: tags.heading, color: "var(--chain)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "transparent", color: "var(--text-2)" },
  "&.cm-focused": { outline: "2px solid var(--act)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "24px" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--text-1)" },
  ".cm-cursor": { borderLeftColor: "var(--text-1)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--text-3)", border: "0", fontSize: "12px" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "34px", padding: "0 8px 0 0" },
  ".cm-activeLine": { backgroundColor: "var(--surface-2)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "var(--act-soft) !important" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--loss) 1.5px", textUnderlineOffset: "4px", backgroundColor: "var(--loss-soft)", color: "var(--text-1)", borderRadius: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--target) 1.5px", textUnderlineOffset: "4px" },
  ".cm-tooltip": { backgroundColor: "var(--surface-2)", color: "var(--text-2)", border: "1px solid var(--line-strong)", borderRadius: "8px", fontFamily: "var(--font)", fontSize: "13px", maxWidth: "440px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font)", maxHeight: "240px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--act)", color: "var(--act-ink)" },
  ".cm-completionDetail": { color: "var(--text-3)", fontStyle: "normal", marginLeft: "10px" },
  "li[aria-selected] .cm-completionDetail": { color: "var(--act-ink)" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeft: "3px solid var(--loss)" },
  ".said": { padding: "8px 12px", lineHeight: "1.45" },
  ".said p": { margin: "0 0 4px" },
  ".said b": { color: "var(--text-1)" },
  ".message": { margin: "2px 16px 6px 8px", border: "1px solid var(--loss)", borderRadius: "8px", backgroundColor: "var(--surface-2)", padding: "10px 12px", font: "13px/1.45 var(--font)", color: "var(--text-2)", display: "flex", flexWrap: "wrap", gap: "8px 12px", alignItems: "center", whiteSpace: "normal" },
  ".message b": { display: "block", color: "var(--text-1)" },
  ".message span": { flex: "1 1 240px" },
  ".message button": { font: "600 13px var(--font)", backgroundColor: "var(--act)", color: "var(--act-ink)", border: "0", borderRadius: "8px", padding: "7px 12px", cursor: "pointer" },
  ".message kbd": { font: "600 11px/1 var(--font)", border: "1px solid currentColor", borderRadius: "4px", padding: "2px 5px", marginLeft: "8px" },
  ".badLine": { backgroundColor: "color-mix(in srgb, var(--loss-soft) 55%, transparent)", boxShadow: "inset 3px 0 var(--loss)" },
});

/** The message under a line that has an error, with the fix that helps. */
class Message extends WidgetType {
  constructor(private readonly problem: Problem, private readonly fix: Fix | null) { super(); }

  override eq(other: Message) {
    return other.problem.message === this.problem.message && other.problem.from === this.problem.from && other.fix?.words === this.fix?.words;
  }

  toDOM(view: EditorView) {
    const box = document.createElement("div");
    box.className = "message";
    const text = document.createElement("span");
    const head = document.createElement("b");
    head.textContent = capital(this.problem.message);
    text.append(head, capital(this.problem.help ?? ""));
    box.append(text);
    const { fix } = this;
    if (fix) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(`Use “${short(difference(view.state.sliceDoc(fix.from, fix.to), fix.words))}”`);
      const key = document.createElement("kbd");
      key.textContent = "Alt Enter";
      button.append(key);
      button.onclick = () => apply(view, fix);
      box.append(button);
    }
    return box;
  }

  override ignoreEvent() { return true; }
}

/** The words of a fix that are not there yet; all of them where too little is the same. */
function difference(old: string, fixed: string): string {
  const [before, after] = [old.split(" "), fixed.split(" ")];
  let start = 0;
  while (start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < after.length - start && end < before.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return after.slice(start, after.length - end).join(" ") || fixed;
}

const short = (words: string) => (words.length > 24 ? `${words.slice(0, 22)}…` : words);

function apply(view: EditorView, fix: Fix) {
  view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.words }, selection: { anchor: fix.from + fix.words.length } });
  view.focus();
}

const showMessage = StateEffect.define<{ problem: Problem; fix: Fix | null } | null>();
const message = StateField.define<{ shown: { problem: Problem; fix: Fix | null } | null; marks: DecorationSet }>({
  create: () => ({ shown: null, marks: Decoration.none }),
  update(value, change) {
    let { shown, marks } = value;
    if (change.docChanged) {
      marks = marks.map(change.changes);
      shown = shown && { problem: shown.problem, fix: null };
    }
    for (const effect of change.effects) {
      if (!effect.is(showMessage)) continue;
      shown = effect.value;
      if (!shown) { marks = Decoration.none; continue; }
      const line = change.state.doc.lineAt(Math.min(shown.problem.from, change.state.doc.length));
      marks = Decoration.set([
        Decoration.line({ class: "badLine" }).range(line.from),
        Decoration.widget({ widget: new Message(shown.problem, shown.fix), block: true, side: 1 }).range(line.to),
      ]);
    }
    return { shown, marks };
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.marks),
});

function said(text: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "said";
  for (const part of text.split(/\n\n+/)) {
    const line = document.createElement("p");
    part.split(/\*\*([^*]+)\*\*/).forEach((piece, at) => {
      if (at % 2 === 0) { line.append(piece); return; }
      const bold = document.createElement("b");
      bold.textContent = piece;
      line.append(bold);
    });
    box.append(line);
  }
  return box;
}

export class Editor {
  readonly view: EditorView;
  private readonly extensions: Extension;

  constructor(root: ShadowRoot, label: string, private readonly help: Help) {
    const complete = async (context: CompletionContext) => {
      const word = context.matchBefore(/[\p{L}\p{N}’'-]+/u);
      if (!word && !context.explicit) return null;
      const found = await help.complete(context.pos);
      return { from: word?.from ?? context.pos, options: found.map(({ word: text, kind, about }) => ({ label: text, detail: kind, ...(about ? { info: about } : {}) })), validFor: /^[\p{L}\p{N}’' -]*$/u };
    };
    const fix = (view: EditorView) => {
      const shown = view.state.field(message).shown;
      if (!shown?.fix) return false;
      apply(view, shown.fix);
      return true;
    };
    this.extensions = [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), EditorView.lineWrapping,
      StreamLanguage.define(words), syntaxHighlighting(colours), look, message,
      autocompletion({ override: [complete], activateOnTypingDelay: 60 }),
      hoverTooltip(async (_, pos) => {
        const text = await help.hover(pos);
        return text ? { pos, create: () => ({ dom: said(text) }) } : null;
      }, { hoverTime: 250 }),
      Prec.high(keymap.of([{ key: "Alt-Enter", run: fix }, { key: "Shift-Alt-f", run: () => { help.tidy(); return true; } }])),
      keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) help.changed(update.state.doc.toString());
        if (update.selectionSet || update.docChanged) help.moved(update.state.selection.main.head);
      }),
    ];
    this.view = new EditorView({ parent: root as unknown as HTMLElement, root, state: this.state("") });
  }

  private state(text: string) {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  /** Puts another file into the editor. */
  show(text: string) {
    this.view.setState(this.state(text));
  }

  /** Shows what is wrong with the file; the message nearest to the cursor is opened. */
  async mark(problems: Problem[]) {
    const { doc, selection } = this.view.state;
    const within = (at: number) => Math.max(0, Math.min(at, doc.length));
    this.view.dispatch(setDiagnostics(this.view.state, problems.map((problem) => ({
      from: within(problem.from),
      to: Math.max(within(problem.to), within(problem.from)),
      severity: problem.severity,
      message: problem.help ? `${problem.message}\n${problem.help}` : problem.message,
      source: problem.code,
    }))));
    const head = selection.main.head;
    const nearest = problems.filter((one) => one.severity === "error").sort((a, b) => Math.abs(a.from - head) - Math.abs(b.from - head))[0];
    this.view.dispatch({ effects: showMessage.of(nearest ? { problem: nearest, fix: null } : null) });
    if (!nearest?.help) return;
    const before = this.view.state.doc;
    const [fix] = await this.help.fixes(nearest.from, nearest.to);
    if (!fix || this.view.state.doc !== before) return;
    const line = before.lineAt(Math.min(nearest.from, before.length));
    const near = Math.abs(before.lineAt(this.view.state.selection.main.head).number - line.number) <= 1;
    // Somebody who writes there sees the message whole.
    const seen = near ? [EditorView.scrollIntoView(line.to, { y: "nearest", yMargin: 110 })] : [];
    this.view.dispatch({ effects: [showMessage.of({ problem: nearest, fix }), ...seen] });
  }

  /** Goes to a place. */
  goTo(at: number) {
    this.view.dispatch({ selection: { anchor: Math.min(at, this.view.state.doc.length) }, scrollIntoView: true });
    this.view.focus();
  }

  replace(text: string) {
    const head = Math.min(this.view.state.selection.main.head, text.length);
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: head } });
  }

  end() {
    this.view.destroy();
  }
}

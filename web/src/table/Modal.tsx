/** A dialog: focus goes in, stays in, and comes back. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  children: ComponentChildren;
  /** Absent where the dialog must be answered. */
  onClose?: () => void;
  wide?: boolean;
  /** Over the board only, so that the log can be read beside it. */
  within?: boolean;
  /** The kind of question that is asked in it. */
  kind?: string;
}

/** Where the focus begins: the first of these that is there. The order matters; a list in
 * one selector would take whatever comes first in the dialog. */
const FIRST = ["[data-first]", ".grid button:not(:disabled), .all-actions button", "button.is-main:not(:disabled)", "input", ".modal-foot button:not(:disabled)", "button:not(:disabled)"];

export function Modal({ title, children, onClose, wide = false, within = false, kind }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const first = FIRST.map((wish) => box.current?.querySelector<HTMLElement>(wish)).find(Boolean);
    (first ?? box.current)?.focus();
    return () => { if (before?.isConnected) before.focus(); };
  }, []);
  // What had the focus may go or be disabled: the focus stays in the dialog all the same.
  const keep = () => {
    requestAnimationFrame(() => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && box.current?.isConnected) box.current.focus();
    });
  };
  const stay = (event: KeyboardEvent) => {
    if (event.key === "Escape" && onClose) {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== "Tab" || !box.current) return;
    const inside = [...box.current.querySelectorAll<HTMLElement>("button:not(:disabled), a[href], input, select, [tabindex='0']")];
    const [first, last] = [inside[0], inside[inside.length - 1]];
    if (event.shiftKey && document.activeElement === first) { event.preventDefault(); last?.focus(); }
    else if (!event.shiftKey && document.activeElement === last) { event.preventDefault(); first?.focus(); }
  };
  return (
    <div class={`scrim ${within ? "is-within" : ""}`} onClick={(event) => { if (event.target === event.currentTarget) onClose?.(); }}>
      <div ref={box} class={`modal ${wide ? "is-wide" : ""}`} role="dialog" aria-modal="true" aria-label={title} data-kind={kind} tabIndex={-1} onKeyDown={stay} onFocusOut={keep}>
        {children}
      </div>
    </div>
  );
}

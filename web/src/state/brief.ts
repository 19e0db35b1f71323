/** A step in two or three words, for arrows and callouts. */

import type { Step } from "../wire/types.ts";
import { counted, status } from "./words.ts";

const signed = (amount: number | undefined, what: string | undefined, sign: 1 | -1) => {
  const value = (amount ?? 1) * sign;
  return `${value > 0 ? `+${value}` : `−${-value}`} ${counted(what ?? "", Math.abs(value))}`.trim();
};

export function brief(step: Step): string {
  const { amount, what, object } = step;
  const at = object?.card ? ` ${object.card}` : "";
  switch (step.kind) {
    case "drew": return (amount ?? 1) > 1 ? `${amount} cards drawn` : "card drawn";
    case "gained":
    case "counter-gained": return signed(amount, what, 1);
    case "lost":
    case "counter-lost": return signed(amount, what, -1);
    case "damaged":
    case "hit-player": return `${amount ?? 1} damage`;
    case "healed": return `${amount ?? 1} healed`;
    case "status-set": return what ? status(what) : "changed";
    case "status-cleared": return what ? `no longer ${status(what)}` : "changed";
    case "moved":
    case "moved-in":
    case "moved-out": return "moved";
    case "deployed":
    case "entered": return `${object?.card ?? "it"} entered`;
    case "destroyed":
    case "sacrificed":
    case "discarded":
    case "exiled":
    case "milled":
    case "returned":
    case "created": return `${at} ${step.kind}`.trim();
    case "played":
    case "decided": return `played${at}`;
    case "attacks":
    case "attacked": return "attack";
    case "began": return what ? `${what} began` : "began";
    default: return step.kind.replaceAll("-", " ");
  }
}

/** Whether it makes more of something, or less. */
export function tendency(step: Step): "gain" | "loss" | "" {
  if (["gained", "counter-gained", "healed", "drew", "created"].includes(step.kind)) return "gain";
  if (["lost", "counter-lost", "damaged", "hit-player", "destroyed", "sacrificed", "discarded", "milled", "exiled"].includes(step.kind)) return "loss";
  return "";
}

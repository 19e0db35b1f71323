/** Own decisions on the screen before the host has answered.
 *
 * What an offer does as far as its seat can know is asked for while the player still
 * chooses. When it is taken, those steps are shown at once; the host's steps that are the
 * same, by number and content, are not shown again. Where they differ the host is right. */

import type { Step } from "../wire/types.ts";

/** What came of the host's steps. */
export interface Confirmed {
  /** What has not been shown yet. */
  fresh: Step[];
  /** How many of the host's steps were as predicted. */
  same: number;
  /** Whether something was shown that did not happen. */
  wrong: boolean;
}

function equal(one: unknown, two: unknown): boolean {
  if (one === two) return true;
  if (typeof one !== "object" || typeof two !== "object" || one === null || two === null) return false;
  const [left, right] = [Object.entries(one), two as Record<string, unknown>];
  return left.length === Object.keys(two).length && left.every(([key, value]) => key in right && equal(value, right[key]));
}

export class Prediction {
  private ask = 0;
  private readonly known = new Map<number, Step[]>();
  /** Shown, and not yet told by the host. */
  private open: Step[] = [];

  /** Whether something is on the screen that the host has not told yet. */
  get isAhead(): boolean {
    return this.open.length > 0;
  }

  /** Whether it is known what an offer does. */
  knows(ask: number, offer: number): boolean {
    return this.ask === ask && this.known.has(offer);
  }

  /** Takes in what an offer of an ask does. */
  learn(ask: number, offer: number, steps: Step[]) {
    if (ask !== this.ask) this.known.clear();
    this.ask = ask;
    this.known.set(offer, steps);
  }

  /** The steps to show now that an offer was taken. */
  take(ask: number, offer: number): Step[] {
    const steps = this.ask === ask ? (this.known.get(offer) ?? []) : [];
    this.known.clear();
    this.open = [...steps];
    return steps;
  }

  /** Holds the host's steps against what was shown. */
  confirm(steps: Step[]): Confirmed {
    let same = 0;
    while (same < steps.length && this.open.length > 0 && equal(this.open[0], steps[same])) {
      this.open.shift();
      same += 1;
    }
    const wrong = this.open.length > 0 && same < steps.length;
    if (wrong) this.open = [];
    return { fresh: steps.slice(same), same, wrong };
  }

  /** The host has told everything, or something else: whatever is left did not happen. */
  settle(): boolean {
    const wrong = this.open.length > 0;
    this.open = [];
    return wrong;
  }
}

/** The other player's turn as a story: above the board until something is decided, and
 * beside it for as long as one likes. */

import { Face } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { isIdle } from "../state/player.ts";
import { named } from "../state/named.ts";
import { type Act, acts, type Story, story } from "../state/story.ts";
import { nameOf, question, showAgain } from "../state/table.ts";
import { readable } from "../state/words.ts";
import type { Step } from "../wire/types.ts";
import { picked } from "./pick.ts";

/** Most acts that stand above the board; the rest is beside it. */
const MOST = 4;

/** Shows the turn again, step by step. */
export function replayStory() {
  if (story.value) showAgain(story.value.start, story.value.steps);
}

/** What was done, without who did it. */
function deed({ step }: Act, told: Story): string {
  const words = readable(named(step, told.steps.slice(told.steps.indexOf(step) + 1)));
  const name = `${nameOf(told.who)} `;
  const rest = words.startsWith(name) ? words.slice(name.length) : words;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** An act in words: what was done, and what came of it; of a pass only that. */
function tell(act: Act, told: Story): { head: string; rest: Step[] } {
  const [first, ...rest] = act.outcome;
  if (act.step.object === undefined && first) return { head: readable(first.text), rest };
  return { head: deed(act, told), rest: act.outcome };
}

/** The card that an act is about. */
const subject = (act: Act) => act.step.object?.card ?? (act.outcome.find((step) => step.kind === "deployed" || step.kind === "entered") ?? act.outcome[0])?.object?.card;

export function StoryStrip() {
  const told = story.value;
  if (!told?.fresh || !question.value || !isIdle.value || picked.value !== null) return null;
  const list = acts(told);
  if (list.length === 0) return null;
  const shown = list.slice(-MOST);
  return (
    <section class="story-strip" aria-label={`${nameOf(told.who)}’s turn`}>
      <span class="label">{nameOf(told.who)}’s turn</span>
      <ol tabIndex={0}>
        {list.length > shown.length && <li class="more">{list.length - shown.length} more before</li>}
        {shown.map((act) => ({ act, ...tell(act, told) })).map(({ act, head, rest }) => (
          <li key={act.step.n}>
            {subject(act) && <Face name={subject(act) ?? ""} size="mini" />}
            <span>
              <b>{head}</b>
              {rest[0] && <span>{readable(rest[0].text)}{rest.length > 1 ? `, and ${rest.length - 1} more` : ""}</span>}
            </span>
          </li>
        ))}
      </ol>
      <button type="button" class="button is-small" onClick={replayStory}><Icon name="play" />Replay <kbd>R</kbd></button>
    </section>
  );
}

/** The same beside the board, with everything that followed. */
export function TheirTurn() {
  const told = story.value;
  const list = told ? acts(told) : [];
  if (!told || list.length === 0) return <p class="quiet">What the other player did since you last decided is told here, and can be shown again.</p>;
  return (
    <div class="story">
      <button type="button" class="button is-small" disabled={!isIdle.value} onClick={replayStory}><Icon name="play" />Show it again <kbd>R</kbd></button>
      <ol>
        {list.map((act) => ({ act, ...tell(act, told) })).map(({ act, head, rest }) => (
          <li key={act.step.n}>
            {subject(act) ? <Face name={subject(act) ?? ""} size="mini" /> : <span class="no-face"><Icon name="arrow" /></span>}
            <span>
              <b>{head}</b>
              {rest.slice(0, 6).map((step) => <span key={step.n}>{readable(step.text)}</span>)}
              {rest.length > 6 && <span>and {rest.length - 6} more</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

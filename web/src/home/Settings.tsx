/** Settings: speed, motion, text, colours, name, bot. */

import { set, type Settings, settings } from "../state/settings.ts";
import { Modal } from "../table/Modal.tsx";

interface Choice<K extends keyof Settings> {
  name: K;
  title: string;
  options: readonly (readonly [Settings[K], string])[];
}

/** The bots that are on offer. */
export const BOTS = [["random", "At random"], ["greedy", "Greedily"], ["search:500", "With thought"]] as const;

const CHOICES = [
  { name: "speed", title: "Speed of steps", options: [[0.5, "Half"], [1, "Usual"], [2, "Double"], [4, "Four times"], [0, "At once"]] },
  { name: "motion", title: "Motion", options: [["system", "As the system"], ["full", "Full"], ["reduced", "Reduced"]] },
  { name: "theme", title: "Colours", options: [["system", "As the system"], ["dark", "Dark"], ["light", "Light"]] },
  { name: "text", title: "Size of text", options: [[90, "Small"], [100, "Usual"], [115, "Large"], [130, "Largest"]] },
  { name: "bot", title: "Bots play", options: BOTS },
] as const satisfies readonly Choice<keyof Settings>[];

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Settings" onClose={onClose}>
      <div class="modal-head"><h2>Settings</h2></div>
      <div class="settings">
        <label class="setting"><span>Your name</span>
          <input type="text" maxLength={40} value={settings.value.name} placeholder="Player" onInput={(event) => set({ name: event.currentTarget.value })} />
        </label>
        {CHOICES.map((choice) => (
          <fieldset key={choice.name} class="setting">
            <legend>{choice.title}</legend>
            <span class="segments">
              {choice.options.map(([value, words]) => (
                <label key={String(value)}>
                  <input type="radio" name={choice.name} checked={settings.value[choice.name] === value} onChange={() => set({ [choice.name]: value })} />
                  <span>{words}</span>
                </label>
              ))}
            </span>
          </fieldset>
        ))}
      </div>
      <div class="modal-foot"><span class="space" /><button type="button" class="button is-main" onClick={onClose}>Done</button></div>
    </Modal>
  );
}

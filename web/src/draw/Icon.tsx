/** Icons: 16 by 16, drawn on one grid. */

const LINES: Record<string, string> = {
  sword: "M13.5 2.5L7 9M3 11l2 2M4.2 8.2l3.6 3.6M4 12l-1.5 1.5M13.5 2.5l-3.2.4L6 7.2 8.8 10l4.3-4.3z",
  heart: "M8 13.6S2 10 2 5.9A3.1 3.1 0 0 1 8 4.7a3.1 3.1 0 0 1 6 1.2c0 4.1-6 7.7-6 7.700z",
  shield: "M8 1.800l5.2 1.900v4c0 3.2-2.2 5.4-5.2 6.5-3-1.1-5.2-3.3-5.2-6.500v-4z",
  speed: "M3 3.500L7.5 8 3 12.500M8.5 3.500L13 8l-4.5 4.5",
  ring: "M8 2.400a5.6 5.6 0 1 0 .01 0zM8 7a1 1 0 1 0 .01 0z",
  coin: "M8 2.400a5.600 5.600 0 1 0 .01 0M8 5v6M6.300 6.500h2.500a1.200 1.200 0 0 1 0 2.600H6.800",
  star: "M8 2.200l1.7 3.7 4 .4-3 2.7.9 4L8 10.9 4.4 13l.9-4-3-2.7 4-.4z",
  turned: "M3 8a5 5 0 1 1 1.6 3.700M3 12.500V9.200h3.3",
  tick: "M3 8.500l3.3 3.300L13 5",
  cross: "M4 4l8 8M12 4l-8 8",
  no: "M8 2.200a5.8 5.8 0 1 0 .01 0zM4 12l8-8",
  undo: "M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7",
  menu: "M2.5 4.500h11M2.5 8h11M2.5 11.500h11",
  deck: "M4 4h6a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM5.5 2h7A1.3 1.3 0 0 1 13.8 3.300V12",
  hand: "M7 3l6 1.3-1.9 9-6-1.300zM4.2 4.400L2.6 11a1.2 1.2 0 0 0 .9 1.5",
  grave: "M4 14V6.500a4 4 0 0 1 8 0V14zM2.5 14h11",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 .01 0z",
  link: "M6.5 9.500l3-3M7 4.500l1.4-1.400a3.1 3.1 0 0 1 4.4 4.400L11.5 9M9 11.500l-1.4 1.400a3.1 3.1 0 0 1-4.4-4.400L4.5 7",
  why: "M8 2a6 6 0 1 0 .01 0zM6.2 6.200a1.9 1.9 0 1 1 2.7 1.700c-.6.3-.9.7-.9 1.300M8 11.300v.1",
  arrow: "M2.5 8h11M9.5 4l4 4-4 4",
  back: "M13.5 8h-11M6.5 4l-4 4 4 4",
  log: "M3 3.500h10M5 8h8M7 12.500h6",
  board: "M3.5 2.500h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM2.5 8h11M6.2 2.500v11M9.8 2.500v11",
  clock: "M8 2.200a5.8 5.8 0 1 0 .01 0zM8 4.800V8l2.2 1.6",
  gear: "M8 5.600a2.4 2.4 0 1 0 .01 0zM8 1.500v2M8 12.500v2M1.5 8h2M12.5 8h2M3.4 3.400l1.4 1.400M11.2 11.200l1.4 1.400M3.4 12.600l1.4-1.400M11.2 4.800l1.4-1.4",
  flag: "M3.5 14V2.500M3.5 3h9l-2.2 3.200L12.5 9.500h-9",
  sliders: "M2.500 4.500h6M12 4.500h1.500M2.500 11.500h1.500M7.500 11.500h6M10.200 2.800a1.700 1.700 0 1 0 .01 0M5.700 9.800a1.700 1.700 0 1 0 .01 0",
  list: "M6 4h8M6 8h8M6 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
  branch: "M5 3v10M5 9c0-3 6-2 6-5.500M11 3.500a1 1 0 1 0 .01 0M5 2.500a1 1 0 1 0 .01 0M5 12.500a1 1 0 1 0 .01 0",
  "down-line": "M8 2.500v7.500M4.500 7l3.5 3.500L11.500 7M3 13.500h10",
  target: "M8 2.500a5.5 5.5 0 1 0 .01 0M8 6a2 2 0 1 0 .01 0M8 .8v3M8 12.200v3M.8 8h3M12.200 8h3",
  pencil: "M3 13l.8-3.2L11 2.600a1.300 1.300 0 0 1 1.800 0l.6.6a1.300 1.300 0 0 1 0 1.800L6.200 12.200zM9.800 3.800l2.400 2.400",
  book: "M8 4C6.5 3 4.5 2.8 2.5 3v9.500c2-.2 4 0 5.5 1 1.5-1 3.5-1.2 5.5-1V3c-2-.2-4 0-5.5 1zM8 4v9.5",
};

const SHAPES: Record<string, string> = {
  gem: "M8 1.800L13.6 6v5L8 14.2 2.4 11V6z",
  spark: "M8 1l1.8 5.200L15 8l-5.2 1.800L8 15l-1.8-5.200L1 8l5.2-1.800z",
  bolt: "M9 1.500L3.5 9H8l-1 5.500L12.5 7H8z",
  up: "M8 3l6 9H2z",
  down: "M8 13L2 4h12z",
  play: "M4.5 2.500v11l9-5.500z",
  pause: "M4 2.500h3v11H4zM9 2.500h3v11H9z",
  step: "M3 2.500v11l7-5.500zM11 2.500h2.400v11H11z",
  stepBack: "M13 2.500v11L6 8zM2.6 2.500H5v11H2.600z",
  skip: "M2 3v10l6-5zM8 3v10l6-5z",
};

export function Icon({ name }: { name: string }) {
  const shape = SHAPES[name];
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" fill={shape ? "currentColor" : "none"}
      stroke={shape ? "none" : "currentColor"} stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
      <path d={shape ?? LINES[name] ?? LINES["ring"]} />
    </svg>
  );
}

/** Words that many games use for their numbers, and the icons for them. */
const MEANT: [RegExp, string][] = [
  [/attack|strength|damage/, "sword"],
  [/power|might/, "gem"],
  [/health|hull|toughness|life|hp|grit/, "heart"],
  [/shield|armou?r|defen[cs]e/, "shield"],
  [/speed|move/, "speed"],
  [/spark|score|points?/, "spark"],
  [/energy|mana|charge/, "bolt"],
  [/morale|courage|spirit/, "flag"],
  [/supply|supplies|food|gold|coin|money/, "coin"],
  [/production|income/, "gear"],
  [/goal|aim/, "target"],
  [/momentum|level|rank|wins?$/, "star"],
];

export const iconFor = (name: string) => MEANT.find(([word]) => word.test(name))?.[1] ?? "ring";

/** Words that many games use for what a card can be, and the icons for them. */
const STATES: [RegExp, string][] = [
  [/mark|target|lock/, "target"],
  [/sick|cool|new|wait|delay/, "clock"],
  [/attack/, "sword"],
  [/block|guard|protect/, "shield"],
  [/suppress|silence|stun|frozen|disabl|lost/, "no"],
  [/reveal|seen|face/, "eye"],
];

/** The icon of a status; none if its first letter has to do. */
export const signFor = (name: string) => STATES.find(([word]) => word.test(name))?.[1];

export function Logo() {
  return (
    <svg class="logo-mark" viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1.6" y="4.4" width="9.6" height="13" rx="2" fill="none" stroke="currentColor" stroke-width="1.6" transform="rotate(-6 6 11)" />
      <rect class="logo-card" x="8" y="2.4" width="10" height="13.4" rx="2" transform="rotate(7 13 9)" />
    </svg>
  );
}

/** A picture for every card, drawn from its name and type: the type decides what it
 * shows and its colours, the name everything else. */

import { hash, random, type Random } from "./random.ts";
import { creature, emblem, figure, landscape, plant, tower, vessel, weapon } from "./scenes.ts";

/** What a picture is drawn from. */
export interface Subject {
  name: string;
  types: string[];
  subtypes: string[];
  /** It happens once and does not stay. */
  once: boolean;
}

/** Background, far, middle, near, highlight. */
export type Palette = readonly [string, string, string, string, string];

type Scene = (random: Random, colours: Palette, kin: Random, bare?: boolean) => string;

/** Words of type lines and names that say what is to be seen, in many games. */
const SEEN: [RegExp, Scene, number][] = [
  [/\b(land|terrain|location|site|field|island|mountain|forest)\b/i, landscape, 24],
  [/\b(drone|ship|vessel|vehicle|craft|robot|machine|construct|mech|fighter)\b/i, vessel, 208],
  [/\b(section|base|gate|tower|building|fortress|hub|cell|bridge|turret|wall|station)\b/i, tower, 214],
  [/\b(weapon|equipment|item|artifact|sword|blade|armor|relic|upgrade)\b/i, weapon, 46],
  [/\b(enchantment|aura|plant|flower|grove|garden|bloom)\b/i, plant, 150],
  [/\b(dragon|beast|wyrm|serpent|animal|bird|gull|crab|hound|wolf)\b/i, creature, 40],
];

function scene(subject: Subject): [Scene, number] {
  const kind = [...subject.types, ...subject.subtypes].join(" ");
  const hue = hash(subject.types[0] ?? "card") % 360;
  for (const words of [kind, subject.name]) {
    for (const [seen, draw, tone] of SEEN) {
      // A name alone makes nothing that happens once into a thing that stays.
      if (seen.test(words) && !(subject.once && words === subject.name)) return [draw, tone];
    }
  }
  return subject.once ? [emblem, (hue % 90) + 255] : [figure, hue];
}

function colour(hue: number, saturation: number, light: number): string {
  return `hsl(${Math.round((hue + 360) % 360)} ${saturation}% ${light}%)`;
}

function palette(hue: number): Palette {
  return [
    colour(hue, 34, 15),
    colour(hue, 34, 24),
    colour(hue + 8, 34, 38),
    colour(hue + 14, 44, 60),
    colour(hue + 26, 70, 84),
  ];
}

/** The hue of a card: that of its kind, a little to the side by its name, and for
 * kin by what they are. */
function tone(subject: Subject): number {
  const [, hue] = scene(subject);
  const kin = subject.subtypes[0] ? (hash(subject.subtypes[0]) % 80) - 40 : 0;
  return hue + kin + (hash(subject.name) % 45) - 22;
}

/** The line under the picture has the colour of the type alone. */
export function accent(subject: Subject): string {
  const [, hue] = scene(subject);
  return colour(hue + 14, 44, 58);
}

const drawn = new Map<string, string>();

/** The inside of an SVG with the view box `0 0 120 80`. */
export function art(subject: Subject): string {
  const key = `${subject.name}|${subject.types.join()}|${subject.subtypes.join()}|${subject.once}`;
  let picture = drawn.get(key);
  if (picture === undefined) {
    const [draw] = scene(subject);
    const colours = palette(tone(subject));
    const kin = random(subject.subtypes[0] ?? subject.types[0] ?? "");
    picture = `<rect x="-60" y="-60" width="240" height="220" fill="${colours[0]}"/>${draw(random(subject.name), colours, kin)}`;
    drawn.set(key, picture);
  }
  return picture;
}

/** One picture of several cards for the cover of a game, with the view box
 * `0 0 240 140`: the first one in the middle, the others behind it. */
export function cover(subjects: Subject[], name: string): string {
  const [first] = subjects;
  const dice = random(name);
  const hue = first ? tone(first) : hash(name) % 360;
  const [night, far, middle] = palette(hue);
  let picture = `<rect width="240" height="140" fill="${night}"/><circle cx="120" cy="${dice.between(52, 66)}" r="${dice.between(46, 56)}" fill="${far}"/>`;
  for (const [base, fill] of [[116, far], [128, middle]] as const) {
    let d = `M0 140V${base}`;
    for (let at = 0; at < 5; at += 1) d += `Q${24 + at * 48} ${base - dice.between(8, 26)} ${48 + at * 48} ${base - dice.between(0, 8)}`;
    picture += `<path d="${d}V140Z" fill="${fill}" opacity=".55"/>`;
  }
  const stands = [{ x: 33, y: 24, by: 1.45 }, { x: 0, y: 57, by: 1.04 }, { x: 115, y: 57, by: 1.04 }];
  subjects.slice(0, 3).map((subject, at) => ({ subject, at })).reverse().forEach(({ subject, at }) => {
    const [draw] = scene(subject);
    const kin = random(subject.subtypes[0] ?? subject.types[0] ?? "");
    const { x, y, by } = stands[at] ?? { x: 0, y: 0, by: 1 };
    picture += `<g transform="translate(${x} ${y}) scale(${by})">${draw(random(subject.name), palette(tone(subject)), kin, true)}</g>`;
  });
  return picture;
}

/** What pictures show. Each scene draws into 120 by 80, lit from the left. */

import type { Palette } from "./art.ts";
import type { Random } from "./random.ts";

const path = (d: string, fill: string, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const disc = (x: number, y: number, r: number, fill: string, more = "") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const box = (x: number, y: number, w: number, h: number, fill: string, r = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;
/** The same again on the other side of the middle. */
const both = (half: string) => `${half}<g transform="translate(120 0) scale(-1 1)">${half}</g>`;
/** Darkens the right half of a shape. The page holds the clip once for all pictures. */
function lit(shape: string): string {
  const shade = shape.replace(/ (fill|stroke)="(?!none)[^"]*"/g, ' $1="#000"');
  return `${shape}<g clip-path="url(#right-half)" opacity=".2">${shade}</g>`;
}

function hills(random: Random, base: number, height: number, count: number, fill: string): string {
  let d = `M-20 120V${base}`;
  for (let at = 0; at <= count; at += 1) {
    const x = -20 + (160 * (at + 0.5)) / (count + 1);
    const end = -20 + (160 * (at + 1)) / (count + 1);
    d += `Q${x} ${base - random.between(height * 0.4, height)} ${end} ${base - random.between(0, height * 0.3)}`;
  }
  return path(`${d}V120Z`, fill);
}

function peaks(random: Random, base: number, height: number, count: number, fill: string): string {
  let d = `M-20 120V${base}`;
  for (let at = 0; at < count; at += 1) {
    const x = -20 + (160 * (at + random.between(0.3, 0.7))) / count;
    d += `L${x} ${base - random.between(height * 0.5, height)}L${-20 + (160 * (at + 1)) / count} ${base}`;
  }
  return path(`${d}V120Z`, fill);
}

export function figure(random: Random, colours: Palette, kin: Random, bare = false): string {
  const [night, far, middle, near, light] = colours;
  const back = disc(60, 38, random.between(28, 36), far) + peaks(random, 84, 22, 4, far);
  const wide = kin.between(13, 16);
  const skin = kin.of(["#f1d9b4", "#e2b98d", "#b98660", "#c9d6a0", "#a9c7b4", "#d7c6e2", "#c7b6a3"]);
  const ears = kin.below(3);
  const hair = random.of([near, middle, light, "#3a2c28", "#6d4630", "#d9cdb8"]);
  const y = 38;
  let shape = path(`M60 ${y + 14}Q${60 - 32} ${y + 18} ${60 - 36} 84H${60 + 36}Q${60 + 32} ${y + 18} 60 ${y + 14}Z`, random.of([near, middle]));
  shape += path(`M${60 - 8} ${y + 16}L60 ${y + 30}L${60 + 8} ${y + 16}Z`, light);
  if (ears === 1) shape += both(path(`M${60 - wide + 2} ${y - 3}L${60 - wide - 18} ${y - 9}L${60 - wide + 3} ${y + 8}Z`, skin));
  if (ears === 2) shape += both(path(`M${60 - wide + 3} ${y - 8}L${60 - wide - 3} ${y - 22}L${60 - 6} ${y - 14}Z`, skin));
  const head = random.below(4);
  if (head === 0) shape += path(`M60 ${y - 25}Q${60 - 25} ${y - 20} ${60 - 22} ${y + 24}H${60 + 22}Q${60 + 25} ${y - 20} 60 ${y - 25}Z`, hair);
  shape += path(`M60 ${y - 18}Q${60 - wide} ${y - 18} ${60 - wide} ${y - 1}Q${60 - wide + 1} ${y + 14} 60 ${y + 20}Q${60 + wide - 1} ${y + 14} ${60 + wide} ${y - 1}Q${60 + wide} ${y - 18} 60 ${y - 18}Z`, skin);
  shape = lit(shape);
  if (head === 0) shape += path(`M60 ${y - 20}Q${60 - wide - 3} ${y - 18} ${60 - wide - 1} ${y}Q${60 - 8} ${y - 8} 60 ${y - 14}Q${60 + 8} ${y - 8} ${60 + wide + 1} ${y}Q${60 + wide + 3} ${y - 18} 60 ${y - 20}Z`, hair);
  if (head === 1) shape += path(`M${60 - wide - 12} ${y - 8}Q60 ${y - 16} ${60 + wide + 12} ${y - 8}L${60 + wide - 2} ${y - 12}Q${60 + 10} ${y - 32} 60 ${y - 32}Q${60 - 10} ${y - 32} ${60 - wide + 2} ${y - 12}Z`, middle);
  if (head === 2) shape += path(`M${60 - wide - 1} ${y - 6}V${y - 24}L${60 - 7} ${y - 15}L60 ${y - 28}L${60 + 7} ${y - 15}L${60 + wide + 1} ${y - 24}V${y - 6}Q60 ${y - 13} ${60 - wide - 1} ${y - 6}Z`, light);
  if (head === 3) shape += path(`M${60 - wide - 2} ${y + 4}Q${60 - wide - 2} ${y - 24} 60 ${y - 25}Q${60 + wide + 2} ${y - 24} ${60 + wide + 2} ${y + 4}L${60 + wide - 3} ${y - 5}H${60 - wide + 3}Z`, near) + box(59, y - 27, 2, 22, light);
  shape += both(path(`M${60 - 9.5} ${y + 0.6}Q${60 - 6.5} ${y - 2.4} ${60 - 3.4} ${y + 0.6}Q${60 - 6.5} ${y - 0.2} ${60 - 9.5} ${y + 0.6}Z`, "#1c1714"));
  shape += path(`M56 ${y + 11}Q60 ${y + 12.2} 64 ${y + 11}Q60 ${y + 13} 56 ${y + 11}Z`, "#5a2f28", 'opacity=".8"');
  if (random() < 0.3) shape += both(path(`M${60 - wide + 1} ${y + 3}L${60 - 5} ${y + 6}L${60 - wide + 2} ${y + 8}Z`, near));
  return bare ? shape : back + shape + path("M-20 82H140V120H-20Z", night, 'opacity=".25"');
}

export function creature(random: Random, colours: Palette, _kin: Random, bare = false): string {
  const [, far, middle, near, light] = colours;
  const horn = random.between(16, 30);
  let shape = both(path(`M50 ${26}Q${34} ${20} ${30 - horn / 4} ${26 - horn}Q46 ${8} 58 18Z`, light));
  shape += both(path(`M44 40L${random.between(14, 24)} ${random.between(30, 38)}L38 50L${random.between(18, 26)} 58L46 60Z`, middle));
  shape += path("M60 14Q80 17 80 38Q79 52 71 58L68 75Q60 83 52 75L49 58Q41 52 40 38Q40 17 60 14Z", near);
  shape += path(`M60 14L${66 + random.below(4)} 32L60 50L${54 - random.below(4)} 32Z`, middle);
  const back = bare ? "" : disc(60, 40, 34, far) + peaks(random, 88, 22, 5, far);
  return back + lit(shape)
    + both(path("M45 39L57 46Q50 50 46 45Z", light) + disc(51.5, 44, 1.8, "#17120f")) + both(path("M54 70l2-4l2 4Z", "#17120f"));
}

export function vessel(random: Random, colours: Palette, _kin: Random, bare = false): string {
  const [, far, middle, near, light] = colours;
  let sky = "";
  for (let at = 0; at < 12; at += 1) sky += disc(random.between(2, 118), random.between(2, 78), random.between(0.4, 1), light, 'opacity=".7"');
  sky += disc(random.between(10, 110), random.between(66, 100), random.between(30, 48), far);
  sky += `<circle cx="60" cy="40" r="${random.between(32, 37)}" fill="none" stroke="${middle}" stroke-width=".8" stroke-dasharray="${random.of(["2 4", "12 5", "36 8"])}" opacity=".8"/>`;
  const [nose, half, wing, span, tail] = [random.between(6, 13), random.between(7, 12), random.between(32, 46), random.between(26, 42), random.between(62, 70)];
  const tip = wing + random.between(-12, 20);
  let shape = both(path(`M${60 - half + 2} ${wing - 8}L${60 - span} ${tip}L${60 - span + 4} ${tip + random.between(7, 13)}L${60 - half} ${wing + 16}Z`, middle));
  if (random() < 0.6) shape += both(path(`M55 ${tail - 14}L${random.between(36, 44)} ${tail + 3}L56 ${tail}Z`, middle));
  if (random() < 0.4) shape += both(box(60 - span - 2, tip - 9, 4, 23, near, 2));
  shape += random() < 0.5
    ? path(`M60 ${nose}L${60 + half} ${wing - 6}L66 ${tail}L60 ${tail + 5}L54 ${tail}L${60 - half} ${wing - 6}Z`, near)
    : path(`M60 ${nose}Q${60 + half + 4} ${nose + 14} ${60 + half} ${wing + 6}L67 ${tail}H53L${60 - half} ${wing + 6}Q${60 - half - 4} ${nose + 14} 60 ${nose}Z`, near);
  shape = lit(shape) + disc(60, wing + random.between(2, 10), random.between(2.6, 4), light) + both(disc(56.5, tail + 3, 1.9, "#f2c48f"));
  return bare ? shape : `${sky}<g transform="rotate(${random.of([0, 0, -14, 14, 24])} 60 40)">${shape}</g>`;
}

export function tower(random: Random, colours: Palette, _kin: Random, bare = false): string {
  const [night, far, middle, near, light] = colours;
  let skyline = "";
  for (let at = 0; at < 9; at += 1) {
    const height = random.between(16, 52);
    skyline += box(at * 14 - 3, 84 - height, 13, height, far);
  }
  const width = random.between(28, 42);
  const top = random.between(20, 30);
  let shape = box(60 - width / 2, top, width, 70, middle, 3) + box(60 - width / 2 - 9, 48, width + 18, 40, near, 3);
  shape += random() < 0.5 ? box(56, top - 14, 8, 16, near) : path(`M${60 - width / 2} ${top}L60 ${top - 16}L${60 + width / 2} ${top}Z`, near);
  let windows = "";
  for (let at = 0; at < 4; at += 1) windows += box(60 - width / 2 + 4 + (at * (width - 12)) / 3, top + 8, 4, 6, light);
  return (bare ? "" : skyline) + lit(shape) + windows + disc(60, 65, 8, night) + disc(60, 65, 4.4, light);
}

export function weapon(random: Random, colours: Palette): string {
  const [, far, middle, near, light] = colours;
  const length = random.between(50, 60);
  const blade = random.below(3);
  let shape = blade === 0 ? path(`M60 ${58 - length}L66 ${68 - length}V56H54V${68 - length}Z`, light) : "";
  if (blade === 1) shape = path(`M58 4H62V56H58Z`, middle) + path("M62 6Q84 12 80 34Q72 26 62 28Z", light);
  if (blade === 2) shape = `<circle cx="60" cy="34" r="20" fill="none" stroke="${light}" stroke-width="6"/>`;
  shape += path("M46 56H74V61H46Z", near) + path("M57 61H63V80H57Z", middle) + disc(60, 82, 4.6, near);
  return disc(60, 40, 33, far) + `<g transform="rotate(${random.of([34, -34, 20])} 60 42)">${lit(shape)}</g>`;
}

export function plant(random: Random, colours: Palette): string {
  const [, far, middle, near, light] = colours;
  const count = random.of([6, 8, 10, 12]);
  const length = random.between(30, 37);
  let petals = "";
  for (let at = 0; at < count; at += 1) {
    petals += path(`M60 40Q${60 - 180 / count} ${40 - length * 0.6} 60 ${40 - length}Q${60 + 180 / count} ${40 - length * 0.6} 60 40Z`, at % 2 ? middle : near, `transform="rotate(${(at * 360) / count} 60 40)"`);
  }
  return disc(60, 40, 38, far) + lit(petals) + disc(60, 40, 8, light) + disc(60, 40, 4, middle);
}

export function landscape(random: Random, colours: Palette): string {
  const [night, far, middle, near, light] = colours;
  let trees = "";
  const wooded = random() < 0.5;
  for (let at = 0; at < 9 && wooded; at += 1) {
    const x = at * 15 + random.between(-5, 5);
    trees += path(`M${x - 6} 82L${x} ${82 - random.between(13, 22)}L${x + 6} 82Z`, at % 2 ? far : night);
  }
  return disc(random.between(26, 94), random.between(16, 28), random.between(9, 14), light)
    + peaks(random, 60, 36, 2, far) + peaks(random, 72, 30, 3, middle) + trees + hills(random, 82, 8, 4, near);
}

export function emblem(random: Random, colours: Palette): string {
  const [night, far, middle, near, light] = colours;
  let back = "";
  const way = random.below(4);
  const rays = random.of([10, 12, 16]);
  if (way === 0) {
    const half = 130 * Math.tan(Math.PI / rays / 2);
    for (let at = 0; at < rays; at += 1) back += path(`M60 40L${60 - half} -90H${60 + half}Z`, far, `transform="rotate(${(at * 360) / rays} 60 40)"`);
  }
  if (way === 1) for (let at = 5; at > 0; at -= 1) back += disc(60, 40, at * 12, at % 2 ? far : night);
  if (way === 2) for (let at = 0; at < 5; at += 1) back += path(`M-10 ${12 + at * 17}Q20 ${at * 17} 60 ${12 + at * 17}T130 ${12 + at * 17}v9Q100 ${32 + at * 17} 60 ${21 + at * 17}T-10 ${21 + at * 17}Z`, far);
  if (way === 3) for (let at = 0; at < 7; at += 1) back += path(`M${-34 + at * 26} 100L${8 + at * 26} -20h9L${-25 + at * 26} 100Z`, far);
  const signs = [
    path("M65 16L46 44H58L53 66L76 35H63Z", light),
    path("M60 15Q80 36 73 52Q69 63 60 63Q51 63 47 52Q46 43 52 36Q53 45 57 45Q62 38 60 15Z", near) + path("M60 39Q70 49 66 56Q63 61 60 61Q54 60 54 53Q55 48 60 39Z", light),
    path("M36 40Q60 17 84 40Q60 63 36 40Z", light) + disc(60, 40, 9, middle) + disc(60, 40, 4, night),
    path("M60 15L65 35L85 40L65 45L60 65L55 45L35 40L55 35Z", light),
    both(path("M60 20L44 28V43Q46 56 60 62Z", near)) + path("M60 27L50 32V43Q51 51 60 55Z", light),
    `<path d="M44 50A18 18 0 1 1 60 58" fill="none" stroke="${light}" stroke-width="5" stroke-linecap="round"/>${path("M35 45L53 47L42 60Z", light)}`,
    path("M60 16L78 28V50L60 64L42 50V28Z", near) + path("M60 24L70 40L60 56L50 40Z", light),
  ];
  return back + lit(disc(60, 40, 28, middle)) + random.of(signs);
}

/** Numbers that always come out the same for the same words. */

export interface Random {
  /** From 0 up to, not including, 1. */
  (): number;
  between(low: number, high: number): number;
  below(count: number): number;
  of<T>(list: readonly T[]): T;
}

/** A hash of some words. */
export function hash(words: string): number {
  let value = 2166136261;
  for (let at = 0; at < words.length; at += 1) {
    value = Math.imul(value ^ words.charCodeAt(at), 16777619);
  }
  value ^= value >>> 15;
  return Math.imul(value, 2246822519) >>> 0;
}

export function random(words: string): Random {
  let state = hash(words) || 1;
  const next = (() => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  }) as Random;
  next.between = (low, high) => Math.round((low + next() * (high - low)) * 10) / 10;
  next.below = (count) => Math.floor(next() * count);
  next.of = (list) => list[next.below(list.length)] as (typeof list)[number];
  next();
  return next;
}

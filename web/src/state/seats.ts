/** The seats this browser has, so that a reload sits down again. */

import { signal } from "@preact/signals";

export interface Seat {
  match: string;
  token: string;
  game: string;
  at: number;
  over?: boolean;
}

const KEY = "onplay.seats";
const MOST = 40;

function read(): Seat[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Seat[];
  } catch {
    return [];
  }
}

export const seats = signal<Seat[]>(read());

function write(list: Seat[]) {
  seats.value = list.slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(seats.value));
  } catch {
    // The link in the address bar still has the seat.
  }
}

export function keepSeat(seat: Omit<Seat, "at">) {
  write([{ ...seat, at: Date.now() }, ...seats.value.filter((other) => other.match !== seat.match)]);
}

export function endSeat(match: string) {
  write(seats.value.map((seat) => (seat.match === match ? { ...seat, over: true } : seat)));
}

export function dropSeat(match: string) {
  write(seats.value.filter((seat) => seat.match !== match));
}

export const seatAt = (match: string) => seats.value.find((seat) => seat.match === match);

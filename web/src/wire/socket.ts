/** One connection to a match, which comes back by itself when it is lost. */

import type { FromClient, ToClient } from "./types.ts";

/** The name of the protocol, as the socket is opened with it. */
const PROTOCOL = "onplay.v1.json";

/** How long to wait before each new try, in milliseconds; the last one repeats. */
const WAITS = [300, 800, 1500, 3000, 5000, 8000];

/** How a connection stands. */
export type Line =
  | { at: "connecting" }
  | { at: "open" }
  | { at: "lost"; tries: number; next: number }
  | { at: "closed"; why: string };

/** What a connection tells the table. */
export interface Listener {
  /** What the first message of each connection says. */
  join(): FromClient;
  message(message: ToClient): void;
  line(line: Line): void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private done = false;
  private wait: number | null = null;

  constructor(private readonly match: string, private readonly listener: Listener) {
    this.open();
    addEventListener("online", this.now);
  }

  /** Sends if somebody is there; whatever matters is asked again after a gap. */
  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Tries again without waiting. */
  readonly now = () => {
    if (this.done || this.socket) return;
    clearTimeout(this.timer);
    this.open();
  };

  /** Ends the connection for good. */
  close() {
    this.done = true;
    removeEventListener("online", this.now);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Ends it because the server said something that trying again will not change. */
  giveUp(why: string) {
    this.close();
    this.listener.line({ at: "closed", why });
  }

  private open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/api/matches/${encodeURIComponent(this.match)}/socket`;
    const socket = new WebSocket(address, PROTOCOL);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.listener.join()));
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ToClient;
      if (message.type === "ping") {
        this.send({ type: "pong" });
      } else if (message.type === "goodbye") {
        this.wait = message.reconnect === undefined ? null : Number(message.reconnect);
      } else {
        if (message.type === "hello") {
          this.tries = 0;
          this.listener.line({ at: "open" });
        }
        this.listener.message(message);
      }
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.done) return;
      const wait = this.wait ?? WAITS[Math.min(this.tries, WAITS.length - 1)] ?? 8000;
      this.wait = null;
      this.tries += 1;
      this.listener.line({ at: "lost", tries: this.tries, next: Date.now() + wait });
      this.timer = window.setTimeout(() => this.open(), wait);
    };
  }
}

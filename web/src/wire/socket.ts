/** One connection to a match, which comes back by itself when it is lost. */

import { ALONE, type Channel, LOCAL, localServer } from "./local.ts";
import type { FromClient, ToClient } from "./types.ts";

/** The name of the protocol, as the socket is opened with it. */
const PROTOCOL = "onplay.v1.json";

/** How long to wait before each new try, in milliseconds; the last one repeats. */
const WAITS = [300, 800, 1500, 3000, 5000, 8000];

/** Milliseconds to the host and back from which on own steps are shown ahead of it. */
const FAR = 60;

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
  /** What stands in for the socket at a table of this browser. */
  private channel: Channel | null = null;
  private joined = 0;
  /** Milliseconds from the first message of the connection to its answer. */
  private trip = 0;
  private tries = 0;
  private timer = 0;
  private done = false;
  private wait: number | null = null;

  constructor(private readonly match: string, private readonly listener: Listener) {
    if (ALONE || match.startsWith(LOCAL)) {
      void this.openHere();
    } else {
      this.open();
      addEventListener("online", this.now);
    }
  }

  /** Whether answers take so long that a player would wait for them. */
  get isFar(): boolean {
    return this.trip > FAR;
  }

  /** Sends if somebody is there; whatever matters is asked again after a gap. */
  send(message: FromClient): boolean {
    if (this.channel) {
      this.channel.send(message);
      return true;
    }
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Tries again without waiting. */
  readonly now = () => {
    if (this.done || this.socket || this.channel) return;
    clearTimeout(this.timer);
    this.open();
  };

  /** Ends the connection for good. */
  close() {
    this.done = true;
    removeEventListener("online", this.now);
    clearTimeout(this.timer);
    this.socket?.close();
    this.channel?.close();
    this.channel = null;
  }

  /** Ends it because the server said something that trying again will not change. */
  giveUp(why: string) {
    this.close();
    this.listener.line({ at: "closed", why });
  }

  /** A table of this browser: nothing can be lost on the way. */
  private async openHere() {
    try {
      const server = await localServer();
      const channel = await server.open(this.match, (message) => {
        if (!this.done) this.listener.message(message);
      });
      if (this.done) {
        channel.close();
        return;
      }
      this.channel = channel;
      this.listener.line({ at: "open" });
      channel.send(this.listener.join());
    } catch (error) {
      this.giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  private open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/api/matches/${encodeURIComponent(this.match)}/socket`;
    const socket = new WebSocket(address, PROTOCOL);
    this.socket = socket;
    socket.onopen = () => {
      this.joined = performance.now();
      socket.send(JSON.stringify(this.listener.join()));
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ToClient;
      if (message.type === "ping") {
        this.send({ type: "pong" });
      } else if (message.type === "goodbye") {
        this.wait = message.reconnect === undefined ? null : Number(message.reconnect);
      } else {
        if (message.type === "hello") {
          this.tries = 0;
          this.trip = performance.now() - this.joined;
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

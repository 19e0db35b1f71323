/** Matches that run in this browser: the wire without a server. */

import { loadServer } from "../lazy.ts";
import type { FromClient, ToClient } from "./types.ts";

/** The name of a match of this browser begins with this. */
export const LOCAL = "local-";

/** Whether this page is a file that was opened from a folder, where nothing can be fetched. */
export const FROM_FOLDER: boolean = import.meta.env.MODE === "folder";

/** Whether this page has no server at all. */
export const ALONE: boolean = FROM_FOLDER || import.meta.env.MODE === "site";

/** What stands in for a socket. */
export interface Channel {
  send(message: FromClient): void;
  close(): void;
}

/** What stands in for a server. */
export interface LocalServer {
  /** Answers a request as the server's API would; throws what is refused. */
  call(path: string, body?: unknown): Promise<unknown>;
  /** Opens a match; whatever is told comes one message at a time. */
  open(match: string, tell: (message: ToClient) => void): Promise<Channel>;
}

let server: Promise<LocalServer> | null = null;

/** The stand-in, loaded when it is first needed. */
export function localServer(): Promise<LocalServer> {
  server ??= loadServer().then((module) => module.localServer);
  return server;
}

/** Whether a match runs in this browser, where nobody else can come to it. */
export const isOwn = (match: string) => match.startsWith(LOCAL);

/** Whether a request is for this browser. */
export const isLocal = (path: string) => ALONE || ["matches", "games"].some((kind) => path.startsWith(`/api/${kind}/${LOCAL}`));

/** Parts of the page that others load when they need them: a page that was opened as a file
 * can load nothing later, so it holds them from the beginning. */

import * as server from "./engine/server.ts";
import * as start from "./engine/start.ts";
import * as tables from "./engine/tables.ts";
import * as workshop from "./workshop/Workshop.tsx";

export const loadWorkshop = async () => workshop;
export const loadServer = async () => server;
export const loadEngine = async () => start;
export const loadTables = async () => tables;

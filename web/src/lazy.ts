/** Parts of the page that are loaded when they are first needed. A page from a folder is
 * built with `lazy-folder.ts` in place of this. */

export const loadWorkshop = () => import("./workshop/Workshop.tsx");
export const loadServer = () => import("./engine/server.ts");
export const loadEngine = () => import("./engine/start.ts");
export const loadTables = () => import("./engine/tables.ts");

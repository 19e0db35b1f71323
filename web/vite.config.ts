import { fileURLToPath } from "node:url";

import { defineConfig, type Plugin } from "vite";

// While the page is being worked on, a server that was started by itself answers
// for everything but the page.
const server = process.env.ONPLAY_SERVER ?? "http://127.0.0.1:8080";

/** Opened as a file, a page may load no module and fetch nothing. This script, the first
 * one of a page without a server, loads the page made for that from `folder/`. */
const OPENER = `if (location.protocol === "file:") {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "folder/page.css";
  const script = document.createElement("script");
  script.src = "folder/page.js";
  script.defer = true;
  document.head.append(style);
  addEventListener("DOMContentLoaded", () => document.head.append(script));
}
`;

const opener: Plugin = {
  name: "opener",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "open.js", source: OPENER });
  },
  transformIndexHtml: () => [{ tag: "script", attrs: { src: "./open.js" }, injectTo: "head-prepend" }],
};

/** The engine as a script that leaves its bytes behind as an address. */
const engineAsScript: Plugin = {
  name: "engine-as-script",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type !== "asset" || !name.endsWith(".wasm")) continue;
      const bytes = Buffer.from(file.source).toString("base64");
      this.emitFile({ type: "asset", fileName: "engine.js", source: `globalThis.onplayEngine = "data:application/wasm;base64,${bytes}";\n` });
      delete bundle[name];
    }
  },
};

const usual = { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } } as const;
const folder = {
  ...usual,
  cssCodeSplit: false,
  rolldownOptions: {
    input: "src/main.tsx",
    output: { format: "iife", codeSplitting: false, entryFileNames: "page.js", assetFileNames: "page[extname]" },
  },
} as const;

/** What a page from a folder has in place of other modules. */
const standIns = ["engine/spawn", "lazy"].map((name) => ({
  find: new RegExp(`^\\.{1,2}/(.*/)?${name.split("/").pop()}\\.ts$`),
  replacement: fileURLToPath(new URL(`src/${name}-folder.ts`, import.meta.url)),
}));

export default defineConfig(({ mode }) => ({
  // A page without a server may lie anywhere.
  base: mode === "site" || mode === "folder" ? "./" : "/",
  plugins: mode === "site" ? [opener] : mode === "folder" ? [engineAsScript] : [],
  resolve: mode === "folder" ? { alias: standIns } : {},
  worker: { format: mode === "folder" ? "iife" : "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: mode === "folder" ? folder : usual,
  publicDir: mode === "folder" ? false : "public",
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
}));

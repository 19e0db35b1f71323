import { defineConfig } from "vite";

// While the page is being worked on, a server that was started by itself answers
// for everything but the page.
const server = process.env.ONPLAY_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig(({ mode }) => ({
  // A page without a server may lie anywhere.
  base: mode === "site" ? "./" : "/",
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
}));

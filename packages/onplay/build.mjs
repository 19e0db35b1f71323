// Compiles the package. The types of the wire come from Rust, the engine from
// `cargo xtask wasm`; both lie beside the sources while TypeScript looks at them.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);
if (!existsSync(here("dist/engine.js"))) {
  console.error("the engine is missing: `cargo xtask wasm` builds all of it");
  process.exit(1);
}
copyFileSync(here("../../crates/wire/bindings/onplay.ts"), here("src/wire.ts"));
copyFileSync(here("dist/engine.d.ts"), here("src/engine.d.ts"));
const compiler = here("node_modules/typescript/bin/tsc").pathname;
execFileSync(process.execPath, [compiler, "--project", here("tsconfig.json").pathname], {
  stdio: "inherit",
});

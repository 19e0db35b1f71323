// A folder behind a plain web server, with the server's own security policy.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'";

/** Serves the files of a folder under a path, and nothing else. */
export function serveFolder(folder, path = "/") {
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://here");
    asked.push(pathname);
    const name = pathname === path ? "index.html" : pathname.slice(path.length);
    try {
      if (!pathname.startsWith(path)) throw new Error("outside");
      const body = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] ?? "application/octet-stream", "content-security-policy": POLICY });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ address: `http://127.0.0.1:${server.address().port}${path}`, asked, stop: () => server.close() })));
}

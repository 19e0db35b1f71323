/** Projects on their way: as a link, and as files. */

import type { SourceFile } from "../engine/start.ts";
import { newId, type Project } from "./project.ts";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) throw new Error("The link holds too much.");
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The project as text that fits behind `#`. */
export async function pack({ title, game, files }: Project): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify({ title, game, files })), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const MOST_BYTES = 1 << 20;

/** The project that a link holds; what is not one is refused. */
export async function unpack(text: string): Promise<Project> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const said: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), MOST_BYTES)));
  const { title, game, files } = said as Partial<Project>;
  const sound = typeof title === "string" && typeof game === "string" && Array.isArray(files)
    && files.every((file) => typeof file?.name === "string" && typeof file?.text === "string");
  if (!sound) throw new Error("The link holds no project.");
  return { id: newId(), title, game, files: files as SourceFile[], at: Date.now() };
}

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Files in one archive (ZIP, not compressed). */
export function archive(files: SourceFile[]): Blob {
  const encode = new TextEncoder();
  const parts: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const [name, data] = [encode.encode(file.name), encode.encode(file.text)];
    // What the local header and the entry of the directory have in common.
    const common = new DataView(new ArrayBuffer(26));
    common.setUint16(0, 20, true);
    common.setUint16(2, 0x0800, true);
    common.setUint32(6, 0x00210000, true);
    common.setUint32(10, checksum(data), true);
    common.setUint32(14, data.length, true);
    common.setUint32(18, data.length, true);
    common.setUint16(22, name.length, true);
    const same = new Uint8Array(common.buffer);
    const local = [new Uint8Array([0x50, 0x4b, 3, 4]), same, name, data];
    const rest = new DataView(new ArrayBuffer(14));
    rest.setUint32(10, offset, true);
    entries.push(new Uint8Array([0x50, 0x4b, 1, 2, 20, 0]), same, new Uint8Array(rest.buffer), name);
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = entries.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...entries, new Uint8Array(end.buffer)] as BlobPart[], { type: "application/zip" });
}

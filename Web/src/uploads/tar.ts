/**
 * A tar archive as a Blob of parts: headers and references to files, so that a folder of many gigabytes is streamed from
 * the disk by the browser and never read into memory. Format: POSIX ustar with pax headers where a name or size does not fit
 * (IEEE Std 1003.1, pax interchange format).
 */

export interface TarEntry {
  /** With forward slashes, relative: `office/depth/000001.png`. */
  path: string;
  body: Blob;
  /** Milliseconds since 1970. */
  modified: number;
}

const block = 512;
const largestOctalSize = 0o77777777777; // eleven octal digits: 8 GiB less a byte
const encoder = new TextEncoder();

/** The archive. Its `size` is known immediately; its bytes are read when it is sent. */
export function tarBlob(entries: Iterable<TarEntry>): Blob {
  const parts: BlobPart[] = [];
  for (const entry of entries) {
    parts.push(...entryHeaders(entry), entry.body, padding(entry.body.size));
  }
  parts.push(new Uint8Array(2 * block)); // two empty blocks end the archive
  return new Blob(parts, { type: "application/octet-stream" });
}

/** The blocks before a file's bytes: a ustar header, and before it a pax header where the fields of ustar are too short. */
export function entryHeaders(entry: TarEntry): Uint8Array<ArrayBuffer>[] {
  const seconds = Math.max(0, Math.floor(entry.modified / 1000));
  const size = entry.body.size;
  const split = splitName(entry.path);
  const records: [string, string][] = [];
  if (split === null) records.push(["path", entry.path]);
  if (size > largestOctalSize) records.push(["size", String(size)]);

  const name = split ?? { prefix: "", name: shortName(entry.path) };
  const header = ustarHeader(name.prefix, name.name, Math.min(size, largestOctalSize), seconds, "0");
  if (records.length === 0) return [header];

  const body = paxRecords(records);
  return [ustarHeader("", "PaxHeader", body.length, seconds, "x"), body, padding(body.length), header];
}

/** Name and prefix as ustar stores them (100 and 155 bytes, cut at a slash), or null if they don't fit or aren't ASCII. */
export function splitName(path: string): { prefix: string; name: string } | null {
  if (!/^[\x20-\x7e]+$/.test(path)) return null;
  if (path.length <= 100) return { prefix: "", name: path };
  // The first slash that leaves a name short enough leaves the shortest prefix as well.
  const slash = path.indexOf("/", path.length - 101);
  if (slash <= 0 || slash > 155 || slash === path.length - 1) return null;
  return { prefix: path.slice(0, slash), name: path.slice(slash + 1) };
}

/** For readers that don't know pax: the end of the path in ASCII, a hundred characters at most. */
function shortName(path: string): string {
  return path.replace(/[^\x20-\x7e]/gu, "_").slice(-100).replace(/^\/+/, "");
}

function ustarHeader(
  prefix: string,
  name: string,
  size: number,
  seconds: number,
  kind: string,
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(block);
  const put = (text: string, at: number): void => header.set(encoder.encode(text), at);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");
  put(name, 0);
  put(octal(0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(seconds, 11), 136);
  put("        ", 148); // the checksum counts itself as eight spaces
  put(kind, 156);
  put("ustar", 257);
  put("00", 263);
  put(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 6)}\0 `, 148);
  return header;
}

/** `LENGTH key=value\n`, where LENGTH counts the whole record, its own digits included. */
export function paxRecords(records: [string, string][]): Uint8Array<ArrayBuffer> {
  const lines = records.map(([key, value]) => {
    const rest = encoder.encode(` ${key}=${value}\n`).length;
    let length = rest + 1;
    while (rest + String(length).length !== length) length = rest + String(length).length;
    return `${length} ${key}=${value}\n`;
  });
  return encoder.encode(lines.join(""));
}

function padding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((block - (size % block)) % block);
}

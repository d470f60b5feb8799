import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { entryHeaders, paxRecords, splitName, tarBlob } from "../src/uploads/tar.ts";

const text = (bytes: Uint8Array, at: number, length: number): string =>
  new TextDecoder().decode(bytes.subarray(at, at + length)).replace(/\0.*$/s, "");

/** A Blob of any size that holds nothing. */
function pretend(size: number): Blob {
  return { size } as Blob;
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

Deno.test("a file becomes a header, its bytes and padding; two empty blocks end the archive", async () => {
  const body = new Blob(["hello"]);
  const archive = await bytesOf(tarBlob([{ path: "office/a.txt", body, modified: 1_700_000_000_123 }]));
  strictEqual(archive.length, 512 + 512 + 1024);
  strictEqual(text(archive, 0, 100), "office/a.txt");
  strictEqual(text(archive, 124, 12), "00000000005");
  strictEqual(parseInt(text(archive, 136, 12), 8), 1_700_000_000);
  strictEqual(text(archive, 257, 6), "ustar");
  strictEqual(text(archive, 512, 5), "hello");
  ok(archive.subarray(517).every((byte) => byte === 0));
});

Deno.test("the checksum is the sum of the header's bytes with spaces in its own place", () => {
  const [header] = entryHeaders({ path: "a", body: pretend(0), modified: 0 });
  const stated = parseInt(text(header!, 148, 6), 8);
  header!.fill(32, 148, 156);
  strictEqual(header!.reduce((sum, byte) => sum + byte, 0), stated);
});

Deno.test("a body that fills its blocks gets no padding", async () => {
  const archive = tarBlob([{ path: "a", body: new Blob([new Uint8Array(1024)]), modified: 0 }]);
  strictEqual(archive.size, 512 + 1024 + 1024);
  strictEqual((await bytesOf(archive)).length, archive.size);
});

Deno.test("names of up to 256 bytes are cut at a slash", () => {
  deepStrictEqual(splitName("a/b.png"), { prefix: "", name: "a/b.png" });
  const exact = "x".repeat(100);
  deepStrictEqual(splitName(exact), { prefix: "", name: exact });
  const long = `${"d".repeat(80)}/${"e".repeat(60)}/frame.png`;
  const split = splitName(long)!;
  strictEqual(`${split.prefix}/${split.name}`, long);
  ok(split.name.length <= 100 && split.prefix.length <= 155);
  strictEqual(splitName("x".repeat(101)), null);
  strictEqual(splitName(`${"d".repeat(156)}/a.png`), null);
  strictEqual(splitName("Küche.png"), null);
});

Deno.test("what ustar can't hold goes into a pax header before it", () => {
  const blocks = entryHeaders({ path: "Küche/画像.png", body: pretend(3), modified: 0 });
  strictEqual(blocks.length, 4);
  strictEqual(String.fromCharCode(blocks[0]![156]!), "x");
  strictEqual(new TextDecoder().decode(blocks[1]), "26 path=Küche/画像.png\n");
  strictEqual(parseInt(text(blocks[0]!, 124, 12), 8), blocks[1]!.length);
  strictEqual((blocks[1]!.length + blocks[2]!.length) % 512, 0);
  strictEqual(text(blocks[3]!, 0, 100), "K_che/__.png");
});

Deno.test("sizes from 8 GiB go into a pax header", () => {
  strictEqual(entryHeaders({ path: "a", body: pretend(8 * 2 ** 30 - 1), modified: 0 }).length, 1);
  const blocks = entryHeaders({ path: "a", body: pretend(8 * 2 ** 30), modified: 0 });
  strictEqual(new TextDecoder().decode(blocks[1]), "19 size=8589934592\n");
});

Deno.test("a pax record counts its own digits", () => {
  for (const length of [1, 80, 86, 87, 88, 985, 986, 987, 988]) {
    const record = paxRecords([["path", "x".repeat(length)]]);
    strictEqual(parseInt(new TextDecoder().decode(record)), record.length);
  }
});

import { deepStrictEqual, strictEqual } from "./assert.ts";
import { decode, encode } from "../src/service/passkey.ts";

Deno.test("bytes of passkeys travel as base64 for addresses, without padding", () => {
  strictEqual(encode(new Uint8Array([251, 255, 0]).buffer), "-_8A");
  strictEqual(encode(new Uint8Array([1]).buffer), "AQ");
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
    deepStrictEqual([...decode(encode(bytes.buffer))], [...bytes]);
  }
});

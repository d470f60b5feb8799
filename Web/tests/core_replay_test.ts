/** What was recorded natively is done again by core.wasm: every state is the same, bit for bit. */

import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { coreFrom } from "../src/core/core.ts";

const fixtures = "../Tests/ExplorationTests/Fixtures";

Deno.test("a visit recorded natively gives the same bytes in the browser's core", async () => {
  const core = await coreFrom(await Deno.readFile("../.build-wasm/core.wasm"));
  const recording = await Deno.readFile(`${fixtures}/visit.dioramavisit`);
  const replay = core.replay(recording);
  // A digest of the state after each command is in the recording.
  strictEqual(replay.replayed.firstDifference, -1);
  ok(replay.replayed.commands > 480);
  deepStrictEqual(Array.from(replay.state.copy()), Array.from(await Deno.readFile(`${fixtures}/visit.state`)));
  // And recorded again it is the same recording.
  const again = replay.recording();
  ok(again !== null && again.length === recording.length && again.every((byte, i) => byte === recording[i]));
  replay.dispose();
});

Deno.test("a recording that is none is refused", async () => {
  const core = await coreFrom(await Deno.readFile("../.build-wasm/core.wasm"));
  const recording = await Deno.readFile(`${fixtures}/visit.dioramavisit`);
  for (const bytes of [new Uint8Array(), recording.slice(0, 1000), recording.slice(0, recording.length - 2)]) {
    let message = "";
    try {
      core.replay(bytes);
    } catch (error) {
      message = (error as Error).message;
    }
    strictEqual(message, "The recording is damaged or incomplete.");
  }
});

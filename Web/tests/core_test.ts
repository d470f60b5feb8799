import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { type Core, CoreError, coreFrom } from "../src/core/core.ts";

/** A room of 6 x 4 m, 2.5 m high, seen from inside, as rectangles cut into squares. */
export function room(): { positions: Float32Array; indices: Uint32Array } {
  const positions: number[] = [];
  const indices: number[] = [];
  type P = [number, number, number];
  const wall = (o: P, a: P, b: P, n = 8): void => {
    const base = positions.length / 3;
    for (let j = 0; j <= n; j += 1) {
      for (let i = 0; i <= n; i += 1) {
        for (let k = 0; k < 3; k += 1) positions.push(o[k]! + (a[k]! * i + b[k]! * j) / n);
      }
    }
    for (let j = 0; j < n; j += 1) {
      for (let i = 0; i < n; i += 1) {
        const at = base + j * (n + 1) + i;
        indices.push(at, at + 1, at + n + 1, at + 1, at + n + 2, at + n + 1);
      }
    }
  };
  wall([-3, 0, -2], [0, 0, 4], [6, 0, 0]);
  wall([-3, 2.5, -2], [6, 0, 0], [0, 0, 4]);
  wall([-3, 0, -2], [6, 0, 0], [0, 2.5, 0]);
  wall([3, 0, 2], [-6, 0, 0], [0, 2.5, 0]);
  wall([-3, 0, 2], [0, 0, -4], [0, 2.5, 0]);
  wall([3, 0, -2], [0, 0, 4], [0, 2.5, 0]);
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

let loaded: Promise<Core> | null = null;
function core(): Promise<Core> {
  return loaded ??= Deno.readFile("../.build-wasm/core.wasm").then((bytes) => coreFrom(bytes));
}

Deno.test("a visitor walks in a room, and walls hold", async () => {
  const { positions, indices } = room();
  const exploration = (await core()).exploration(positions, indices);
  ok(exploration.facts.start !== null);
  ok(Math.abs(exploration.facts.floor) < 1e-6 && Math.abs(exploration.facts.ceiling! - 2.5) < 1e-6);
  for (let i = 0; i < 600; i += 1) exploration.step(1 / 60, { moveX: 1, moveY: 0.3 });
  const { position } = exploration.state.avatar;
  ok(Math.abs(position[0]) < 2.84 && Math.abs(position[2]) < 1.84, `${position}`);
  strictEqual(position[1], 0);
  exploration.dispose();
});

Deno.test("a flight ends at its viewpoint, and the way back where one was, bit for bit", async () => {
  const { positions, indices } = room();
  const exploration = (await core()).exploration(positions, indices);
  for (let i = 0; i < 30; i += 1) exploration.step(1 / 60, { orbitX: 0.01, moveY: 1 });
  const before = JSON.stringify(exploration.state.camera);
  exploration.flyTo([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1.5, 1, 1], 1);
  for (let i = 0; i < 80; i += 1) exploration.step(1 / 60);
  ok(!exploration.state.flying && exploration.state.away);
  strictEqual(exploration.state.camera.position.join(), "1,1.5,1");
  strictEqual(exploration.state.camera.fov, 1);
  exploration.flyBack();
  while (exploration.state.away) exploration.step(1 / 60);
  strictEqual(JSON.stringify(exploration.state.camera), before);
  exploration.dispose();
});

Deno.test("pins near the visitor are entered, discovered, and can be picked", async () => {
  const { positions, indices } = room();
  const exploration = (await core()).exploration(positions, indices);
  const [x, y, z] = exploration.facts.start!;
  exploration.setPins(new Float32Array([x + 0.5, y + 1, z, x + 2.4, y + 1, z]), new Int8Array([2, -1]));
  const state = exploration.step(1 / 60);
  strictEqual(state.discovered.join(), "0");
  strictEqual(state.entered.join(), "0");
  strictEqual(state.nearest?.index, 0);
  strictEqual(exploration.cues.length, 8);
  strictEqual(exploration.pick({ origin: [x + 2.4, y + 1, z + 1], direction: [0, 0, -1] }).kind, 3);
  const hit = exploration.pick({ origin: [x, y + 1, z], direction: [0, -1, 0] });
  strictEqual(hit.kind, 1);
  deepStrictEqual(exploration.nearestPins([x, y, z], 12), [0, 1]);
  deepStrictEqual(exploration.nearestPins([x + 9, y, z], 1), [1]);
  deepStrictEqual(exploration.nearestPins([x, y, z], 0), []);
  const placed = exploration.place(hit, 9)!;
  ok(Math.abs(placed.cue[1] - placed.point[1] - placed.height) < 1e-5);
  ok(Math.abs(placed.headroom - 2.39) < 0.02 && placed.height === placed.headroom, `${placed.headroom}`);
  exploration.dispose();
});

Deno.test("what is not a place is refused in words", async () => {
  const loaded = await core();
  for (
    const [positions, indices] of [
      [new Float32Array(9), new Uint32Array([0, 1, 9])],
      [new Float32Array(9), new Uint32Array()],
      [new Float32Array(8), new Uint32Array([0, 0, 0])],
    ] as const
  ) {
    let message = "";
    try {
      loaded.exploration(positions, indices);
    } catch (error) {
      ok(error instanceof CoreError);
      message = (error as Error).message;
    }
    ok(message.length > 0);
  }
});

Deno.test("opened in slices it is the same place, and the page goes on meanwhile", async () => {
  const { positions, indices } = room();
  const loaded = await core();
  let ticks = 0;
  const timer = setInterval(() => ticks += 1, 0);
  const sliced = await loaded.open(positions, indices);
  clearInterval(timer);
  const whole = loaded.exploration(positions, indices);
  deepStrictEqual(sliced.facts, whole.facts);
  deepStrictEqual(Array.from(sliced.state.copy()), Array.from(whole.state.copy()));
  sliced.dispose();
  whole.dispose();
});

Deno.test("what is larger than memory is refused in words, and the core goes on", async () => {
  const loaded = await core();
  const { positions, indices } = room();
  const exploration = loaded.exploration(positions, indices);
  let message = "";
  try {
    // With its hierarchy more than the 1 GiB that the core may have.
    loaded.exploration(positions, new Uint32Array(20_000_000));
  } catch (error) {
    ok(error instanceof CoreError);
    message = (error as Error).message;
  }
  strictEqual(message, "The space is too large for this browser's memory.");
  strictEqual(exploration.step(1 / 60).steps, 1);
  exploration.dispose();
});

Deno.test("memory that grows moves nothing that was handed out, and what is disposed of is freed", async () => {
  const bytes = await Deno.readFile("../.build-wasm/core.wasm");
  const own = await coreFrom(bytes);
  const { positions, indices } = room();
  const exploration = own.exploration(positions, indices);
  const { state } = exploration;
  exploration.step(1 / 60, { moveX: 1 });
  const before = JSON.stringify(state.camera);
  for (let i = 0; i < 60; i += 1) {
    const other = own.exploration(positions, indices);
    other.setPins(new Float32Array(30_000));
    other.dispose();
  }
  strictEqual(JSON.stringify(state.camera), before);
  exploration.setPins(new Float32Array(300_000));
  strictEqual(JSON.stringify(state.camera), before);
  strictEqual(exploration.cues.length, 400_000);
  ok(exploration.memory < 64 << 20, `${exploration.memory}`);
  exploration.dispose();
  exploration.dispose();
  let message = "";
  try {
    exploration.step(1 / 60);
  } catch (error) {
    message = (error as Error).message;
  }
  strictEqual(message, "This view of the space was closed.");
});

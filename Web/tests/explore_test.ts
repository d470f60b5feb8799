import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { AtmosphereTransition, mixed } from "../src/explore/atmosphere/atmosphere-transition.ts";
import { atmosphereOf, blend, plain } from "../src/explore/atmosphere/atmosphere.ts";
import { DiscoveredMemories, maxMemories, maxSpaces } from "../src/explore/cues/discovered-memories.ts";
import type { KeyValueStore } from "../src/ui/browser-storage.ts";
import {
  isHeldKey,
  isStill,
  joystickVector,
  keyIntent,
  padIntent,
  pressed,
  stillness,
  together,
} from "../src/explore/input/intent.ts";
import { joined } from "../src/scene/mesh-surface.ts";
import { moodValues } from "../src/api/generated.ts";
import { moodAt, moodIndex, moodNames, moods } from "../src/ui/moods.ts";
import { relativePosition } from "../src/explore/cues/relative-position.ts";
import { fadeSeconds, presence } from "../src/explore/atmosphere/ambience.ts";
import { chime } from "../src/explore/atmosphere/chime.ts";
import { TableFeedback } from "../src/explore/atmosphere/table-feedback.ts";
import { Vibration } from "../src/feedback/vibration.ts";
import { aim, fittingFieldOfView, matrixOf, openFieldOfView, yawOf } from "../src/explore/viewpoints/viewpoint.ts";

function near(a: number, b: number, tolerance = 1e-6): void {
  ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);
}

function store(): KeyValueStore & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

Deno.test("there are six moods, each with a word, in the server's order", () => {
  deepStrictEqual(moods, moodValues);
  moods.forEach((mood, i) => {
    strictEqual(moodAt(i), mood);
    strictEqual(moodIndex(mood), i);
    ok(moodNames[mood].length > 0);
  });
  strictEqual(moodAt(-1), null);
  strictEqual(moodIndex(null), -1);
});

Deno.test("what was found is there on the next visit, and only the new is told", () => {
  const kept = store();
  const first = new DiscoveredMemories("A", kept);
  deepStrictEqual(first.add(["x", "y", "x"]), ["x", "y"]);
  deepStrictEqual(first.add(["y", "z"]), ["z"]);
  const again = new DiscoveredMemories("A", kept);
  ok(again.has("x") && again.has("z") && again.count === 3);
  strictEqual(new DiscoveredMemories("B", kept).count, 0);
});

Deno.test("what is kept of a space and how many spaces are kept is bounded; damaged storage is none", () => {
  const kept = store();
  const found = new DiscoveredMemories("A", kept);
  found.add(Array.from({ length: maxMemories + 10 }, (_, i) => `m${i}`));
  strictEqual(found.count, maxMemories);
  ok(!found.has("m0") && found.has(`m${maxMemories + 9}`));
  for (let i = 0; i < maxSpaces + 3; i += 1) new DiscoveredMemories(`S${i}`, kept).add(["x"]);
  strictEqual([...kept.kept.keys()].filter((key) => key.startsWith("diorama.discovered.")).length, maxSpaces);
  strictEqual(new DiscoveredMemories("A", kept).count, 0);
  kept.kept.set("diorama.discovered.A", "{broken");
  strictEqual(new DiscoveredMemories("A", kept).count, 0);
  kept.kept.set("diorama.discovered.A", '[1, {"a": 2}, "fine"]');
  strictEqual(new DiscoveredMemories("A", kept).count, 1);
});

Deno.test("a browser that keeps nothing still lets one find", () => {
  const full: KeyValueStore = {
    ...store(),
    setItem: () => {
      throw new Error("full");
    },
  };
  deepStrictEqual(new DiscoveredMemories("A", full).add(["x"]), ["x"]);
  deepStrictEqual(new DiscoveredMemories("A", null).add(["x"]), ["x"]);
});

Deno.test("keys walk and turn; opposite ones cancel out and slants are no faster", () => {
  deepStrictEqual(keyIntent(new Set(["KeyW"]), 0.1), { ...stillness, moveY: 1 });
  near(
    Math.hypot(keyIntent(new Set(["ArrowUp", "KeyD"]), 0.1).moveX, keyIntent(new Set(["ArrowUp", "KeyD"]), 0.1).moveY),
    1,
  );
  ok(isStill(keyIntent(new Set(["KeyA", "ArrowRight", "KeyX"]), 0.1)));
  ok(keyIntent(new Set(["KeyQ"]), 0.1).orbitX < 0 && keyIntent(new Set(["KeyE"]), 0.1).orbitX > 0);
  ok(keyIntent(new Set(["Equal"]), 0.1).zoom < 1 && keyIntent(new Set(["Minus"]), 0.1).zoom > 1);
  near(keyIntent(new Set(["Minus", "NumpadSubtract"]), 0.1).zoom, keyIntent(new Set(["Minus"]), 0.1).zoom);
  ok(isHeldKey("KeyW") && isHeldKey("PageUp") && !isHeldKey("Tab") && !isHeldKey("Enter"));
});

Deno.test("a gamepad's sticks have a rest, and its triggers zoom", () => {
  const buttons = Array.from({ length: 16 }, () => ({ value: 0, pressed: false }));
  ok(isStill(padIntent([0.1, -0.08, 0.05, 0.02], buttons, 0.1)));
  const full = padIntent([0, -1, 1, 0], buttons, 0.1);
  near(full.moveY, 1);
  ok(full.orbitX > 0 && full.moveX === 0);
  buttons[7] = { value: 1, pressed: true };
  ok(padIntent([0, 0, 0, 0], buttons, 0.1).zoom < 1);
  ok(isStill(padIntent([], [], 0.1)));
  deepStrictEqual(pressed(buttons, []), [7]);
  deepStrictEqual(pressed(buttons, buttons.map((button) => button.pressed)), []);
});

Deno.test("the joystick goes up to its rim, and all inputs together are no faster than one", () => {
  near(joystickVector(0, -50, 50).moveY, 1);
  deepStrictEqual(joystickVector(3, 2, 50), { moveX: 0, moveY: 0 });
  const both = together({ ...stillness, moveY: 1, zoom: 2 }, { ...stillness, moveY: 1, zoom: 0.5, orbitX: 0.1 });
  deepStrictEqual(both, { moveX: 0, moveY: 1, orbitX: 0.1, orbitY: 0, zoom: 1 });
});

Deno.test("where a memory is, is said as one who stands there would say it", () => {
  strictEqual(relativePosition([0, 0, 0], 0, [0, 1, -3.1]), "3 metres ahead");
  strictEqual(relativePosition([0, 0, 0], 0, [2, 0, 0]), "2 metres to the right");
  // Turned a quarter to the left: what was ahead is to the right now.
  strictEqual(relativePosition([0, 0, 0], Math.PI / 2, [0, 0, -2]), "2 metres to the right");
  strictEqual(relativePosition([0, 0, 0], 0, [-1, 0, 1]), "1.5 metres behind to the left");
  strictEqual(relativePosition([0, 0, 0], 0, [0.1, 2, 0.1]), "right here");
  strictEqual(relativePosition([0, 0, 0], 0, [0, 0, -0.62]), "60 centimetres ahead");
});

Deno.test("the air has no mood without memories, leans to those nearby, and turns to the open one and back", () => {
  deepStrictEqual(mixed([0, 0, 0, 0, 0, 0]), plain);
  const hint = mixed([0, 0, 0, 0, 1, 0]);
  ok(hint.light[0] < 1 && hint.light[0] > atmosphereOf("sorrow").light[0]);
  deepStrictEqual(blend(plain, atmosphereOf("joy"), 1), atmosphereOf("joy"));
  const air = new AtmosphereTransition();
  air.setMood("sorrow");
  ok(air.moving);
  let now = plain;
  for (let i = 0; i < 40; i += 1) now = air.advance(0.1, [0, 0, 0, 0, 0, 0]);
  near(now.saturation, atmosphereOf("sorrow").saturation);
  ok(!air.moving);
  air.setMood(null);
  now = air.advance(10, [0, 0, 0, 0, 0, 0]);
  near(now.saturation, 1);
  near(now.density, 0);
});

Deno.test("sound is off until it is switched on, and the choice is kept", () => {
  const kept = store();
  const device = new Vibration({}, () => false);
  const feedback = new TableFeedback(kept, device);
  ok(!feedback.sound.peek());
  feedback.discovered("joy"); // nothing to hear, nothing to fail
  feedback.setSound(true);
  ok(new TableFeedback(kept, device).sound.peek());
  feedback.setSound(false);
  ok(!new TableFeedback(kept, device).sound.peek());
  feedback.background.set(false);
  feedback.vibration.set(false);
  const again = new TableFeedback(kept, device);
  ok(!again.background.peek() && !again.vibration.peek());
  for (const mood of [...moods, null]) {
    const { tones } = chime(mood);
    ok(tones.length === 4 && tones.every((tone) => tone.from > 100 && tone.from < 5000 && tone.gain <= 0.1));
  }
});

Deno.test("a discovery vibrates once, unless it is switched off", () => {
  const patterns: number[][] = [];
  const device = { vibrate: (pattern: number[]): boolean => patterns.push(pattern) > 0 };
  const feedback = new TableFeedback(store(), new Vibration(device, () => false));
  feedback.discovered("calm");
  strictEqual(patterns.length, 1);
  feedback.vibration.set(false);
  feedback.discovered("calm");
  strictEqual(patterns.length, 1);
  const still = new TableFeedback(store(), new Vibration(device, () => true));
  still.discovered("calm");
  strictEqual(patterns.length, 1);
  ok(still.vibrationUnavailable?.includes("reduced motion") === true);
});

Deno.test("the background sound grows towards a memory and fades by its mood", () => {
  near(presence(10), 0);
  near(presence(4.5), 0);
  near(presence(0.5), 1);
  for (let metres = 0; metres < 5; metres += 0.1) ok(presence(metres) >= presence(metres + 0.1));
  for (const mood of [...moods, null]) ok(fadeSeconds(mood) > 0.5 && fadeSeconds(mood) < 3);
  ok(fadeSeconds("sorrow") > fadeSeconds("joy"));
});

Deno.test("a viewpoint is seen whole in any window, and back", () => {
  const lens = { fieldOfView: 0.8, aspect: 1.5 };
  const same = { width: 1500, height: 1000, top: 0, bottom: 0 };
  near(fittingFieldOfView(lens, same), 0.8);
  const tall = { width: 390, height: 844, top: 80, bottom: 200 };
  const wide = fittingFieldOfView(lens, tall);
  const across = Math.tan(wide / 2) * tall.width / tall.height;
  ok(across >= Math.tan(0.4) * 1.5 - 1e-9);
  const back = openFieldOfView(wide, tall);
  ok(Math.tan(back.fieldOfView / 2) * back.aspect >= Math.tan(0.4) * 1.5 - 1e-9);
  near(openFieldOfView(0.8, same).fieldOfView, 0.8);
});

Deno.test("a camera that is aimed looks at its target", () => {
  const [eye, target] = [[1, 1.5, 2], [-2, 0.4, -1]] as const;
  const { yaw, pitch } = aim(eye, target);
  const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)];
  const rotation = [cy * sp, sy * cp, -sy * sp, cy * cp] as const; // around y, then around its own x
  const m = matrixOf(eye, rotation);
  const way = target.map((value, i) => value - eye[i]!);
  const length = Math.hypot(...way);
  [-m[8]!, -m[9]!, -m[10]!].forEach((value, i) => near(value, way[i]! / length, 1e-9));
  near(yawOf(rotation), yaw, 1e-9);
  deepStrictEqual(m.slice(12), [1, 1.5, 2, 1]);
});

Deno.test("meshes become one surface, whether indexed or not", () => {
  const piece = (values: number[], index: number[] | null): Parameters<typeof joined>[0][number] => ({
    position: {
      count: values.length / 3,
      array: new Float32Array(values),
      getX: (i) => values[3 * i]!,
      getY: (i) => values[3 * i + 1]!,
      getZ: (i) => values[3 * i + 2]!,
    },
    index: index && { count: index.length, array: new Uint16Array(index) },
  });
  const { positions, indices } = joined([
    piece([0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9], [0, 1, 2, 3]),
    piece([5, 0, 0, 6, 0, 0, 5, 1, 0], null),
  ]);
  strictEqual(positions.length, 21);
  deepStrictEqual([...indices], [0, 1, 2, 4, 5, 6]);
});

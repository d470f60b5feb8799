import { readDefaultView } from "../src/scene/default-view.ts";
import { eye, lens, lookingAt } from "../src/scene/view.ts";
import { deepStrictEqual as equal } from "./assert.ts";

Deno.test("a view around the scan and one inside of it are read, anything else is none", () => {
  equal(readDefaultView('{"kind":"around","yaw":0.4,"pitch":0.3}'), { kind: "around", yaw: 0.4, pitch: 0.3 });
  const inside = { kind: "inside", eye: [1, 2, 3], target: [4, 2, 3] };
  equal(readDefaultView(JSON.stringify(inside)), inside);
  for (
    const text of [
      "",
      "[]",
      "null",
      '{"kind":"around","yaw":"0"}',
      '{"kind":"inside","eye":[1,2],"target":[1,2,3]}',
      '{"kind":"below"}',
    ]
  ) {
    equal(readDefaultView(text), null);
  }
});

Deno.test("a view from a point at another has its eye there", () => {
  const view = lookingAt([1, 2, 3], [4, 1.5, 5]);
  equal(view.target, [4, 1.5, 5]);
  equal(view.fov, lens.fov);
  equal(eye(view).map((value) => Math.round(value * 1e6) / 1e6), [1, 2, 3]);
});

import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { seenFromQuery, seenToQuery } from "../src/scene/address.ts";
import { lenses, sameView, type View } from "../src/scene/rig.ts";

const view: View = { target: [1.234, 0.9, -0.4], yaw: -0.5, pitch: 0.8, span: 6.2, fov: lenses.table.fov };

Deno.test("the usual makes a bare address", () => {
  strictEqual(seenToQuery({ mode: "look", view: null, cut: null }), "");
  deepStrictEqual(seenFromQuery(""), { mode: "look", view: null, cut: null });
});

Deno.test("mode, camera and cut survive the way through the address", () => {
  const query = seenToQuery({ mode: "table", view, cut: 2.1 });
  strictEqual(query, "?mode=table&camera=1.23_0.9_-0.4_331.4_45.8_6.2&cut=2.1");
  const back = seenFromQuery(query);
  strictEqual(back.mode, "table");
  strictEqual(back.cut, 2.1);
  ok(sameView({ ...back.view!, target: view.target }, view));
  strictEqual(seenFromQuery(seenToQuery({ mode: "look", view: null, cut: "off" })).cut, "off");
});

Deno.test("a damaged address opens the usual", () => {
  for (
    const camera of ["", "1_2_3", "1_2_3_4_5_x", "1_2_3_4_5_-6", "1_2_3_4_5_6_7", "NaN_0_0_0_0_1", "Infinity_0_0_0_0_1"]
  ) {
    strictEqual(seenFromQuery(`?camera=${camera}`).view, null);
  }
  strictEqual(seenFromQuery("?mode=fly&cut=high").mode, "look");
  strictEqual(seenFromQuery("?mode=fly&cut=high").cut, null);
});

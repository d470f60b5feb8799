import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { seenFromQuery, seenToQuery } from "../src/scene/address.ts";
import { lens, sameView, type View } from "../src/scene/view.ts";

const view: View = { target: [1.234, 0.9, -0.4], yaw: -0.5, pitch: 0.8, span: 6.2, fov: lens.fov };

Deno.test("the usual makes a bare address", () => {
  strictEqual(seenToQuery({ mode: "look", view: null, cut: null }), "");
  deepStrictEqual(seenFromQuery(""), { mode: "look", view: null, cut: null });
});

Deno.test("mode, camera and cut survive the way through the address", () => {
  const query = seenToQuery({ mode: "look", view, cut: 2.1 });
  strictEqual(query, "?camera=1.23_0.9_-0.4_331.4_45.8_6.2&cut=2.1");
  const back = seenFromQuery(query);
  strictEqual(back.mode, "look");
  strictEqual(back.cut, 2.1);
  ok(sameView({ ...back.view!, target: view.target }, view));
});

Deno.test("the sand table has an address, and its old one still leads there", () => {
  strictEqual(seenToQuery({ mode: "explore", view: null, cut: null }), "?mode=explore");
  strictEqual(seenFromQuery("?mode=explore").mode, "explore");
  strictEqual(seenFromQuery("?mode=table&cut=off").mode, "explore");
});

Deno.test("what others put into the address stays there", () => {
  const query = seenToQuery(
    { mode: "explore", view: null, cut: null },
    "?memory=abc&mode=look&camera=1_2_3_4_5_6&cut=2",
  );
  strictEqual(query, "?memory=abc&mode=explore");
  strictEqual(seenToQuery({ mode: "look", view: null, cut: null }, "?memory=abc"), "?memory=abc");
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

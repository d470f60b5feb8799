import { deepStrictEqual } from "./assert.ts";
import { farOrigin } from "../src/scene/origin.ts";

Deno.test("only what stands far off is moved, by whole metres", () => {
  deepStrictEqual(farOrigin([0, 0, 0]), [0, 0, 0]);
  deepStrictEqual(farOrigin([9_999.9, 310.5, -9_999.9]), [0, 0, 0]);
  deepStrictEqual(farOrigin([512_345, 310, -5_412_345.4]), [512_345, 0, -5_412_345]);
});

import { deepStrictEqual } from "./assert.ts";
import { vertexNormals } from "../src/scene/normals.ts";

const rounded = (values: Float32Array): number[] => [...values].map((value) => Math.round(value * 1e5) / 1e5 + 0);

Deno.test("normals stand on the side from which the corners turn left", async () => {
  const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  deepStrictEqual(rounded(await vertexNormals(square, [0, 1, 2, 0, 2, 3])), [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  deepStrictEqual(rounded(await vertexNormals(square.slice(0, 9), null)), [0, 0, 1, 0, 0, 1, 0, 0, 1]);
});

Deno.test("larger triangles count more, and vertices without an area get none", async () => {
  // Around the corner 0: one unit looking along z, four looking along x; corner 4 is alone.
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 9, 9, 9];
  const normals = rounded(await vertexNormals(points, [0, 1, 2, 0, 2, 3]));
  const length = Math.hypot(1, 4);
  deepStrictEqual(normals.slice(0, 3), [4 / length, 0, 1 / length].map((value) => Math.round(value * 1e5) / 1e5));
  deepStrictEqual(normals.slice(12), [0, 0, 0]);
});

Deno.test("a surface of many pieces has no seams between them", async () => {
  const count = 400;
  const points: number[] = [];
  const indices: number[] = [];
  for (let y = 0; y < count; y += 1) {
    for (let x = 0; x < count; x += 1) {
      points.push(x, 0, y);
      if (x > 0 && y > 0) indices.push(y * count + x, (y - 1) * count + x, y * count + x - 1);
    }
  }
  const normals = await vertexNormals(points, indices);
  // All but the two corners that no triangle has.
  const odd = [...normals.keys()].filter((i) => i % 3 === 1 && normals[i] !== 1).map((i) => (i - 1) / 3);
  deepStrictEqual(odd, [0, count * count - 1].filter((vertex) => !indices.includes(vertex)));
});

import type { Asset, AssetKind } from "../src/api/generated.ts";
import { type Device, loadingOrder, triangleBudget } from "../src/scene/level-of-detail.ts";
import { deepStrictEqual as equal } from "./assert.ts";

function asset(kind: AssetKind, triangleCount: number | null, level: number | null = null): Asset {
  return { kind, url: `/${kind}-${level ?? 0}`, contentType: "", byteCount: 1, fileName: "f", level, triangleCount };
}

const thumbnail = asset("thumbnail", null);
const chain = [
  asset("mesh", 1_600_000),
  asset("lod", 400_000, 1),
  asset("lod", 100_000, 2),
  asset("lod", 25_000, 3),
  thumbnail,
];
const urls = (order: Asset[]): string[] => order.map((one) => one.url);

Deno.test("the coarsest level comes first, then the finest that the device can draw", () => {
  equal(urls(loadingOrder(chain, 1_600_000, 6_000_000)), ["/lod-3", "/mesh-0"]);
  equal(urls(loadingOrder(chain, 1_600_000, 800_000)), ["/lod-3", "/lod-1"]);
  equal(urls(loadingOrder(chain, 1_600_000, 100_000)), ["/lod-3", "/lod-2"]);
});

Deno.test("a device that can draw little gets the coarsest and nothing more", () => {
  equal(urls(loadingOrder(chain, 1_600_000, 25_000)), ["/lod-3"]);
  equal(urls(loadingOrder(chain, 1_600_000, 10)), ["/lod-3"]);
});

Deno.test("a model without levels is shown whole, whatever the budget", () => {
  equal(urls(loadingOrder([asset("mesh", null), thumbnail], 9_000_000, 10)), ["/mesh-0"]);
});

Deno.test("the whole model's count is the space's where its file doesn't tell it", () => {
  const old = [asset("mesh", null), asset("lod", 50_000, 1)];
  equal(urls(loadingOrder(old, 200_000, 300_000)), ["/lod-1", "/mesh-0"]);
  equal(urls(loadingOrder(old, 200_000, 100_000)), ["/lod-1"]);
});

Deno.test("a level without a count is not preferred to anything", () => {
  equal(urls(loadingOrder([asset("mesh", 100), asset("lod", null, 1)], 100, 1000)), ["/mesh-0"]);
});

Deno.test("points have no levels, and a space without a model nothing to load", () => {
  equal(urls(loadingOrder([asset("cloud", null)], 0, 10)), ["/cloud-0"]);
  equal(urls(loadingOrder([thumbnail], 0, 10)), []);
});

Deno.test("the budget grows with the device and shrinks where little data is wanted", () => {
  const device = (part: Partial<Device>): number =>
    triangleBudget({ memory: null, handheld: false, saveData: false, ...part });
  const rising = [
    device({ saveData: true }),
    device({ handheld: true, memory: 2 }),
    device({ handheld: true }),
    device({ handheld: true, memory: 8 }),
    device({}),
  ];
  equal(rising, [...rising].sort((a, b) => a - b));
  equal(device({}), device({ memory: 8 }));
});

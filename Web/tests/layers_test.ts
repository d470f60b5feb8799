import { deepStrictEqual, ok } from "./assert.ts";

/**
 * The layers of `src/`: a folder imports only folders of the lines above its own. Folders on one line are features;
 * they may import each other, but not in a cycle.
 */
const layers = [
  ["reactive"],
  ["core"],
  ["i18n"],
  ["api"],
  ["ui"],
  ["feedback"],
  ["splats"],
  ["scene"],
  [
    "uploads",
    "memories",
    "plan",
    "measure",
    "explore",
    "live",
    "share",
    "revisit",
    "offline",
    "exhibits",
    "guide",
    "things",
    "requests",
    "settings",
    "onboarding",
    "places",
    "search",
    "space-things",
    "service",
  ],
  ["pages"],
  ["app"],
];

/** Imports that break the layers today, as "file folder". Whoever removes one removes its line. */
const exceptions = new Set<string>([]);

interface Import {
  file: string;
  from: string;
  to: string;
}

function* sources(folder: URL): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) yield* sources(new URL(`${entry.name}/`, folder));
    else if (entry.name.endsWith(".ts")) yield new URL(entry.name, folder);
  }
}

const src = new URL("../src/", import.meta.url);

/** All imports of one folder by another: `import … from`, `export … from`, `import(…)`. */
function importsBetweenFolders(): Import[] {
  const found: Import[] = [];
  for (const url of sources(src)) {
    const file = url.href.slice(src.href.length);
    const from = file.split("/")[0]!;
    for (const match of Deno.readTextFileSync(url).matchAll(/(?:\bfrom |\bimport\(|^import )"(\.[^"]+)"/gm)) {
      const to = new URL(match[1]!, url).href.slice(src.href.length).split("/")[0]!;
      if (to !== from) found.push({ file, from, to });
    }
  }
  return found;
}

const layerOf = (folder: string): number => layers.findIndex((names) => names.includes(folder));
const name = (each: Import): string => `${each.file} ${each.to}`;

Deno.test("every file is in a folder, and every folder is in a layer", () => {
  for (const url of sources(src)) {
    const [folder, ...rest] = url.href.slice(src.href.length).split("/");
    ok(rest.length > 0 && layerOf(folder!) >= 0, `${folder} is in no layer`);
  }
});

Deno.test("a folder imports only folders below it", () => {
  const found = new Set(importsBetweenFolders().filter((each) => layerOf(each.to) > layerOf(each.from)).map(name));
  deepStrictEqual([...found].filter((each) => !exceptions.has(each)).sort(), []);
});

Deno.test("features don't import each other in a cycle", () => {
  const features = new Set(layers.find((names) => names.length > 1));
  const edges = importsBetweenFolders().filter((each) => features.has(each.from) && features.has(each.to));
  const uses = new Map([...features].map((feature) => [feature, new Set<string>()]));
  for (const each of edges) if (!exceptions.has(name(each))) uses.get(each.from)!.add(each.to);
  // Features that use no other, then those that use only these, and so on.
  for (let last = -1; last !== uses.size;) {
    last = uses.size;
    for (const [feature, used] of uses) if (![...used].some((each) => uses.has(each))) uses.delete(feature);
  }
  const cyclic = edges.filter((each) => uses.has(each.from) && uses.has(each.to) && !exceptions.has(name(each)));
  deepStrictEqual([...new Set(cyclic.map(name))].sort(), []);
});

Deno.test("no exception is listed that isn't needed", () => {
  const present = new Set(importsBetweenFolders().map(name));
  deepStrictEqual([...exceptions].filter((each) => !present.has(each)), []); // remove these lines
});

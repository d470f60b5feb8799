import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import { newDraft } from "../src/memories/drafts.ts";
import { changes, draftOf, hasContent } from "../src/memories/drafts.ts";
import type { Memory } from "../src/memories/types.ts";
import { type Entry, entryOf, isTemporary, type MemoryTarget, type Progress, sendEntry } from "../src/memories/send.ts";
import { cacheOwner, evicted, isStorable, keyOf, publicPart, strategyFor } from "../src/offline/policy.ts";

const origin = "https://d.example";
const id = "2Abc0123456789abcdefghijklm";
const kind = (path: string, method = "GET", isPage = false): string =>
  strategyFor(method, new URL(path, origin), origin, isPage).kind;

Deno.test("files of the client, data of spaces and files named by their hash are stored, nothing else", () => {
  strictEqual(kind("/assets/main-ABCDEFGH.js"), "client");
  strictEqual(kind(`/spaces/${id}?memory=${id}`, "GET", true), "page");
  strictEqual(kind("/api/v1/assets/abc"), "file");
  strictEqual(kind(`/api/v1/spaces/${id}`), "data");
  strictEqual(kind(`/api/v1/spaces/${id}/pins`), "data");
  strictEqual(kind(`/api/v1/memories/${id}/media/${id}?size=small`), "data");
  for (
    const path of [
      `/api/v1/memories/${id}/media/${id}`,
      `/api/v1/spaces/${id}/events`,
      `/api/v1/spaces/${id}/links`,
      `/api/v1/spaces/${id}/grants`,
      `/api/v1/memories/${id}/versions`,
      "/api/v1/accounts",
      "/api/v1/jobs",
      "/api/v1/sync",
      "https://other.example/assets/x",
    ]
  ) {
    strictEqual(kind(path), "pass");
  }
  strictEqual(kind(`/api/v1/spaces/${id}`, "PATCH"), "pass");
});

Deno.test("keys contain no ticket", () => {
  strictEqual(keyOf(new URL("/api/v1/assets/a?visit=SECRET", origin)), `${origin}/api/v1/assets/a`);
  strictEqual(keyOf(new URL("/api/v1/x?size=small&visit=SECRET", origin)), `${origin}/api/v1/x?size=small`);
});

Deno.test("responses for a link belong to the link, those for frames to nobody", () => {
  strictEqual(cacheOwner(new URL("/s/abcdefgh", origin), "owner"), "link:abcdefgh");
  strictEqual(cacheOwner(new URL("/embed/abcdefgh", origin), "owner"), null);
  strictEqual(cacheOwner(new URL(`/spaces/${id}`, origin), "account:a"), "account:a");
  strictEqual(cacheOwner(new URL("/", origin), null), null);
  strictEqual(cacheOwner(null, "owner"), null);
});

Deno.test("only complete responses are stored", () => {
  ok(isStorable(200) && !isStorable(206) && !isStorable(304) && !isStorable(404));
});

Deno.test("only public memories are stored", () => {
  const memories = ["public", "private", "shared", "anonymous"].map((privacy, at) => ({ id: at, privacy }));
  deepStrictEqual(publicPart(`/api/v1/spaces/${id}/memories`, { memories, next: null, total: 4 }), {
    memories: [memories[0], memories[3]],
    next: null,
    total: 4,
  });
  strictEqual(publicPart(`/api/v1/memories/${id}`, memories[1]), null);
  strictEqual(publicPart(`/api/v1/memories/${id}`, memories[0]), memories[0]);
  strictEqual(publicPart(`/api/v1/spaces/${id}/memories`, "?"), null);
  const pins = [["a", 0, 0, 0, -1, 0, "Ours", 1], ["b", 0, 0, 0, -1, 0, "Mine", 0]];
  deepStrictEqual(publicPart(`/api/v1/spaces/${id}/pins`, { pins, version: "1" }), { pins: [pins[0]], version: "1" });
  strictEqual(publicPart(`/api/v1/spaces/${id}/pins`, null), null);
});

Deno.test("the least recently used responses are evicted", () => {
  const kept = [{ key: "a", bytes: 50, used: 3 }, { key: "b", bytes: 60, used: 1 }, { key: "c", bytes: 10, used: 2 }];
  deepStrictEqual(evicted(kept, 120), []);
  deepStrictEqual(evicted(kept, 60), ["b"]);
  deepStrictEqual(evicted(kept, 55), ["b", "c"]);
  deepStrictEqual(evicted(kept, 0), ["b", "c", "a"]);
});

// A server in memory that loses its connection at a chosen call.
function server(breaksAt: number): { port: MemoryTarget; memories: Map<string, string[]>; calls: () => number } {
  const memories = new Map<string, string[]>();
  let calls = 0;
  const step = <T>(act: () => T): Promise<T> => {
    calls += 1;
    // Every other break comes after the server did its part: the answer is what got lost.
    if (calls === breaksAt && breaksAt % 2 === 0) act();
    return calls === breaksAt ? Promise.reject(new ApiError(0, "gone")) : Promise.resolve().then(act);
  };
  const port: MemoryTarget = {
    create: (_, memory) =>
      step(() => {
        if (!memories.has(memory.id)) memories.set(memory.id, []);
        return memory as unknown as Memory;
      }),
    attach: (of, media) =>
      step(() => {
        const all = memories.get(of)!;
        if (all.length <= media.position) all.push(media.name);
      }),
    show: (of) => step(() => ({ id: of }) as Memory),
  };
  return { port, memories, calls: () => calls };
}

function entry(): Entry {
  const draft = newDraft({
    anchor: { point: [0, 0, 0], normal: [0, 1, 0], object: null, offset: [0, 0, 0], height: 0 },
    viewpoint: { matrix: [], fieldOfView: 1, aspect: 1 },
  });
  draft.media = ["m1", "m2"].map((name) => (
    { kind: "photo", name, body: new Blob(["12345"]), alternative: "", transcript: "" }
  ));
  return entryOf("s", "owner", draft);
}

Deno.test("a memory arrives once and complete wherever the connection is interrupted", async () => {
  for (let breaksAt = 1; breaksAt <= 5; breaksAt += 1) {
    const { port, memories } = server(breaksAt);
    let kept = entry();
    const keep = (now: Entry): Promise<void> => {
      kept = structuredClone(now);
      return Promise.resolve();
    };
    for (let round = 0; round < 3; round += 1) {
      try {
        await sendEntry(structuredClone(kept), port, { store: keep, progress: () => {} }, new AbortController().signal);
        break;
      } catch (error) {
        ok(isTemporary(error), String(error));
      }
    }
    deepStrictEqual([...memories.values()], [["m1", "m2"]]);
  }
});

Deno.test("progress counts all files together, and sending can be cancelled", async () => {
  const { port } = server(0);
  const reported: number[] = [];
  const store = (): Promise<void> => Promise.resolve();
  const progress = ({ sent, total }: Progress): void => void reported.push(sent / total);
  await sendEntry(entry(), port, { store, progress }, new AbortController().signal);
  deepStrictEqual(reported, [0, 0, 0.5]);
  const stopped = await sendEntry(entry(), port, { store, progress }, AbortSignal.abort()).catch((error) => error);
  strictEqual(stopped.name, "AbortError");
});

Deno.test("rejections are not temporary", () => {
  ok(isTemporary(new ApiError(0, "")) && isTemporary(new ApiError(503, "")) && isTemporary(new ApiError(401, "")));
  ok(!isTemporary(new ApiError(400, "")) && !isTemporary(new ApiError(413, "")) && !isTemporary(new Error("x")));
});

Deno.test("a draft with content is stored, and a change sends the fields that differ", () => {
  const draft = newDraft({
    anchor: { point: [0, 0, 0], normal: [0, 1, 0], object: null, offset: [0, 0, 0], height: 0 },
    viewpoint: { matrix: [], fieldOfView: 1, aspect: 1 },
  });
  ok(!hasContent(draft));
  ok(hasContent({ ...draft, tags: "x" }));
  const before = { ...draft.memory, mine: true, tags: ["a"] } as unknown as Memory;
  const after = draftOf(before).memory;
  deepStrictEqual(changes(before, after), {});
  after.title = "T";
  after.mood = "calm";
  deepStrictEqual(changes(before, after), { title: "T", mood: "calm" });
});

Deno.test("plan, drawing and measurements are stored for offline use, downloads are not", () => {
  const space = `/api/v1/spaces/${"0".repeat(27)}`;
  strictEqual(kind(`${space}/plan?units=metric`), "data");
  strictEqual(kind(`${space}/plan/file?format=svg&storey=0&v=3`), "data");
  strictEqual(kind(`${space}/plan/file?format=dwg&storey=0`), "pass");
  strictEqual(kind(`${space}/measurements`), "data");
  strictEqual(kind(`${space}/measurements.csv`), "pass");
  strictEqual(kind(`${space}/measure`, "POST"), "pass");
  const file = (version: number): string => keyOf(new URL(`${space}/plan/file?format=svg&v=${version}`, "http://x"));
  strictEqual(file(1), file(2)); // the newest drawing takes the place of the one before
});

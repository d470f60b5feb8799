import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { listQuery, readPin } from "../src/memories/memory-api.ts";
import { chooseType, level } from "../src/memories/recorder.ts";
import { changedTexts } from "../src/memories/history.ts";
import { memoryInAddress, withMemory } from "../src/memories/settings.ts";
import type { Version } from "../src/memories/types.ts";
import {
  clock,
  fileProblem,
  missingPart,
  parseTags,
  savedTitle,
  snippet,
  titleOf,
} from "../src/memories/memory-text.ts";

Deno.test("the title of a memory without one is its first words, else its type", () => {
  strictEqual(titleOf({ title: " The stove ", kind: "text" }), "The stove");
  strictEqual(titleOf({ title: "", text: "It was\n always warm.", kind: "text" }), "It was always warm.");
  strictEqual(titleOf({ title: "", text: "", kind: "photo" }), "Photo without a title");
});

Deno.test("a memory without a title is saved with one", () => {
  const now = new Date(2026, 1, 3);
  strictEqual(savedTitle({ title: " A ", text: "b", kind: "text" }, now), "A");
  strictEqual(savedTitle({ title: "", text: "It was warm.", kind: "text" }, now), "It was warm.");
  strictEqual(savedTitle({ title: "", text: "", kind: "photo" }, now), "Photo of 3 Feb 2026");
});

Deno.test("texts are cut between words", () => {
  strictEqual(snippet("one two three", 20), "one two three");
  strictEqual(snippet("one two, three", 11), "one two…");
  strictEqual(snippet("a".repeat(50), 10), `${"a".repeat(10)}…`);
});

Deno.test("durations are formatted as in players", () => {
  strictEqual([0, 7.9, 760, 3723].map(clock).join(), "0:00,0:07,12:40,1:02:03");
});

Deno.test("tags are separated by commas; # and surplus space are removed", () => {
  deepStrictEqual(parseTags(" #kitchen, Grandmother ,,  old   stove "), ["kitchen", "Grandmother", "old stove"]);
});

Deno.test("files of other types, too large files and SVG are rejected before they are sent", () => {
  strictEqual(fileProblem("photo", { type: "image/jpeg", size: 4e6, name: "a.jpg" }), null);
  ok(fileProblem("photo", { type: "image/svg+xml", size: 4000, name: "a.svg" })!.includes("PNG"));
  strictEqual(fileProblem("photo", { type: "text/html", size: 4000, name: "a.html" }), "a.html is not a photo.");
  strictEqual(fileProblem("audio", { type: "audio/webm", size: 0, name: "a.webm" }), "a.webm is empty.");
  strictEqual(
    fileProblem("photo", { type: "image/png", size: 6e7, name: "a.png" }),
    "a.png has 60 MB; the limit for photo files is 52 MB.",
  );
});

Deno.test("the missing part of a memory is named", () => {
  const memory = { kind: "text" as const, title: "", text: "", privacy: "public" as const, audience: [] };
  strictEqual(missingPart(memory, false), "Write something first.");
  strictEqual(missingPart({ ...memory, text: "x" }, false), null);
  strictEqual(missingPart({ ...memory, kind: "audio" }, false), "Record or add audio first.");
  strictEqual(missingPart({ ...memory, text: "x", privacy: "shared" }, false), "Choose who may see it.");
});

Deno.test("the query of a list contains only active filters", () => {
  strictEqual(listQuery({}, null, 100), "limit=100");
  strictEqual(
    listQuery({ search: " a & b ", mood: "joy", tag: "x", kind: "photo", order: "oldest", trashed: true }, "abc", 50),
    "search=a+%26+b&mood=joy&tag=x&kind=photo&order=oldest&trashed=true&after=abc&limit=50",
  );
});

Deno.test("pins are parsed; unknown numbers become no mood and text", () => {
  deepStrictEqual(readPin(["a", 1, 2, 3, 4, 1, "T", 1]), {
    id: "a",
    position: [1, 2, 3],
    mood: "sorrow",
    kind: "photo",
    title: "T",
  });
  deepStrictEqual(readPin(["a", 1, 2, 3, -1, 9, "", 0]), {
    id: "a",
    position: [1, 2, 3],
    mood: null,
    kind: "text",
    title: "",
  });
});

Deno.test("silence has level 0 and full scale level 1", () => {
  strictEqual(level(new Float32Array(100)), 0);
  strictEqual(level(new Float32Array(100).fill(1)), 1);
  const quiet = level(new Float32Array(100).fill(0.01));
  ok(quiet > 0.3 && quiet < 0.36, String(quiet));
});

Deno.test("the first type that the browser supports is chosen", () => {
  strictEqual(chooseType("audio", (type) => type === "audio/mp4"), "audio/mp4");
  strictEqual(chooseType("video", () => false), null);
});

Deno.test("a version lists the texts that differ from the one before", () => {
  const said = { title: "A", text: "x", kind: "text", mood: null, tags: [] } as const;
  const first: Version = { ...said, number: 1, until: "", tags: [], anchor: null, viewpoint: null };
  deepStrictEqual(changedTexts(first, null), ["Title: A", "x"]);
  deepStrictEqual(changedTexts({ ...first, mood: "joy", tags: ["k"] }, first), ["Mood: Joy", "Tags: k"]);
  deepStrictEqual(changedTexts({ ...first, number: 2 }, first), []);
});

Deno.test("the address contains a memory and keeps its other parameters", () => {
  const id = "2Abc0123456789abcdefghijklm";
  strictEqual(memoryInAddress(`?mode=table&memory=${id}`), id);
  strictEqual(memoryInAddress("?memory=../x"), null);
  strictEqual(
    withMemory("?mode=table&camera=1.2_0.9_-0.4_35_50_6.2", id),
    `?mode=table&camera=1.2_0.9_-0.4_35_50_6.2&memory=${id}`,
  );
  strictEqual(withMemory(`?memory=${id}`, null), "");
});

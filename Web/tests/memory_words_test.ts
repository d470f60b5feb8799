import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { listQuery, readPin } from "../src/memories/memory-api.ts";
import { chooseType, loudness } from "../src/memories/recorder.ts";
import { changedWords } from "../src/memories/history.ts";
import { memoryInAddress, withMemory } from "../src/memories/settings.ts";
import type { Version } from "../src/memories/types.ts";
import { clock, givenTitle, missing, readTags, refusal, snippet, titleOf } from "../src/memories/words.ts";

Deno.test("a memory without a title is called by its first words, else by its kind", () => {
  strictEqual(titleOf({ title: " The stove ", kind: "text" }), "The stove");
  strictEqual(titleOf({ title: "", text: "It was\n always warm.", kind: "text" }), "It was always warm.");
  strictEqual(titleOf({ title: "", text: "", kind: "photo" }), "Photo without a title");
});

Deno.test("a memory that was given no title gets one", () => {
  const now = new Date(2026, 1, 3);
  strictEqual(givenTitle({ title: " A ", text: "b", kind: "text" }, now), "A");
  strictEqual(givenTitle({ title: "", text: "It was warm.", kind: "text" }, now), "It was warm.");
  strictEqual(givenTitle({ title: "", text: "", kind: "photo" }, now), "Photo of 3 Feb 2026");
});

Deno.test("a text is cut between words", () => {
  strictEqual(snippet("one two three", 20), "one two three");
  strictEqual(snippet("one two, three", 11), "one two…");
  strictEqual(snippet("a".repeat(50), 10), `${"a".repeat(10)}…`);
});

Deno.test("players' times", () => {
  strictEqual([0, 7.9, 760, 3723].map(clock).join(), "0:00,0:07,12:40,1:02:03");
});

Deno.test("tags are separated by commas, without signs, each once", () => {
  deepStrictEqual(readTags(" #kitchen, Grandmother ,, kitchen,KITCHEN,  old   stove "), [
    "kitchen",
    "Grandmother",
    "old stove",
  ]);
  strictEqual(readTags(Array.from({ length: 50 }, (_, at) => `t${at}`).join()).length, 20);
});

Deno.test("what is no photo, too large or a drawing with programs is refused before it is sent", () => {
  strictEqual(refusal("photo", { type: "image/jpeg", size: 4e6, name: "a.jpg" }), null);
  ok(refusal("photo", { type: "image/svg+xml", size: 4000, name: "a.svg" })!.includes("PNG"));
  strictEqual(refusal("photo", { type: "text/html", size: 4000, name: "a.html" }), "a.html is no photo.");
  strictEqual(refusal("audio", { type: "audio/webm", size: 0, name: "a.webm" }), "a.webm is empty.");
  strictEqual(
    refusal("photo", { type: "image/png", size: 6e7, name: "a.png" }),
    "a.png has 60 MB; a photo may have 50 MB.",
  );
});

Deno.test("it says what a memory still lacks", () => {
  const memory = { kind: "text" as const, title: "", text: "", privacy: "public" as const, audience: [] };
  strictEqual(missing(memory, false), "Write something first.");
  strictEqual(missing({ ...memory, text: "x" }, false), null);
  strictEqual(missing({ ...memory, kind: "audio" }, false), "Record or add a sound first.");
  strictEqual(missing({ ...memory, text: "x", privacy: "shared" }, false), "Choose who may see it.");
});

Deno.test("a list's query holds what is asked and nothing else", () => {
  strictEqual(listQuery({}, null, 100), "limit=100");
  strictEqual(
    listQuery({ search: " a & b ", mood: "joy", tag: "x", kind: "photo", order: "oldest", trashed: true }, "abc", 50),
    "search=a+%26+b&mood=joy&tag=x&kind=photo&order=oldest&trashed=true&after=abc&limit=50",
  );
});

Deno.test("pins are read, and unknown numbers are no mood and text", () => {
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

Deno.test("silence is no loudness and full scale is all", () => {
  strictEqual(loudness(new Float32Array(100)), 0);
  strictEqual(loudness(new Float32Array(100).fill(1)), 1);
  const quiet = loudness(new Float32Array(100).fill(0.01));
  ok(quiet > 0.3 && quiet < 0.36, String(quiet));
});

Deno.test("the first type that a browser can write is taken", () => {
  strictEqual(chooseType("audio", (type) => type === "audio/mp4"), "audio/mp4");
  strictEqual(chooseType("video", () => false), null);
});

Deno.test("a version tells what it says otherwise than the one before", () => {
  const said = { title: "A", text: "x", kind: "text", mood: null, tags: [] } as const;
  const first: Version = { ...said, number: 1, until: "", tags: [], anchor: null, viewpoint: null };
  deepStrictEqual(changedWords(first, null), ["Title: A", "x"]);
  deepStrictEqual(changedWords({ ...first, mood: "joy", tags: ["k"] }, first), ["Mood: Joy", "Tags: k"]);
  deepStrictEqual(changedWords({ ...first, number: 2 }, first), []);
});

Deno.test("the address names a memory and keeps all else", () => {
  const id = "2Abc0123456789abcdefghijklm";
  strictEqual(memoryInAddress(`?mode=table&memory=${id}`), id);
  strictEqual(memoryInAddress("?memory=../x"), null);
  strictEqual(
    withMemory("?mode=table&camera=1.2_0.9_-0.4_35_50_6.2", id),
    `?mode=table&camera=1.2_0.9_-0.4_35_50_6.2&memory=${id}`,
  );
  strictEqual(withMemory(`?memory=${id}`, null), "");
});

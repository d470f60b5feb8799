import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import { copiedText, labelOf, markedPassage, readAnswer, readSentence, sentencesOf } from "../src/guide/answers.ts";
import { EventParser, serverEvents } from "../src/guide/event-stream.ts";
import { noticeText } from "../src/guide/notice.ts";
import { dateText } from "../src/guide/passage-panel.ts";
import { RowHeights } from "../src/guide/row-heights.ts";
import { aboutOf, guideAddress, pageBehind, parseGuideAddress, subjectOf } from "../src/guide/subject.ts";
import { TabStorage } from "../src/guide/tab-storage.ts";
import { guidePath, parseRoute } from "../src/ui/routes.ts";

const id = "2Abc0123456789abcdefghijklm";

Deno.test("guides have addresses for exhibits, spaces and the library", () => {
  for (const about of [{ kind: "exhibit", id: "artemis" }, { kind: "space", id }, { kind: "library" }] as const) {
    deepStrictEqual(parseRoute(guidePath(about)), { page: "guide", about });
    deepStrictEqual(parseRoute(`${guidePath(about)}/`), { page: "guide", about });
    deepStrictEqual(subjectOf(aboutOf(about)), about);
  }
  deepStrictEqual(parseRoute("/spaces/short/guide"), { page: "missing" });
  strictEqual(subjectOf("thing:1"), null);
  strictEqual(subjectOf("exhibit:"), null);
});

Deno.test("the address holds persona and conversation", () => {
  const about = { kind: "exhibit", id: "artemis" } as const;
  const address = { persona: "koch", conversation: id };
  strictEqual(guideAddress(about, address), `/exhibits/artemis/guide?persona=koch&conversation=${id}`);
  deepStrictEqual(parseGuideAddress(`?persona=koch&conversation=${id}`), address);
  deepStrictEqual(parseGuideAddress("?conversation=../x"), { persona: null, conversation: null });
  strictEqual(guideAddress({ kind: "library" }, { persona: null, conversation: null }), "/guide");
  // A visitor by a link stays on its page.
  const visitor = { kind: "exhibit", id: "artemis", visit: "/s/TOKEN" } as const;
  strictEqual(guideAddress(visitor, { persona: "koch", conversation: null }), "/s/TOKEN?mode=ask&persona=koch");
  strictEqual(pageBehind(visitor).path, "/s/TOKEN");
});

Deno.test("events are read however the stream is cut", () => {
  const stream =
    ': hello\r\nevent: sentence\r\ndata: {"text":\r\ndata: 1}\r\n\r\ndata: two\n\nevent: empty\n\nid: 4\nevent: answer\ndata:x\n\n';
  const expected = [
    { event: "sentence", data: '{"text":\n1}' },
    { event: "message", data: "two" },
    { event: "answer", data: "x" },
  ];
  for (let size = 1; size <= stream.length; size += 1) {
    const parser = new EventParser();
    const found = [];
    for (let at = 0; at < stream.length; at += size) found.push(...parser.push(stream.slice(at, at + size)));
    deepStrictEqual(found, expected);
  }
});

Deno.test("characters of several bytes and a missing last line are read", async () => {
  const bytes = new TextEncoder().encode("event: answer\ndata: Grüße 🚀");
  const body = new ReadableStream<Uint8Array>({
    start(controller): void {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const found = [];
  for await (const event of serverEvents(body)) found.push(event);
  deepStrictEqual(found, [{ event: "answer", data: "Grüße 🚀" }]);
});

Deno.test("an answer with missing and unknown fields can be shown", () => {
  const answer = readAnswer({
    answer: "All.",
    reason: "newReason",
    sentences: [{ text: "One.", citations: [1, "x"] }, { text: "" }, null],
    citations: [{ number: 1, sentence: "One.", target: { model: "orion", moon: 1 } }, { title: "no number" }],
    more: true,
  });
  deepStrictEqual(answer.sentences, [{ text: "One.", isQuotation: false, citations: [1] }]);
  deepStrictEqual(answer.citations[0]!.target, { model: "orion", part: null, card: null, space: null, memory: null });
  strictEqual(answer.citations[0]!.passage, "One.");
  strictEqual(answer.citations.length, 1);
  strictEqual(labelOf(answer), null);
  for (const value of [null, 3, "text", []]) strictEqual(readAnswer(value).answer, "");
  strictEqual(readSentence({ isQuotation: true }), null);
  deepStrictEqual(sentencesOf(readAnswer({ answer: "Plain." })).map(({ text }) => text), ["Plain."]);
});

Deno.test("copied text has the numbers, the sources and the notice", () => {
  const text = copiedText(
    readAnswer({
      sentences: [{ text: "Well." }, { text: "328 days.", isQuotation: true, citations: [1] }],
      citations: [{ number: 1, title: "Koch", source: "NASA", date: "2026-01", url: "https://nasa.gov/x" }],
    }),
    "Christina Koch",
  );
  strictEqual(
    text,
    "Well. 328 days. [1]\n\n[1] Koch, NASA, 2026-01, https://nasa.gov/x\n\n" +
      "Christina Koch: simulated persona based on public information, educational use only.",
  );
});

Deno.test("the cited sentence is found in its paragraph, also with other line breaks", () => {
  deepStrictEqual(markedPassage("A. B (c)?\nD. E.", "B (c)? D."), ["A. ", "B (c)?\nD.", " E."]);
  deepStrictEqual(markedPassage("A. B.", "C."), ["A. B.", "", ""]);
  deepStrictEqual(markedPassage("A.", ""), ["A.", "", ""]);
});

Deno.test("declined answers have a label, greetings have none", () => {
  strictEqual(labelOf({ declined: true, reason: "unknown" }), "Not in the sources");
  strictEqual(labelOf({ declined: false, reason: "greeting" }), null);
  strictEqual(labelOf({ declined: true, reason: null }), "Not answered");
});

Deno.test("the notice always says that personas are simulated and that their use is educational", () => {
  const exhibit = { kind: "exhibit", id: "artemis" } as const;
  const both = "Simulated persona based on public information · educational use only";
  strictEqual(noticeText(null, exhibit), both);
  strictEqual(noticeText({ notice: both, personas: [] }, exhibit), both);
  strictEqual(
    noticeText({ notice: "Educational use only.", personas: [] }, exhibit),
    `Educational use only. · ${both.split(" · ")[0]}`,
  );
  strictEqual(noticeText({ notice: "Your own memories.", personas: [] }, { kind: "library" }), "Your own memories.");
});

Deno.test("dates of sources are days, months or years", () => {
  deepStrictEqual(["2026-01-31", "2026-01", "2026", ""].map(dateText), ["31 Jan 2026", "2026-01", "2026", ""]);
});

Deno.test("rows that were not measured count with the mean, and keep their distances", () => {
  const heights = new RowHeights();
  strictEqual(heights.total, 0);
  strictEqual(heights.at(50), 0);
  heights.append(10_000);
  strictEqual(heights.total, 10_000 * 160);
  ok(heights.measure(9_999, 320));
  ok(!heights.measure(9_999, 320));
  strictEqual(heights.total, 10_000 * 320);
  heights.measure(9_998, 100);
  strictEqual(heights.estimate, 208);
  strictEqual(heights.top(2), 416);
  strictEqual(heights.at(heights.top(9_998)), 9_998);
  strictEqual(heights.at(heights.top(9_999) - 1), 9_998);
  strictEqual(heights.at(-5), 0);
  strictEqual(heights.at(1e9), 9_999);
  heights.prepend(200);
  strictEqual(heights.count, 10_200);
  strictEqual(heights.top(10_199) - heights.top(10_198), 100);
  heights.truncate(10_199);
  strictEqual(heights.estimate, 96);
  strictEqual(heights.total, 10_198 * 96 + 100);
});

Deno.test("a tab keeps conversations and drafts, and works where the browser denies it", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const tab = new TabStorage({ kind: "library" }, store);
  tab.draft = "half a que";
  tab.keep("guide", [{ question: "Q", answer: readAnswer({ answer: "A" }) }]);
  deepStrictEqual(tab.messages("guide").map(({ question, answer }) => [question, answer.answer]), [["Q", "A"]]);
  strictEqual(new TabStorage({ kind: "library" }, store).draft, "half a que");
  strictEqual(new TabStorage({ kind: "space", id }, store).draft, "");
  tab.draft = "";
  tab.keep("guide", []);
  strictEqual(kept.size, 0);
  kept.set("diorama.guide.messages.library.guide", "{broken");
  deepStrictEqual(tab.messages("guide"), []);
  const denied = new TabStorage({ kind: "library" }, {
    ...store,
    getItem: () => {
      throw new Error("denied");
    },
  });
  strictEqual(denied.draft, "");
  deepStrictEqual(denied.messages("guide"), []);
  strictEqual(new ApiError(0, "x").unreachable, true);
});

import type { ReceivedOffer, Recording, RequestItem } from "../src/api/generated.ts";
import { RecordingStore } from "../src/requests/answer/recording-store.ts";
import type { RequestsApi } from "../src/requests/requests-api.ts";
import { contentsText, requestFacts, stepText, valueText } from "../src/requests/request-text.ts";
import {
  bodyOf,
  draftProblem,
  freshKey,
  moved,
  newDraft,
  newField,
  storedDraft,
  storeDraft,
} from "../src/requests/workflows/draft.ts";
import { parseRoute } from "../src/ui/routes.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

const request: RequestItem = {
  id: "r",
  direction: "incoming",
  title: "Your drill",
  contact: "Ben",
  account: "b",
  state: "open",
  due: null,
  steps: 3,
  done: 1,
  created: "2026-03-01T12:00:00.000Z",
  answered: null,
};

const recording = {
  id: "c",
  next: "whole",
  media: [],
  steps: [{
    key: "whole",
    title: "The whole thing",
    done: false,
    problems: [],
    shots: [{ key: "front", title: "From the front", kind: "photo", count: 1, media: ["m"] }],
    fields: [
      {
        key: "name",
        title: "Name",
        kind: "text",
        required: true,
        choices: [],
        minimum: null,
        maximum: null,
        value: "Drill",
      },
      {
        key: "old",
        title: "Old",
        kind: "flag",
        required: false,
        choices: [],
        minimum: null,
        maximum: null,
        value: null,
      },
    ],
  }],
} as unknown as Recording;

Deno.test("what pages say of requests, offers, steps and values", () => {
  strictEqual(requestFacts(request), "From Ben · open · 1 of 3 steps");
  strictEqual(requestFacts({ ...request, direction: "outgoing", state: "answered" }), "To Ben · answered · 3 steps");
  const offer = {
    contents: [{ kind: "memory", count: 2 }],
    files: 1,
    byteCount: 3_400_000,
  } as unknown as ReceivedOffer;
  strictEqual(contentsText(offer), "2 memories, 1 file (3.4 MB)");
  const step = recording.steps[0]!;
  strictEqual(stepText(step), "From the front (1 photo), Name, Old (optional)");
  deepStrictEqual(step.fields.map(valueText), ["Drill", ""]);
  strictEqual(valueText({ ...step.fields[1]!, value: false }), "no");
});

Deno.test("routes of requests, recordings and workflows", () => {
  const id = "3MPbI6lfXfQGMoLEBPwwryOgRQi";
  deepStrictEqual(parseRoute("/inbox"), { page: "inbox" });
  deepStrictEqual(parseRoute(`/requests/${id}`), { page: "request", id });
  deepStrictEqual(parseRoute(`/recordings/${id}/`), { page: "recording", id });
  deepStrictEqual(parseRoute("/workflows/new"), { page: "workflow", id: null });
  deepStrictEqual(parseRoute("/requests/new"), { page: "missing" });
});

Deno.test("a workflow is checked before it is sent, and its keys stay", () => {
  const draft = newDraft();
  strictEqual(draftProblem(draft), "The workflow needs a name.");
  draft.name = " Fridge ";
  strictEqual(draftProblem(draft), "Step 1 needs a title.");
  draft.steps[0]!.title = "Door";
  strictEqual(draftProblem(draft), "");
  const field = newField([]);
  draft.steps[0]!.fields.push({ ...field, title: "State", kind: "choice", minimum: 3 });
  strictEqual(draftProblem(draft), "Step 1: “State” needs something to choose from.");
  draft.steps[0]!.fields[0]!.choices = ["new", "old"];
  const body = bodyOf(draft);
  strictEqual(body.name, "Fridge");
  deepStrictEqual(body.steps![0]!.fields![0]!.minimum, null);
  strictEqual(freshKey("step", [{ key: "step-2" }]), "step-3");
  strictEqual(freshKey("step", [{ key: "step-3" }, { key: "a" }]), "step-4");
  deepStrictEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  deepStrictEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
});

Deno.test("changes that were not saved are kept until they are", () => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  storeDraft("w", { ...newDraft(), name: "Fridge" }, storage);
  strictEqual(storedDraft("w", storage)?.name, "Fridge");
  strictEqual(storedDraft("other", storage), null);
  storeDraft("w", null, storage);
  strictEqual(storedDraft("w", storage), null);
});

Deno.test("answers are saved with all values of their step, and what could not be saved is tried again", async () => {
  const saved: unknown[] = [];
  let isReachable = true;
  const source = {
    answerStep: (_id: string, step: string, answer: unknown) => {
      if (!isReachable) return Promise.reject(new Error("unreachable"));
      saved.push({ step, answer });
      const next = structuredClone(recording);
      next.steps[0]!.fields[1]!.value = true;
      return Promise.resolve(next);
    },
    addMedia: () => isReachable ? Promise.resolve(recording) : Promise.reject(new Error("unreachable")),
  } as unknown as RequestsApi;
  const store = new RecordingStore(recording, source);
  await Promise.all([store.setField("whole", "old", true), store.setField("whole", "name", null)]);
  deepStrictEqual(saved, [
    { step: "whole", answer: { fields: [{ key: "old", value: true }], shots: [{ key: "front", media: ["m"] }] } },
  ]);
  strictEqual(await store.settled(), true);
  isReachable = false;
  strictEqual(await store.setField("whole", "name", "Saw"), false);
  strictEqual(store.problem.value, "unreachable");
  store.add([{ step: "whole", shot: "front", kind: "photo", name: "a.jpg", body: new Blob(["x"]) }]);
  await store.settled();
  strictEqual(store.files.value[0]?.problem, "unreachable");
  isReachable = true;
  store.retry(store.files.value[0]!.key);
  strictEqual(await store.settled(), true);
  strictEqual(store.files.value.length, 0);
  strictEqual(store.problem.value, "");
  deepStrictEqual((saved.at(-1) as { answer: { fields: unknown } }).answer.fields, [{ key: "name", value: "Saw" }]);
});

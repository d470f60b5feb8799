import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { card, emptyExhibit, MemorySource, model, part } from "./exhibit-source.ts";
import { memoryStore } from "./memory-store.ts";
import { ApiError } from "../src/api/client.ts";
import { limits } from "../src/api/generated.ts";
import { ExhibitDrafts } from "../src/exhibits/editor/drafts.ts";
import { EditorStore } from "../src/exhibits/editor/editor-store.ts";
import { addCard } from "../src/exhibits/editor/operations.ts";
import { problemsOf, serverProblem, textProblem } from "../src/exhibits/editor/problems.ts";
import { statusText } from "../src/exhibits/editor/save-status.ts";
import type { Exhibit } from "../src/exhibits/document.ts";
import { ExhibitListStore } from "../src/exhibits/list/list-store.ts";

const retitled = (title: string) => (document: Exhibit): Exhibit => ({ ...document, title });

async function opened(
  source = new MemorySource(),
  drafts = new ExhibitDrafts("chairs", memoryStore()),
): Promise<EditorStore> {
  const store = new EditorStore("chairs", source, drafts);
  await store.load();
  return store;
}

Deno.test("a change is saved with the revision, and later ones with the new revision", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  strictEqual(store.phase.peek().state, "ready");
  store.edit("Rename", retitled("Stools"));
  strictEqual(store.saveState.peek().state, "pending");
  ok(await store.save(), "it is not saved");
  store.edit("Rename", retitled("Benches"));
  ok(await store.save(), "it is not saved");
  deepStrictEqual(source.saves.map(({ title }) => title), ["Stools", "Benches"]);
  strictEqual(store.saveState.peek().state, "saved");
  store.close();
});

Deno.test("changes are saved by themselves after a moment", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  store.edit("Rename", retitled("Stools"));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  deepStrictEqual(source.saves.map(({ title }) => title), ["Stools"]);
  store.close();
});

Deno.test("what is changed while a request runs is saved after it", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  let open = (): void => {};
  source.gate = new Promise((resolve) => open = resolve);
  store.edit("Rename", retitled("A"));
  const first = store.save();
  await new Promise((resolve) => setTimeout(resolve)); // it is under way
  store.edit("Rename", retitled("B"));
  const second = store.save();
  open();
  strictEqual(await first, false);
  ok(await second, "it is not saved");
  deepStrictEqual(source.saves.map(({ title }) => title), ["A", "B"]);
  strictEqual(store.saveState.peek().state, "saved");
  store.close();
});

Deno.test("undo and redo change the document and are saved; undoing all changes leaves nothing to save", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  strictEqual(store.undo(), null);
  store.edit("Rename", retitled("Stools"));
  store.edit("Add a card", addCard("one", "overview"));
  strictEqual(store.undoLabel.peek(), "Add a card");
  strictEqual(store.undo(), "Add a card");
  strictEqual(store.document.peek().cards.length, 0);
  strictEqual(store.redo(), "Add a card");
  strictEqual(store.document.peek().cards.length, 1);
  store.undo();
  store.undo();
  strictEqual(store.document.peek().title, "Chairs");
  strictEqual(store.hasChanges, false);
  strictEqual(store.saveState.peek().state, "saved");
  store.close();
});

Deno.test("a change elsewhere is a conflict: nothing is sent until somebody decides", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  source.changeElsewhere({ summary: "Theirs" });
  store.edit("Rename", retitled("Mine"));
  strictEqual(await store.save(), false);
  strictEqual(store.saveState.peek().state, "conflict");
  store.edit("Rename", retitled("Mine, again"));
  strictEqual(await store.save(), false);
  strictEqual(source.saves.length, 0);
  // The other version; one's own is one step of undo away.
  await store.loadOther();
  strictEqual(store.document.peek().summary, "Theirs");
  strictEqual(store.saveState.peek().state, "saved");
  strictEqual(store.undo(), "Load the other version");
  strictEqual(store.document.peek().title, "Mine, again");
  ok(await store.save(), "it is not saved");
  strictEqual(source.document.title, "Mine, again");
  store.close();
});

Deno.test("in a conflict one's own version can be saved over the other", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  source.changeElsewhere({ summary: "Theirs" });
  store.edit("Rename", retitled("Mine"));
  await store.save();
  ok(await store.saveOver(), "it is not saved");
  deepStrictEqual([source.document.title, source.document.summary], ["Mine", ""]);
  store.close();
});

Deno.test("without a connection the changes stay, are kept in the browser, and are sent again", async () => {
  const source = new MemorySource();
  const kept = memoryStore();
  const store = await opened(source, new ExhibitDrafts("chairs", kept));
  source.failure = new ApiError(0, "Diorama can't be reached.");
  store.edit("Rename", retitled("Stools"));
  strictEqual(await store.save(), false);
  const state = store.saveState.peek();
  ok(state.state === "failed" && state.isOffline, state.state);
  strictEqual(store.hasChanges, true);
  strictEqual(new ExhibitDrafts("chairs", kept).read()?.document.title, "Stools");
  ok(await store.save(), "it is not saved");
  strictEqual(new ExhibitDrafts("chairs", kept).read(), null);
  store.close();
});

Deno.test("unsaved changes of an earlier visit are restored as a step that can be undone", async () => {
  const source = new MemorySource();
  const drafts = new ExhibitDrafts("chairs", memoryStore());
  drafts.write({ revision: "r1", document: emptyExhibit("Draft") });
  const store = await opened(source, drafts);
  strictEqual(store.document.peek().title, "Draft");
  strictEqual(store.isRestored.peek(), true);
  strictEqual(store.undo(), "Restore unsaved changes");
  strictEqual(store.document.peek().title, "Chairs");
  strictEqual(drafts.read(), null);
  store.close();
});

Deno.test("a draft of an older revision is a conflict", async () => {
  const source = new MemorySource();
  const drafts = new ExhibitDrafts("chairs", memoryStore());
  drafts.write({ revision: "r0", document: emptyExhibit("Draft") });
  const store = await opened(source, drafts);
  strictEqual(store.saveState.peek().state, "conflict");
  strictEqual(await store.save(), false);
  store.close();
});

Deno.test("an incomplete document isn't sent, and is named; the server's refusal is at its field until it is changed", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  store.edit("Add a card", addCard("one", "overview"));
  strictEqual(await store.save(), false);
  const state = store.saveState.peek();
  ok(state.state === "invalid" && state.problem.path === "cards[0].title", JSON.stringify(state));
  ok(statusText(state).detail.includes("Card 1: Give the card a title."), statusText(state).detail);
  store.undo();
  source.failure = new ApiError(422, "summary: it contains control characters; remove them");
  store.edit("Rename", retitled("Stools"));
  strictEqual(await store.save(), false);
  strictEqual(store.problems.peek()[0]?.path, "summary");
  store.edit("Rename", retitled("Benches"));
  strictEqual(store.problems.peek().length, 0);
  ok(await store.save(), "it is not saved");
  store.close();
});

Deno.test("a model is added after the changes so far are saved, and can be undone and redone", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  store.edit("Rename", retitled("Stools"));
  deepStrictEqual(await store.addModels(() => source.addModelFile()), ["stool"]);
  strictEqual(source.document.title, "Stools");
  strictEqual(store.selectedModel.peek(), "stool");
  strictEqual(store.files.peek().length, 1);
  strictEqual(store.saveState.peek().state, "saved");
  store.undo();
  ok(await store.save(), "it is not saved");
  strictEqual(source.document.models.length, 0);
  store.redo();
  ok(await store.save(), "it is not saved");
  strictEqual(source.document.models[0]?.id, "stool");
  store.close();
});

Deno.test("what is changed while a model is being added is saved afterwards", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => open = resolve);
  const adding = store.addModels(async () => {
    await gate;
    return source.addModelFile();
  });
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  store.edit("Rename", retitled("Meanwhile"));
  strictEqual(await store.save(), false);
  open();
  await adding;
  ok(await store.save(), "it is not saved");
  deepStrictEqual([source.document.title, source.document.models.length], ["Meanwhile", 1]);
  store.close();
});

Deno.test("a model isn't added while changes can't be saved", async () => {
  const source = new MemorySource();
  const store = await opened(source);
  source.failure = new ApiError(503, "The disk is full.");
  store.edit("Rename", retitled("Stools"));
  let message = "";
  await store.addModels(() => source.addModelFile()).catch((error: Error) => message = error.message);
  ok(message.startsWith("The changes so far aren't saved yet."), message);
  strictEqual(source.document.models.length, 0);
  store.close();
});

Deno.test("an exhibit that can't be changed isn't edited", async () => {
  const source = new MemorySource();
  source.isReadOnly = true;
  strictEqual((await opened(source)).phase.peek().state, "readOnly");
});

Deno.test("texts are checked by the limits of the interface, in characters", () => {
  const { maxLength } = limits.LearnCard.short;
  strictEqual(maxLength, 160);
  strictEqual(textProblem("x".repeat(maxLength), maxLength, null), null);
  strictEqual(
    textProblem("x".repeat(maxLength + 1), maxLength, null),
    "1 character too long: at most 160 are possible.",
  );
  strictEqual(textProblem("😀".repeat(maxLength), maxLength, null), null);
  strictEqual(textProblem("", maxLength, "Write it."), "Write it.");
});

Deno.test("a complete document has no problems; each incomplete field is named by its path", () => {
  const document: Exhibit = { ...emptyExhibit(), models: [model("chair", [part("leg")])], cards: [card("one")] };
  deepStrictEqual(problemsOf(document), []);
  const paths = (change: Partial<Exhibit>): string[] => problemsOf({ ...document, ...change }).map(({ path }) => path);
  deepStrictEqual(paths({ title: "", language: "no language" }), ["title", "language"]);
  deepStrictEqual(
    paths({ models: [{ ...model("chair", [part("leg", [{ ...part("foot"), name: "" }])]), name: "" }] }),
    [
      "models[0].name",
      "models[0].parts[0].parts[0].name",
    ],
  );
  deepStrictEqual(paths({ cards: [{ ...card("one"), detailed: ["a", "b", "c", "d", "e"] }] }), ["cards[0].detailed"]);
  deepStrictEqual(paths({ cards: [{ ...card("one"), detailed: ["x".repeat(141), ""] }] }), [
    "cards[0].detailed[0]",
    "cards[0].detailed[1]",
  ]);
  const simplified = { short: "x".repeat(141), detailed: ["x".repeat(111)] };
  deepStrictEqual(paths({ cards: [{ ...card("one"), simplified }] }), [
    "cards[0].simplified.short",
    "cards[0].simplified.detailed[0]",
  ]);
  deepStrictEqual(paths({ credits: [{ text: "", url: "example.org" }] }), ["credits[0].text", "credits[0].url"]);
  deepStrictEqual(paths({ timelines: [{ id: "t", title: "T", events: [{ id: "e", time: "", title: "E" }] }] }), [
    "timelines[0].events[0].time",
  ]);
  deepStrictEqual(paths({ scenarios: [{ id: "s", title: "", text: "", steps: [{ title: "", text: "" }] }] }), [
    "scenarios[0].title",
    "scenarios[0].steps[0].title",
  ]);
});

Deno.test("the server's lines are split into path and message", () => {
  strictEqual(serverProblem("cards[2].detailed: it has 5 bullets; at most 4 are possible").path, "cards[2].detailed");
  strictEqual(serverProblem("models[0].parts[1].parts[0].name: it is empty").path, "models[0].parts[1].parts[0].name");
  strictEqual(serverProblem("The disk is full.").path, "");
});

Deno.test("the list: built-in and own exhibits, deleting and restoring, and why there is none", async () => {
  const summary = (id: string) => ({
    id,
    title: id,
    summary: "",
    image: null,
    models: 0,
    cards: 0,
    created: null,
    modified: null,
    isBuiltIn: id === "artemis",
    canEdit: id !== "artemis",
  });
  const listed = new Set(["artemis", "mine"]);
  const controller = new AbortController();
  let isReachable = false;
  const unreadable = [{ id: "later", title: "Later", problem: "The version 2 of the schema is unknown." }];
  const source = {
    ...new MemorySource(),
    me: () => Promise.resolve({ kind: "owner", id: null, name: "Ada", permissions: {} } as never),
    list: () =>
      isReachable
        ? Promise.resolve({ exhibits: [...listed].map(summary), unreadable })
        : Promise.reject(new ApiError(0, "No server.")),
    delete: (id: string) => Promise.resolve(void listed.delete(id)),
    restore: (id: string) => Promise.resolve(listed.add(id) as never),
  };
  const store = new ExhibitListStore(controller.signal, source as never);
  await store.load();
  deepStrictEqual(store.phase.peek(), { state: "failed", message: "No server." });
  isReachable = true;
  await store.load();
  strictEqual(store.phase.peek().state, "ready");
  strictEqual(store.isOwner.peek(), true);
  deepStrictEqual(store.unreadable.peek(), unreadable);
  await store.delete("mine");
  deepStrictEqual(store.items.peek().map(({ id }) => id), ["artemis"]);
  await store.restore("mine");
  deepStrictEqual(store.items.peek().map(({ id }) => id), ["artemis", "mine"]);
});

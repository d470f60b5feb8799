import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { card, emptyExhibit, model, part } from "./exhibit-source.ts";
import type { Exhibit } from "../src/exhibits/document.ts";
import { History } from "../src/exhibits/editor/history.ts";
import { at, cardLens, exhibitLens, optionalText, partLens, prop } from "../src/exhibits/editor/lens.ts";
import { freshSlug, moved } from "../src/exhibits/editor/lists.ts";
import * as operations from "../src/exhibits/editor/operations.ts";
import { canMove, dropPart, findPart, flattened, movePart, type PartMove } from "../src/exhibits/editor/part-tree.ts";
import type { Part } from "../src/exhibits/document.ts";

const ids = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join(" ");

/** `a(b c(d)) e` */
const outline = (parts: readonly Part[]): string =>
  parts.map(({ id, parts: inner }) => inner.length > 0 ? `${id}(${outline(inner)})` : id).join(" ");

const tree = [part("a", [part("b"), part("c", [part("d")])]), part("e")];

function exhibit(): Exhibit {
  return {
    ...emptyExhibit(),
    models: [model("chair", structuredClone(tree)), model("table")],
    cards: [
      { ...card("one"), target: { model: "chair", part: "d" } },
      card("two", "crew"),
      { ...card("three"), target: { model: "table" } },
      card("four"),
    ],
    timelines: [{
      id: "t",
      title: "T",
      events: [{ id: "e", time: "1", title: "E", card: "one", target: { model: "chair", part: "b" } }],
    }],
    scenarios: [{ id: "s", title: "S", text: "", steps: [{ title: "S", text: "", target: { model: "chair" } }] }],
  };
}

Deno.test("slugs are made of texts, and are unique", () => {
  strictEqual(freshSlug("Heat shield", [], "part"), "heat-shield");
  strictEqual(freshSlug("Wärme-Schild!", [], "part"), "warme-schild");
  strictEqual(freshSlug("a", ["a", "a-2"], "part"), "a-3");
  strictEqual(freshSlug("日本", ["part"], "part"), "part-2");
  const long = freshSlug("x".repeat(200), [], "part");
  ok(/^[a-z0-9-]{1,64}$/.test(long), long);
});

Deno.test("items of a list are moved, but not out of it", () => {
  deepStrictEqual(moved([1, 2, 3], 0, 2), [2, 3, 1]);
  deepStrictEqual(moved([1, 2, 3], 2, 0), [3, 1, 2]);
  deepStrictEqual(moved([1, 2, 3], 0, -1), [1, 2, 3]);
  deepStrictEqual(moved([1, 2, 3], 2, 3), [1, 2, 3]);
});

Deno.test("parts are listed with their paths in the document", () => {
  deepStrictEqual(flattened(tree).map(({ part: { id }, depth, path }) => [id, depth, path]), [
    ["a", 0, "parts[0]"],
    ["b", 1, "parts[0].parts[0]"],
    ["c", 1, "parts[0].parts[1]"],
    ["d", 2, "parts[0].parts[1].parts[0]"],
    ["e", 0, "parts[1]"],
  ]);
  strictEqual(findPart(tree, "d")?.parent?.id, "c");
  strictEqual(findPart(tree, "x"), null);
});

Deno.test("parts move up and down, into the one before, and out of the one around", () => {
  const move = (id: string, by: PartMove): string => outline(movePart(tree, id, by));
  strictEqual(move("e", "up"), "e a(b c(d))");
  strictEqual(move("a", "down"), "e a(b c(d))");
  strictEqual(move("e", "in"), "a(b c(d) e)");
  strictEqual(move("c", "in"), "a(b(c(d))) e");
  strictEqual(move("c", "out"), "a(b) c(d) e");
  strictEqual(move("d", "out"), "a(b c d) e");
  strictEqual(canMove(tree, "a", "up"), false);
  strictEqual(canMove(tree, "a", "in"), false);
  strictEqual(canMove(tree, "e", "out"), false);
  strictEqual(move("a", "up"), outline(tree));
});

Deno.test("a part is dropped before another one or inside it, but not inside itself", () => {
  strictEqual(outline(dropPart(tree, "d", "a", false)), "d a(b c) e");
  strictEqual(outline(dropPart(tree, "b", "e", true)), "a(c(d)) e(b)");
  strictEqual(outline(dropPart(tree, "e", "c", false)), "a(b e c(d))");
  strictEqual(outline(dropPart(tree, "a", "d", true)), outline(tree));
  strictEqual(outline(dropPart(tree, "a", "a", true)), outline(tree));
});

Deno.test("cards move among those of their category", () => {
  const document = exhibit();
  strictEqual(ids(operations.moveCard("one", 1)(document).cards), "two three one four");
  strictEqual(operations.canMoveCard(document, "two", 1), false);
  strictEqual(operations.canMoveCard(document, "one", -1), false);
  strictEqual(operations.moveCard("two", 1)(document), document);
});

Deno.test("cards are added, duplicated behind the original, and removed with what refers to them", () => {
  const document = exhibit();
  strictEqual(operations.newCardID(document, "One"), "one-2");
  const added = operations.addCard("five", "systems")(document);
  deepStrictEqual(added.cards.at(-1)?.category, "systems");
  const copied = operations.duplicateCard("one", "copy")(document);
  strictEqual(ids(copied.cards), "one copy two three four");
  deepStrictEqual(copied.cards[1]?.target, { model: "chair", part: "d" });
  const removed = operations.removeCard("one")(document);
  strictEqual(ids(removed.cards), "two three four");
  ok(!("card" in removed.timelines[0]!.events[0]!), "the event still has the card");
});

Deno.test("what points at a removed model points at nothing, at a removed part at its model", () => {
  const withoutModel = operations.removeModel("chair")(exhibit());
  strictEqual(ids(withoutModel.models), "table");
  ok(!("target" in withoutModel.cards[0]!) && !("target" in withoutModel.timelines[0]!.events[0]!), "a target is left");
  ok(!("target" in withoutModel.scenarios[0]!.steps[0]!), "a target is left");
  deepStrictEqual(withoutModel.cards[2]?.target, { model: "table" });
  const withoutPart = operations.deletePart("chair", "c")(exhibit());
  strictEqual(outline(withoutPart.models[0]!.parts), "a(b) e");
  deepStrictEqual(withoutPart.cards[0]?.target, { model: "chair" });
  deepStrictEqual(withoutPart.timelines[0]?.events[0]?.target, { model: "chair", part: "b" });
});

Deno.test("parts are added after the selected one or at the end, and edited", () => {
  const added = operations.newPart("new", "New", [1, 2, 3], "Node");
  const after = operations.addPart("chair", added, "b")(exhibit());
  strictEqual(outline(after.models[0]!.parts), "a(b new c(d)) e");
  strictEqual(outline(operations.addPart("chair", added, null)(exhibit()).models[0]!.parts), "a(b c(d)) e new");
  const edited = operations.editPart("chair", "d", (old) => ({ ...old, position: [4, 5, 6] }))(exhibit());
  deepStrictEqual(findPart(edited.models[0]!.parts, "d")?.part.position, [4, 5, 6]);
  ok(!("node" in operations.newPart("x", "X", [0, 0, 0], null)), "a part without a node has one");
});

Deno.test("models, timelines, events and scenarios are added, moved and removed", () => {
  strictEqual(ids(operations.moveModel("table", -1)(exhibit()).models), "table chair");
  const two = operations.addTimeline(operations.addTimeline(emptyExhibit()));
  strictEqual(ids(two.timelines), "timeline timeline-2");
  const event = operations.addEvent(two.timelines[0]!)(two);
  strictEqual(ids(event.timelines[0]!.events), "event");
  strictEqual(ids(operations.removeTimeline("timeline")(event).timelines), "timeline-2");
  const scenario = operations.addScenario(emptyExhibit());
  strictEqual(scenario.scenarios.length, 1);
  deepStrictEqual(operations.removeScenario("scenario")(scenario), emptyExhibit());
});

Deno.test("lenses read, write and name values; an empty optional text is removed", () => {
  const document = exhibit();
  strictEqual(prop(exhibitLens, "title").path(document), "title");
  const title = prop(cardLens("three"), "title");
  strictEqual(title.path(document), "cards[2].title");
  strictEqual(title.set(document, "3").cards[2]?.title, "3");
  strictEqual(at(prop(cardLens("one"), "detailed"), 0).path(document), "cards[0].detailed[0]");
  strictEqual(partLens("chair", "d").path(document), "models[0].parts[0].parts[1].parts[0]");
  const description = optionalText(prop(partLens("chair", "d"), "description"), partLens("chair", "d"));
  strictEqual(description.get(document), "");
  const described = description.set(document, "Wood");
  strictEqual(description.get(described), "Wood");
  ok(!("description" in findPart(description.set(described, "").models[0]!.parts, "d")!.part), "it is still there");
  strictEqual(prop(cardLens("gone"), "title").get(document), undefined);
  strictEqual(prop(cardLens("gone"), "title").set(document, "x"), document);
});

Deno.test("history: steps are undone and redone; an edit after undo drops what was undone", () => {
  const history = new History(0);
  history.push(1, "one");
  history.push(2, "two");
  strictEqual(history.undo(), "two");
  strictEqual(history.document, 1);
  strictEqual(history.redoLabel, "two");
  history.push(3, "three");
  strictEqual(history.redo(), null);
  deepStrictEqual([history.undo(), history.undo(), history.undo()], ["three", "one", null]);
  strictEqual(history.document, 0);
});

Deno.test("history: typing in one field is one step until it is sealed", () => {
  const history = new History("");
  history.push("a", "title", "title");
  history.push("ab", "title", "title");
  history.seal();
  history.push("abc", "title", "title");
  history.undo();
  strictEqual(history.document, "ab");
  history.undo();
  strictEqual(history.document, "");
  // After undo, an edit with the same key is a step of its own.
  history.redo();
  history.push("abx", "title", "title");
  history.undo();
  strictEqual(history.document, "ab");
});

Deno.test("history: at most 500 steps are kept", () => {
  const history = new History(0);
  for (let i = 1; i <= 600; i += 1) history.push(i, "count");
  let count = 0;
  while (history.undo() !== null) count += 1;
  strictEqual(count, 500);
  strictEqual(history.document, 100);
});

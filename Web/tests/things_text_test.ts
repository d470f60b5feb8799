import { deepStrictEqual, strictEqual } from "./assert.ts";
import type {
  Loan,
  Maintenance,
  PlaceItem,
  Reminder,
  Thing,
  ThingItem,
  ThingMedia,
  ThingTotal,
} from "../src/api/generated.ts";
import { PlaceChoices } from "../src/things/fields/places.ts";
import { splitTags, withTags } from "../src/things/fields/tags-field.ts";
import { matchingWords } from "../src/things/fields/word-field.ts";
import { badges, valueText, whereText } from "../src/things/item-text.ts";
import { reminderText } from "../src/things/overview/reminders-panel.ts";
import { totalRows } from "../src/things/overview/totals-panel.ts";
import { attachmentItems } from "../src/things/thing/attachments.ts";
import { valueText as fieldText } from "../src/things/thing/field-status.ts";
import { altText, galleryItems } from "../src/things/thing/gallery.ts";
import { loanText } from "../src/things/thing/loans.ts";
import { maintenanceText, sortedMaintenance } from "../src/things/thing/maintenance.ts";
import { likeness } from "../src/things/thing/merge-dialog.ts";

const now = new Date(2026, 1, 3, 12);
const day = (text: string): string => `${text}T00:00:00Z`;
const item = (values: Partial<ThingItem>): ThingItem =>
  ({
    name: "Drill",
    category: null,
    brand: null,
    model: null,
    serial: null,
    quantity: 1,
    value: null,
    path: [],
    lent: false,
    warrantyUntil: null,
    ...values,
  }) as ThingItem;

Deno.test("lists say where a thing is, what it is worth and what is to be known", () => {
  strictEqual(whereText(item({ path: ["Cellar", "Shelf 2"], category: "Tools" })), "Cellar › Shelf 2");
  strictEqual(whereText(item({ brand: "Bosch", model: "PSB" })), "Bosch PSB");
  strictEqual(valueText(item({ quantity: 3, value: { minorUnits: 500, currency: "JPY" } })).slice(0, 4), "3 × ");
  const all = item({ lent: true, quantity: 2, warrantyUntil: day("2026-02-13") });
  deepStrictEqual(badges(all, now).map(({ text }) => text), ["Lent", "Warranty ends in 10 days", "2 pieces"]);
  deepStrictEqual(badges(item({ warrantyUntil: day("2027-02-13") }), now), []);
});

Deno.test("reminders, loans and maintenance say when", () => {
  const reminder = (kind: Reminder["kind"], detail: string, due: string): string =>
    reminderText({ kind, detail, due: day(due) } as Reminder, now);
  strictEqual(reminder("warranty", "", "2026-02-04"), "Warranty ends tomorrow");
  strictEqual(reminder("maintenance", "Oil", "2026-02-01"), "Oil: was due 2 days ago");
  strictEqual(reminder("loan", "Ben", "2026-02-03"), "Lent to Ben, due back today");
  const loan = { lent: day("2026-01-01"), due: day("2026-02-01"), returned: null } as Loan;
  strictEqual(loanText(loan, now), "lent 1 Jan 2026, was due back 2 days ago");
  strictEqual(loanText({ ...loan, returned: day("2026-02-02") }, now), "lent 1 Jan 2026, returned 2 Feb 2026");
  const entry = (id: string, due: string | null, done: string | null): Maintenance =>
    ({ id, due: due && day(due), done: done && day(done), cost: null }) as Maintenance;
  const log = [
    entry("a", null, "2025-01-01"),
    entry("b", null, null),
    entry("c", "2026-03-01", null),
    entry("d", null, "2026-01-01"),
  ];
  deepStrictEqual(sortedMaintenance(log).map(({ id }) => id), ["c", "b", "d", "a"]);
  deepStrictEqual(log.map((each) => maintenanceText(each, now)), [
    "done 1 Jan 2025",
    "to be done",
    "due in 26 days",
    "done 1 Jan 2026",
  ]);
});

Deno.test("totals are the largest first, the rest together", () => {
  const total = (key: string | null, things: number, euros: number): ThingTotal =>
    ({ key, name: null, things, items: things, values: [{ minorUnits: euros, currency: "EUR" }] }) as ThingTotal;
  const all = [total("a", 1, 10), total(null, 2, 30), total("b", 3, 20), total("c", 4, 5)];
  deepStrictEqual(totalRows(all, "EUR", "None", 3).map(({ name, amount }) => [name, amount]), [
    ["None", 30],
    ["b", 20],
    ["2 others", 15],
  ]);
  deepStrictEqual(totalRows(all, null, "None").map(({ name }) => name), ["c", "b", "None", "a"]);
  strictEqual(totalRows(all, "USD", "None")[0]?.amount, 0);
});

Deno.test("words and tags that fit are offered", () => {
  const words = ["Power tools", "Tools", "Toys"].map((word) => ({ word, count: 1 }));
  deepStrictEqual(matchingWords(words, "to").map(({ word }) => word), ["Tools", "Toys", "Power tools"]);
  deepStrictEqual(splitTags(" red, loud;; "), ["red", "loud"]);
  deepStrictEqual(withTags(["Red"], ["red", "loud"]), ["Red", "loud"]);
});

Deno.test("places are found by words of their path, and a missing path is added", async () => {
  const place = (id: string, path: string[]): PlaceItem =>
    ({ id, name: path.at(-1), path, things: 0 }) as unknown as PlaceItem;
  const added: unknown[] = [];
  const choices = new PlaceChoices({
    places: () =>
      Promise.resolve([place("1", ["Cellar"]), place("2", ["Cellar", "Shelf 1"]), place("3", ["Attic", "Shelf 1"])]),
    addPlace: (body) => {
      added.push(body);
      return Promise.resolve(place(`n${added.length}`, ["?"]));
    },
  });
  await choices.load();
  deepStrictEqual(choices.matching("cellar").map(({ id }) => id), ["1", "2"]);
  deepStrictEqual(choices.matching("shelf att").map(({ id }) => id), ["3"]);
  strictEqual(choices.atPath(["cellar", "shelf 1"])?.id, "2");
  deepStrictEqual([choices.named("Cellar")?.id, choices.named("Shelf 1")?.id], ["1", undefined]);
  await choices.create(["Cellar", "Shelf 9", "Box"]);
  deepStrictEqual(added, [{ name: "Shelf 9", parent: "1" }, { name: "Box", parent: "n1" }]);
});

Deno.test("photos are in the gallery, documents in the files", () => {
  const media = (id: string, kind: string, role: string | null, position: number): ThingMedia =>
    ({ id, kind, role, position, alternative: "", caption: "" }) as unknown as ThingMedia;
  const all = [
    media("a", "photo", null, 2),
    media("b", "document", "receipt", 0),
    media("c", "photo", "label", 1),
    media("d", "video", null, 1),
  ];
  const thing = { name: "Drill", media: all } as Thing;
  deepStrictEqual(galleryItems(thing).map(({ id }) => id), ["d", "a"]);
  deepStrictEqual(attachmentItems(all).map(({ id }) => id), ["b", "c"]);
  strictEqual(altText(all[0]!, thing, 2, 2), "Photo 2 of 2 of Drill");
});

Deno.test("things that could be the same are alike, and values are in words", () => {
  strictEqual(likeness(item({ serial: "A1" }), item({ name: "Saw", serial: "a1" })), 4);
  strictEqual(likeness(item({ brand: "B", model: "M" }), item({ brand: "b", model: "m" })), 3);
  strictEqual(likeness(item({}), item({ name: "Saw" })), 0);
  deepStrictEqual(
    [fieldText("brand", null), fieldText("brand", "Bosch"), fieldText("tags", ["a", "b"]), fieldText("insured", true)],
    ["nothing", "“Bosch”", "a, b", "yes"],
  );
});

import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import type { ThingImport } from "../src/api/generated.ts";
import type { ImportQuery } from "../src/things/things-api.ts";
import {
  customField,
  fieldLabel,
  ignoredField,
  importErrorText,
  ImportStore,
} from "../src/things/transfer/import-store.ts";

class Server {
  queries: ImportQuery[] = [];
  errors: ThingImport["errors"] = [];
  error: Error | null = null;
  undone: string[] = [];
  hold: Promise<void> = Promise.resolve();

  importTable = async (_: Blob, query: ImportQuery, signal: AbortSignal): Promise<ThingImport> => {
    this.queries.push(query);
    await this.hold;
    signal.throwIfAborted();
    if (this.error) throw this.error;
    const fields = query.mapping ? JSON.parse(query.mapping) as string[] : ["name", "price"];
    const columns = ["HB.name", "HB.purchase_price"].map((header, at) => ({
      header,
      field: fields[at]!,
      samples: ["a"],
    }));
    const isDone = !query.preview && this.errors.length === 0;
    return {
      layout: "homebox",
      rows: 3,
      columns,
      fields: ["ignored", "name", "price", "value"],
      errors: this.errors,
      notes: [],
      preview: [],
      imported: isDone ? 3 : 0,
      undo: isDone ? "u" : null,
    };
  };
  undo = (action: string): Promise<{ restored: number; kept: number }> => {
    this.undone.push(action);
    return Promise.resolve({ restored: 3, kept: 0 });
  };
}

const file = new File(["HB.name,HB.purchase_price\nDrill,129\n"], "homebox.csv");

Deno.test("a table is previewed as proposed, and imported as it is mapped", async () => {
  const server = new Server();
  const store = new ImportStore("EUR", server);
  strictEqual(await store.import(), false);
  await store.choose(file);
  deepStrictEqual([server.queries, store.mapping.value], [[{ preview: true, currency: "EUR" }], ["name", "price"]]);
  await store.map(1, "value");
  strictEqual(server.queries[1]?.mapping, '["name","value"]');
  ok(store.canImport.value);
  ok(await store.import());
  deepStrictEqual(server.queries[2], { preview: false, currency: "EUR", mapping: '["name","value"]' });
  strictEqual(store.result.value?.imported, 3);
  await store.undo();
  deepStrictEqual(server.undone, ["u"]);
});

Deno.test("a table with errors isn't imported", async () => {
  const server = new Server();
  server.errors = [{ row: 2, column: "HB.purchase_price", problem: "“abc” is not an amount" }];
  const store = new ImportStore("EUR", server);
  await store.choose(file);
  strictEqual(store.canImport.value, false);
  strictEqual(await store.import(), false);
  strictEqual(importErrorText(server.errors[0]!), "Row 2, HB.purchase_price: “abc” is not an amount");
  strictEqual(importErrorText({ row: 0, column: null, problem: "The file is empty" }), "The file is empty");
  server.errors = [];
  await store.setDates("dayMonthYear");
  deepStrictEqual([server.queries.at(-1)?.dates, store.canImport.value], ["dayMonthYear", true]);
});

Deno.test("of several previews the latest counts", async () => {
  const server = new Server();
  const store = new ImportStore("EUR", server);
  await store.choose(file);
  let release = (): void => {};
  server.hold = new Promise((resolve) => release = resolve);
  const first = store.map(1, "value");
  const second = store.map(1, "ignored");
  release();
  await Promise.all([first, second]);
  deepStrictEqual([store.mapping.value, store.busy.value], [["name", "ignored"], null]);
  await store.resetMapping();
  deepStrictEqual(store.mapping.value, ["name", "price"]);
});

Deno.test("a currency is checked before it is sent, and a refused file says why", async () => {
  const server = new Server();
  const store = new ImportStore("EUR", server);
  await store.choose(file);
  await store.setCurrency("eu");
  deepStrictEqual([store.problem.value, server.queries.length], ["A currency has three letters, as EUR.", 1]);
  await store.setCurrency("chf");
  deepStrictEqual([store.problem.value, server.queries.at(-1)?.currency], ["", "CHF"]);
  server.error = new ApiError(422, "The table has no column for names");
  await store.refresh();
  deepStrictEqual([store.problem.value, store.canImport.value], ["The table has no column for names", false]);
});

Deno.test("fields of columns have names for people", () => {
  deepStrictEqual(["ignored", "serial", "custom.number:Voltage", "soldTo"].map(fieldLabel), [
    "Don't import",
    "Serial number",
    "Custom field: Voltage",
    "Sold to",
  ]);
  deepStrictEqual(customField("custom:Note: one"), { type: "text", name: "Note: one" });
  strictEqual(customField("name"), null);
  strictEqual(ignoredField(["name", "ignored"]), "ignored");
});

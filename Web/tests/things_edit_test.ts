import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import type { Identification, Thing, ThingBody } from "../src/api/generated.ts";
import { signal } from "../src/reactive/signal.ts";
import { AddStore } from "../src/things/add/add-store.ts";
import { Autosave, type FieldName, isSame } from "../src/things/thing/autosave.ts";
import { type FileDatabase, fileKind, type NewFile, ThingUploads, type WaitingFile } from "../src/things/uploads.ts";

const offline = new ApiError(0, "Diorama can't be reached.");
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

// MARK: Autosave

class Server {
  current = {
    id: "a",
    name: "Drill",
    brand: null,
    value: { minorUnits: 100, currency: "EUR" },
    tags: ["x"],
  } as unknown as Thing;
  sent: ThingBody[] = [];
  error: Error | null = null;
  thing = (): Promise<Thing> => this.error ? Promise.reject(this.error) : Promise.resolve({ ...this.current });
  edit = (_: string, body: ThingBody): Promise<Thing> => {
    if (this.error) return Promise.reject(this.error);
    this.sent.push(body);
    this.current = { ...this.current, ...body } as Thing;
    return Promise.resolve({ ...this.current });
  };
}

class Memory {
  values = new Map<string, string>();
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.values.set(key, value);
  removeItem = (key: string): void => void this.values.delete(key);
}

function editing(
  server = new Server(),
  storage = new Memory(),
): { autosave: Autosave; server: Server; storage: Memory } {
  const thing = signal<Thing | null>({ ...server.current });
  return { autosave: new Autosave("a", thing, server, storage), server, storage };
}

const stateOf = (autosave: Autosave, name: FieldName): string | undefined => autosave.edits.value.get(name)?.state.kind;

Deno.test("values are compared by what they hold", () => {
  ok(isSame({ minorUnits: 1, currency: "EUR" }, { currency: "EUR", minorUnits: 1 }));
  ok(isSame(["a", "b"], ["a", "b"]));
  ok(!isSame(["a", "b"], ["b", "a"]));
  ok(!isSame(null, {}));
  ok(!isSame({ a: 1 }, { a: 1, b: 2 }));
});

Deno.test("a field is saved alone, and only when it differs", async () => {
  const { autosave, server, storage } = editing();
  autosave.set("name", "Drill");
  strictEqual(autosave.edits.value.size, 0);
  autosave.set("name", "Saw");
  deepStrictEqual([stateOf(autosave, "name"), autosave.isPending, storage.values.size], ["saving", true, 1]);
  await autosave.flush();
  deepStrictEqual(server.sent, [{ name: "Saw" }]);
  deepStrictEqual([stateOf(autosave, "name"), autosave.isPending, storage.values.size], ["saved", false, 0]);
});

Deno.test("what is typed while a request is under way is saved after it", async () => {
  const { autosave, server } = editing();
  autosave.set("name", "S");
  autosave.set("brand", "Bosch");
  await turn;
  autosave.set("name", "Saw");
  await autosave.flush();
  await autosave.flush();
  deepStrictEqual([server.current.name, server.current.brand], ["Saw", "Bosch"]);
  strictEqual(stateOf(autosave, "name"), "saved");
});

Deno.test("an edit without a connection stays over a reload and is saved later", async () => {
  const { autosave, server, storage } = editing();
  server.error = offline;
  autosave.set("notes", "In the box");
  await autosave.flush();
  deepStrictEqual(autosave.edits.value.get("notes")?.state, {
    kind: "failed",
    message: "Not saved yet: Diorama can't be reached.",
  });
  server.error = null;
  const later = editing(server, storage).autosave;
  later.restore();
  await later.flush();
  deepStrictEqual([server.sent, storage.values.size], [[{ notes: "In the box" }], 0]);
});

Deno.test("a change made elsewhere is not overwritten until the user has chosen", async () => {
  const { autosave, server } = editing();
  server.current = { ...server.current, brand: "Makita" };
  autosave.set("brand", "Bosch");
  await autosave.flush();
  deepStrictEqual(autosave.edits.value.get("brand"), {
    value: "Bosch",
    base: null,
    state: { kind: "conflict", theirs: "Makita" },
  });
  deepStrictEqual([autosave.value("brand"), server.sent.length], ["Bosch", 0]);
  autosave.resolve("brand", "mine");
  await autosave.flush();
  strictEqual(server.current.brand, "Bosch");
  server.current = { ...server.current, brand: "Hilti" };
  autosave.set("brand", "Metabo");
  await autosave.flush();
  autosave.resolve("brand", "theirs");
  deepStrictEqual([autosave.value("brand"), autosave.isPending], ["Hilti", false]);
});

Deno.test("a change of another field elsewhere is no conflict", async () => {
  const { autosave, server } = editing();
  server.current = { ...server.current, tags: ["x", "y"] };
  autosave.set("value", { minorUnits: 200, currency: "EUR" });
  await autosave.flush();
  deepStrictEqual([server.sent, autosave.value("tags")], [[{ value: { minorUnits: 200, currency: "EUR" } }], [
    "x",
    "y",
  ]]);
});

Deno.test("what the server refuses stays with its reason, and can be given up", async () => {
  const { autosave, server } = editing();
  server.error = new ApiError(422, "The name is too long");
  autosave.set("name", "x".repeat(300));
  await autosave.flush();
  strictEqual(
    (autosave.edits.value.get("name")?.state as { message: string }).message,
    "Not saved: The name is too long",
  );
  autosave.drop("name");
  strictEqual(autosave.value("name"), "Drill");
});

// MARK: Adding

const found: Identification = {
  matches: [{ id: "m1", name: "Old drill", score: 0.8, cover: null }],
  barcodes: [{ format: "QRCode", text: "", thing: "m2" }],
  text: [],
  proposal: { brand: "Bosch", model: "PSB 500", serial: null, expires: null },
  notices: [],
};

class Target {
  bodies: ThingBody[] = [];
  error: Error | null = null;
  files: readonly NewFile[] = [];
  add = (body: ThingBody): Promise<Thing> => {
    if (this.error) return Promise.reject(this.error);
    this.bodies.push(body);
    return Promise.resolve({ id: `n${this.bodies.length}`, name: body.name } as Thing);
  };
  identify = (): Promise<Identification> => this.error ? Promise.reject(this.error) : Promise.resolve(found);
}

function adding(): { store: AddStore; target: Target } {
  const target = new Target();
  const uploads = { add: (_: unknown, files: readonly NewFile[]) => Promise.resolve(void (target.files = files)) };
  return { store: new AddStore(target, uploads), target };
}

const photo = new File(["x"], "a.jpg", { type: "image/jpeg" });

Deno.test("photos propose what wasn't written, and say what is known already", async () => {
  const { store } = adding();
  store.write("brand", "Makita");
  store.addPhotos([photo]);
  strictEqual(store.recognizing.value, 1);
  await turn();
  const { name, brand, model } = store.fields;
  deepStrictEqual([name.value, brand.value, model.value], ["Bosch PSB 500", "Makita", "PSB 500"]);
  deepStrictEqual([...store.proposed.value], ["model", "name"]);
  store.write("name", "Drill");
  deepStrictEqual([...store.proposed.value], ["model"]);
  deepStrictEqual(store.known.value.map(({ id, isLabel }) => [id, isLabel]), [["m2", true], ["m1", false]]);
});

Deno.test("a thing is added with its photos, and the next one keeps category and place", async () => {
  const { store, target } = adding();
  strictEqual(await store.save(), null);
  strictEqual(store.problem.value, "Give it a name.");
  store.write("name", " Drill ");
  store.fields.category.value = "Tools";
  store.place.value = { id: "p", label: "Cellar" };
  store.addPhotos([photo]);
  target.error = offline;
  strictEqual(await store.save(), null);
  deepStrictEqual([store.problem.value, store.photos.value.length, store.hasContent], [offline.message, 1, true]);
  target.error = null;
  ok(await store.save() !== null);
  deepStrictEqual([target.bodies[0]?.name, target.bodies[0]?.category, target.bodies[0]?.place], [
    "Drill",
    "Tools",
    "p",
  ]);
  strictEqual(target.files.length, 1);
  deepStrictEqual(
    [store.hasContent, store.fields.name.value, store.fields.category.value, store.place.value?.id, store.added.value],
    [false, "", "Tools", "p", 1],
  );
});

Deno.test("photos that can't be recognized are added all the same", async () => {
  const { store, target } = adding();
  target.error = new ApiError(503, "The server is busy");
  store.addPhotos([photo]);
  await turn();
  deepStrictEqual(
    [store.recognitionProblem.value, store.recognizing.value, store.photos.value.length],
    ["The server is busy", 0, 1],
  );
});

// MARK: Files

class Files implements FileDatabase {
  values = new Map<string, unknown>();
  all = <T>(): Promise<T[]> => Promise.resolve([...this.values.values()] as T[]);
  get = <T>(_: string, key: string): Promise<T | undefined> => Promise.resolve(this.values.get(key) as T | undefined);
  put = (_: string, key: string, value: unknown): Promise<void> => Promise.resolve(void this.values.set(key, value));
  delete = (_: string, key: string): Promise<void> => Promise.resolve(void this.values.delete(key));
}

const newFile = (name: string): NewFile => ({ kind: "photo", role: null, name, body: new Blob(["x"]) });

Deno.test("files are kept on the device until the server has them", async () => {
  const files = new Files();
  const sent: string[] = [];
  let error: Error | null = offline;
  const target = {
    addMedia: (_: string, { name }: { name: string }): Promise<Thing> => {
      if (error) return Promise.reject(error);
      sent.push(name);
      return Promise.resolve({ id: "a" } as Thing);
    },
  };
  const uploads = new ThingUploads(target, files);
  await uploads.add({ id: "a", name: "Drill" }, [newFile("1.jpg"), newFile("2.jpg")]);
  await uploads.flush();
  deepStrictEqual([uploads.files.value.length, files.values.size, uploads.isWaiting.value], [2, 2, true]);
  error = null;
  await uploads.flush(); // ends the timer
  deepStrictEqual([sent, files.values.size, uploads.files.value.length], [["1.jpg", "2.jpg"], 0, 0]);
  // A file that an earlier visit left.
  files.values.set(
    "k",
    { key: "k", thing: "a", name: "3.jpg", added: 1, problem: null, body: new Blob(["x"]) } as WaitingFile,
  );
  const later = new ThingUploads(target, files);
  await later.start();
  await later.flush();
  deepStrictEqual([sent.at(-1), files.values.size], ["3.jpg", 0]);
});

Deno.test("a rejected file doesn't hold the others up", async () => {
  const target = {
    addMedia: (_: string, { name }: { name: string }): Promise<Thing> =>
      name === "bad.jpg" ? Promise.reject(new ApiError(422, "no image")) : Promise.resolve({ id: "a" } as Thing),
  };
  const uploads = new ThingUploads(target, new Files());
  await uploads.add({ id: "a", name: "Drill" }, [newFile("bad.jpg"), newFile("good.jpg")]);
  await uploads.flush();
  deepStrictEqual(uploads.files.value.map(({ name, problem }) => [name, problem]), [["bad.jpg", "no image"]]);
  await uploads.discard(uploads.files.value[0]!.key);
  strictEqual(uploads.files.value.length, 0);
});

Deno.test("the kind of a chosen file", () => {
  const kinds = ["image/heic a.heic", "video/mp4 a.mp4", "audio/ogg a.ogg", " a.PDF", " a.HEIC", "text/plain a.txt"]
    .map((each) => each.split(" ")).map(([type, name]) => fileKind({ type: type!, name: name! }));
  deepStrictEqual(kinds, ["photo", "video", "audio", "document", "photo", null]);
});

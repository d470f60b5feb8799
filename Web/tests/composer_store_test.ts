import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import { ComposerStore } from "../src/memories/composer-store.ts";
import { type Draft, draftOf, newDraft } from "../src/memories/drafts.ts";
import { Outbox, type OutboxDatabase, type OutboxTarget } from "../src/memories/outbox.ts";
import type { Entry } from "../src/memories/send.ts";
import type { Memory, NewMemory } from "../src/memories/types.ts";

const placement = {
  anchor: { point: [0, 0, 0], normal: [0, 1, 0], object: null, offset: [0, 0, 0], height: 0 },
  viewpoint: { matrix: [], fieldOfView: 1, aspect: 1 },
} as const;

class Services {
  kept: Draft | null = null;
  dropped = 0;
  sent: Draft[] = [];
  changed: object[] = [];
  described: object[] = [];
  failure: unknown = null;

  readonly drafts = {
    write: (_: string, draft: Draft): Promise<boolean> => {
      this.kept = draft;
      return Promise.resolve(true);
    },
    delete: (): Promise<void> => {
      this.dropped += 1;
      return Promise.resolve();
    },
  };
  readonly outbox = {
    submit: (_: string, draft: Draft): Promise<Memory | null> => {
      this.sent.push(draft);
      if (this.failure) return Promise.reject(this.failure);
      return Promise.resolve(draft.memory as unknown as Memory);
    },
  };
  readonly api = {
    change: (_: string, changes: object): Promise<Memory> => {
      this.changed.push(changes);
      return Promise.resolve({} as Memory);
    },
    describe: (_: string, file: string, text: object): Promise<void> => {
      this.described.push([file, text]);
      return Promise.resolve();
    },
    show: (): Promise<Memory> => Promise.resolve({} as Memory),
  };
}

function composer(before: Memory | null = null): { store: ComposerStore; services: Services; owner: AbortController } {
  const services = new Services();
  const owner = new AbortController();
  const draft = before ? draftOf(before) : newDraft(placement);
  return { store: new ComposerStore("s", draft, before, owner.signal, services), services, owner };
}

Deno.test("an incomplete memory is not sent; a complete one gets a title and loses its draft", async () => {
  const { store, services } = composer();
  strictEqual(await store.submit(), undefined);
  strictEqual(store.problem.value, "Write something first.");
  store.update({ text: "It smelled of bread." });
  strictEqual(store.problem.value, "");
  store.tags.value = "kitchen, #old";
  ok(await store.submit() !== undefined);
  strictEqual(services.sent[0]?.memory.title, "It smelled of bread.");
  deepStrictEqual(services.sent[0]?.memory.tags, ["kitchen", "old"]);
  strictEqual(services.dropped, 1);
});

Deno.test("the draft is stored when the composer is closed, unless it was discarded", () => {
  const kept = composer();
  kept.store.update({ title: "Stove" });
  kept.owner.abort();
  strictEqual(kept.services.kept?.memory.title, "Stove");
  const discarded = composer();
  discarded.store.update({ title: "Stove" });
  discarded.store.finish();
  discarded.owner.abort();
  strictEqual(discarded.services.kept, null);
});

Deno.test("another type drops the file and the screen", () => {
  const { store, owner } = composer();
  const file = { kind: "photo", name: "a.jpg", body: new Blob(), alternative: "", transcript: "" } as const;
  store.setKind("photo");
  store.setMedia([file]);
  const screen = { position: [0, 1, 0], rotation: [0, 0, 0, 1], size: [1, 1] } as const;
  store.update({ anchor: { ...store.memory.value.anchor, screen } });
  store.setKind("text");
  strictEqual(store.media.value.length, 0);
  strictEqual(store.memory.value.anchor.screen, null);
  store.finish();
  owner.abort();
});

Deno.test("cancelling and rejections keep the draft and say why", async () => {
  const { store, services, owner } = composer();
  store.update({ text: "x" });
  services.failure = new DOMException("", "AbortError");
  strictEqual(await store.submit(), undefined);
  strictEqual(store.problem.value, "Not sent. Your draft is kept.");
  services.failure = new ApiError(400, "a tag can have at most 100 characters");
  strictEqual(await store.submit(), undefined);
  strictEqual(store.problem.value, "a tag can have at most 100 characters");
  strictEqual(`${store.isSending.value} ${services.dropped}`, "false 0");
  store.finish();
  owner.abort();
});

Deno.test("editing sends what differs, of the memory and of its files", async () => {
  const media = [{ id: "m", kind: "photo", alternative: "A stove", transcript: "" }];
  const before = { ...newDraft(placement).memory, title: "A", tags: ["x"], media } as unknown as Memory;
  const { store, services } = composer(before);
  store.update({ title: "B" });
  store.setMediaText("m", { alternative: "A cat", transcript: "" });
  ok(await store.submit() !== undefined);
  deepStrictEqual(services.changed, [{ title: "B" }]);
  deepStrictEqual(services.described, [["m", { alternative: "A cat", transcript: "" }]]);
  const same = composer(before);
  same.store.setMediaText("m", { alternative: "A stove", transcript: "" });
  strictEqual(await same.store.submit(), before);
  strictEqual(same.services.changed.length + same.services.described.length, 0);
});

/** A database in memory and a server that can be switched off. */
function outbox(): {
  box: Outbox;
  rows: Map<string, Entry>;
  server: { error: unknown; created: string[]; trashed: string[] };
} {
  const rows = new Map<string, Entry>();
  const server = { error: null as unknown, created: [] as string[], trashed: [] as string[] };
  const stored: OutboxDatabase = {
    all: <T>() => Promise.resolve([...rows.values()].map((row) => structuredClone(row)) as T[]),
    put: (_, key, value) => Promise.resolve(void rows.set(key, structuredClone(value) as Entry)),
    delete: (_, key) => Promise.resolve(void rows.delete(key)),
  };
  const target: OutboxTarget = {
    create: (_, made: NewMemory) => {
      if (server.error) return Promise.reject(server.error);
      server.created.push(made.id);
      return Promise.resolve(made as unknown as Memory);
    },
    attach: () => server.error ? Promise.reject(server.error) : Promise.resolve({}),
    show: (id) => Promise.resolve({ id, space: "s" } as Memory),
    trash: (id) => Promise.resolve(void server.trashed.push(id)),
  };
  return { box: new Outbox(target, stored), rows, server };
}

const submit = (box: Outbox, draft: Draft): Promise<Memory | null> =>
  box.submit("s", draft, () => {}, new AbortController().signal);

Deno.test("a memory written offline is stored and sent by the next start of its author", async () => {
  const first = outbox();
  await first.box.start("owner");
  first.server.error = new ApiError(0, "offline");
  const draft = newDraft(placement);
  strictEqual(await submit(first.box, draft), null);
  strictEqual(`${first.box.entries.value.length} ${first.rows.size}`, "1 1");
  first.server.error = null;
  await first.box.start("account:bea");
  strictEqual(`${first.box.entries.value.length} ${first.server.created.length}`, "0 0"); // not hers
  await first.box.start("owner");
  await first.box.flush();
  await new Promise((resolve) => setTimeout(resolve, 0));
  deepStrictEqual(first.server.created, [draft.memory.id]);
  strictEqual(`${first.box.entries.value.length} ${first.rows.size}`, "0 0");
  strictEqual(first.box.delivered.value?.id, draft.memory.id);
});

Deno.test("a rejected memory is not stored; a rejected entry waits with the reason until it is retried or discarded", async () => {
  const { box, rows, server } = outbox();
  await box.start("owner");
  server.error = new ApiError(400, "title is missing");
  ok(await submit(box, newDraft(placement)).then(() => false, () => true));
  strictEqual(rows.size, 0);
  server.error = new ApiError(503, "busy");
  const draft = newDraft(placement);
  await submit(box, draft);
  server.error = new ApiError(413, "too large");
  await box.flush();
  strictEqual(box.entries.value[0]?.problem, "too large");
  server.error = null;
  await box.flush();
  strictEqual(box.entries.value.length, 1); // rejected entries wait
  await box.retry();
  strictEqual(box.entries.value.length, 0);
});

Deno.test("discarding an entry trashes what the server has of it", async () => {
  const { box, server } = outbox();
  await box.start("owner");
  const draft = newDraft(placement);
  draft.media = [{ kind: "photo", name: "a", body: new Blob(["1"]), alternative: "", transcript: "" }];
  const create = server.created;
  Object.defineProperty(server, "error", { get: () => create.length > 0 ? new ApiError(0, "offline") : null });
  await submit(box, draft);
  await box.discard(draft.memory.id);
  deepStrictEqual(server.trashed, [draft.memory.id]);
  strictEqual(box.entries.value.length, 0);
});

Deno.test("cancelling a memory while it is sent removes it from the outbox and trashes what the server has", async () => {
  const { box, rows, server } = outbox();
  await box.start("owner");
  const draft = newDraft(placement);
  draft.media = [{ kind: "photo", name: "a", body: new Blob(["1"]), alternative: "", transcript: "" }];
  const create = server.created;
  const cancelled = new DOMException("", "AbortError");
  Object.defineProperty(server, "error", { get: () => create.length > 0 ? cancelled : null });
  const sending = submit(box, draft);
  strictEqual(box.entries.value.length, 0); // it is not waiting yet
  ok(await sending.then(() => false, () => true));
  strictEqual(`${box.entries.value.length} ${rows.size} ${server.trashed.join()}`, `0 0 ${draft.memory.id}`);
});

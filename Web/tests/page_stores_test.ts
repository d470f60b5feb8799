import { AssetError } from "../src/scene/asset-download.ts";
import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import type { Account, Asset, Grant, Job, Link, Me, OwnAccount, Space, Sync, Visit } from "../src/api/generated.ts";
import { ticketHeaders } from "../src/api/visit-ticket.ts";
import { AccountsStore } from "../src/pages/accounts-store.ts";
import { type LibraryItem, LibraryStore } from "../src/pages/library-store.ts";
import { type ModelView, SpaceStore, UnsupportedError } from "../src/pages/space-store.ts";
import { SyncStore } from "../src/pages/sync-store.ts";
import { type KeptVisit, VisitStore } from "../src/pages/visit-store.ts";
import { LinkStore } from "../src/share/link-store.ts";
import type { ImportListener, Work } from "../src/uploads/imports.ts";

const owner: Me = { kind: "owner", id: null, name: null, space: null, permissions: {}, showsMemories: true } as Me;
const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function space(id: string, assets: Partial<Asset>[] = []): Space {
  return { id, name: id.toUpperCase(), assets, triangleCount: 10, pointCount: 0, bounds: null } as unknown as Space;
}

// MARK: Library

class FakeImports {
  works: Work[] = [];
  adopted: Job[] = [];
  listener: ImportListener | null = null;
  adopt(jobs: Job[]): void {
    this.adopted = jobs;
  }
  listen(listener: ImportListener): () => void {
    this.listener = listener;
    return () => this.listener = null;
  }
}

function library(
  ids: string[],
  visitor: Me = owner,
): { store: LibraryStore; imports: FakeImports; server: { ids: string[] } } {
  const imports = new FakeImports();
  const server = { ids };
  const store = new LibraryStore(imports, never, {
    me: () => Promise.resolve(visitor),
    jobs: () => Promise.resolve([]),
    space: (id) => server.ids.includes(id) ? Promise.resolve(space(id)) : Promise.reject(new ApiError(404, "gone")),
    spaces: (after = null) => {
      const start = after === null ? 0 : server.ids.indexOf(after) + 1;
      const page = server.ids.slice(start, start + 2);
      const next = start + 2 < server.ids.length ? page.at(-1)! : null;
      return Promise.resolve({ spaces: page.map((id) => space(id)), next, total: server.ids.length });
    },
  });
  return { store, imports, server };
}

const keys = (store: LibraryStore): string => store.items.value.map((item: LibraryItem) => item.key).join();

Deno.test("the library shows imports before spaces and more pages on demand", async () => {
  const { store, imports } = library(["a", "b", "c"]);
  imports.works = [{ key: "import-1", title: "Scan" } as Work];
  strictEqual(store.phase.value.state, "loading");
  await store.load();
  strictEqual(`${store.phase.value.state} ${keys(store)} ${store.total.value}`, "ready import-1,a,b 3");
  await store.loadMore();
  strictEqual(`${keys(store)} ${store.nextPage.value}`, "import-1,a,b,c null");
  await store.load(); // unchanged: the second page stays
  strictEqual(keys(store), "import-1,a,b,c");
});

Deno.test("a finished import is replaced by its space", async () => {
  const { store, imports, server } = library(["a"]);
  await store.load();
  const work = { key: "import-1", title: "Scan" } as Work;
  imports.listener!.changed(work);
  strictEqual(keys(store), "import-1,a");
  server.ids = ["n", "a"];
  imports.listener!.done(work, "n");
  await turn();
  strictEqual(`${keys(store)} ${store.total.value}`, "n,a 2");
  store.removeSpace("a");
  strictEqual(`${keys(store)} ${store.total.value}`, "n 1");
});

Deno.test("visitors without access see why, and a failed refresh keeps the list", async () => {
  const { store } = library(["a"], { ...owner, kind: "nobody" });
  await store.load();
  strictEqual(store.phase.value.state, "private");
  let fails = false;
  const failing = new LibraryStore(new FakeImports(), never, {
    me: () => fails ? Promise.reject(new ApiError(0, "Diorama can't be reached.")) : Promise.resolve(owner),
    jobs: () => Promise.resolve([]),
    space: () => Promise.reject(new Error()),
    spaces: () => Promise.resolve({ spaces: [space("a")], next: null, total: 1 }),
  });
  fails = true;
  await failing.load();
  deepStrictEqual(failing.phase.value, { state: "failed", message: "Diorama can't be reached." });
  fails = false;
  await failing.load();
  strictEqual(`${failing.phase.value.state} ${keys(failing)}`, "ready a");
});

// MARK: Space

function spacePage(found: Space | Error, view: Partial<ModelView> = {}): SpaceStore {
  const done = (): Promise<void> => Promise.resolve();
  const shown = { show: done, refine: done, showSplats: done, ...view };
  return new SpaceStore("a", shown, never, {
    space: () => found instanceof Error ? Promise.reject(found) : Promise.resolve(found),
    me: () => Promise.resolve(owner),
    maxTriangles: () => 1000,
    rename: (_, name) => Promise.resolve({ ...space("a"), name, modified: "now" }),
  });
}

const mesh: Partial<Asset> = { kind: "mesh", contentType: "model/gltf-binary", byteCount: 10, level: null };

Deno.test("splats come after the first level of the surface, or alone", async () => {
  const splats: Partial<Asset> = { kind: "splats", contentType: "", byteCount: 10, level: null };
  for (const [assets, expected] of [[[mesh, splats], "mesh splats"], [[splats], "splats splats"]] as const) {
    const calls: string[] = [];
    const store = spacePage(space("a", [...assets]), {
      show: (_, asset) => Promise.resolve(void calls.push(asset.kind)),
      showSplats: (asset) => Promise.resolve(void calls.push(asset.kind)),
    });
    await store.load();
    strictEqual(calls.join(" "), expected);
    strictEqual(store.detail.value.state, "finest");
  }
  const failing = spacePage(space("a", [mesh, splats]), { showSplats: () => Promise.reject(new Error("damaged")) });
  await failing.load();
  strictEqual(`${failing.phase.value.state} ${failing.detail.value.state}`, "ready failed");
});

Deno.test("a space is loaded, shown and renamed", async () => {
  const states: string[] = [];
  const store = spacePage(space("a", [mesh]), {
    show: (_, __, progress) => {
      progress(5, 10);
      const { phase } = store;
      if (phase.value.state === "loading") states.push(phase.value.text);
      return Promise.resolve();
    },
  });
  await store.load();
  deepStrictEqual(states, ["Loading the space, 5 B of 10 B"]);
  strictEqual(`${store.phase.value.state} ${store.detail.value.state} ${store.isOwner.value}`, "ready finest true");
  await store.rename("Kitchen");
  strictEqual(store.space.value?.name, "Kitchen");
});

Deno.test("what went wrong with a space is said with what to do", async () => {
  const failure = async (store: SpaceStore): Promise<string> => {
    await store.load();
    const { value } = store.phase;
    return value.state === "failed" ? `${value.title} ${value.canRetry}` : value.state;
  };
  strictEqual(await failure(spacePage(new ApiError(404, "no"))), "This space doesn't exist false");
  strictEqual(await failure(spacePage(new ApiError(0, "Diorama can't be reached."))), "Diorama can't be reached. true");
  strictEqual(await failure(spacePage(space("a"))), "This space has no model false");
  const offline = { show: () => Promise.reject(new AssetError(503, "The bucket can't be reached.")) };
  const away = spacePage(space("a", [mesh]), offline);
  strictEqual(await failure(away), "The model can't be loaded at the moment true");
  const { value } = away.phase;
  strictEqual(value.state === "failed" && value.remedy, "The bucket can't be reached.");
  const unsupported = { show: () => Promise.reject(new UnsupportedError()) };
  strictEqual(await failure(spacePage(space("a", [mesh]), unsupported)), "This browser can't draw in 3D false");
});

// MARK: Synchronization

Deno.test("answers to earlier requests are ignored, and what was known stays when the server is away", async () => {
  const state = (name: string, run: object | null = null): Sync =>
    ({ run, backups: { isRunning: false }, name }) as unknown as Sync;
  const answers: ((sync: Sync) => void)[] = [];
  let fails = false;
  const closing = new AbortController();
  const store = new SyncStore(closing.signal, {
    sync: () => fails ? Promise.reject(new ApiError(0, "away")) : new Promise((resolve) => answers.push(resolve)),
    conflicts: () => Promise.resolve([]),
    health: () => Promise.resolve({ state: "bad", checked: "", findings: [] }),
    startSync: () => Promise.resolve(state("started", { fraction: 0 })),
    cancelSync: () => Promise.reject(new Error("It is over.")),
    backUp: () => Promise.reject(new Error("The disk is full.")),
  });
  const loading = store.load();
  await store.start();
  answers[0]!(state("old"));
  await loading;
  strictEqual((store.sync.value as unknown as { name: string }).name, "started");
  strictEqual(store.health.value?.state, "bad");
  await store.cancel();
  strictEqual(store.runProblem.value, "It is over.");
  fails = true;
  await store.load();
  strictEqual(`${store.problem.value} ${store.sync.value !== null}`, "away true");
  strictEqual(await store.backUp(), null);
  strictEqual(store.backupProblem.value, "Couldn't make a backup. The disk is full.");
  closing.abort();
});

// MARK: Accounts and links

Deno.test("permissions are stored per space and stay as they are when that fails", async () => {
  let grants: Grant[] = [];
  let fails = false;
  const accounts = [{ id: "o", name: "Me", isOwner: true }, { id: "b", name: "Bea", isOwner: false }] as Account[];
  const own = { id: "o", name: "Me", tier: "free", keys: "ready", devices: [] } as OwnAccount;
  const store = new AccountsStore(never, {
    me: () => Promise.resolve({ ...owner, id: "o" }),
    accountList: () => Promise.resolve({ accounts, maximum: 3 }),
    spaces: () => Promise.resolve({ spaces: [space("a")], next: null, total: 1 }),
    ownAccount: () => Promise.resolve(own),
    mergeAccount: () => Promise.resolve(own),
    addAccount: (name) => Promise.resolve({ id: name, name, isOwner: false } as Account),
    removeAccount: () => Promise.resolve(),
    grants: () => Promise.resolve(grants),
    setGrants: (_, next) => {
      if (fails) return Promise.reject(new Error("no"));
      grants = next;
      return Promise.resolve();
    },
  });
  await store.load();
  await turn();
  deepStrictEqual(store.accounts.value.map(({ name }) => name), ["Bea"]);
  strictEqual(store.maximum.value, 3);
  await store.setPermission("b", "pin");
  strictEqual(`${store.permission("b")} ${grants.length}`, "pin 1");
  fails = true;
  ok(await store.setPermission("b", "none").then(() => false, () => true));
  strictEqual(`${store.permission("b")} ${store.grantsProblem.value}`, "pin no");
  await store.merge("b");
  deepStrictEqual(store.accounts.value, []);
  strictEqual(store.own.value?.name, "Me");
  await store.add("Carl");
  await store.remove("b");
  deepStrictEqual(store.accounts.value.map(({ name }) => name), ["Carl"]);
});

Deno.test("links are created, changed, revoked and removed; a path is known only for new ones", async () => {
  const link = (id: string, part: Partial<Link> = {}): Link =>
    ({ id, name: id, url: null, revoked: null, ...part }) as Link;
  const store = new LinkStore("s", {
    links: () => Promise.resolve({ links: [link("old")], origin: "http://192.168.1.5:8080" }),
    makeLink: (_, draft) => Promise.resolve(link("new", { name: draft.name, url: "/s/TOKEN" })),
    changeLink: (id, change) => Promise.resolve(link(id, { name: change.name ?? "" })),
    revoke: (id) => Promise.resolve(link(id, { revoked: "now" })),
    deleteLink: () => Promise.resolve(),
  });
  strictEqual(store.links.value, null);
  await store.load();
  await store.create({ name: "For Grandma" });
  deepStrictEqual(store.links.value?.map(({ name }) => name), ["For Grandma", "old"]);
  deepStrictEqual([...store.paths.value], [["new", "/s/TOKEN"]]);
  await store.change("old", { name: "Office" });
  await store.revoke("new");
  deepStrictEqual(store.links.value?.map(({ name, revoked }) => `${name} ${revoked}`), ["new now", "Office null"]);
  await store.remove("old");
  strictEqual(store.links.value?.length, 1);
});

// MARK: Visits

function visitStore(
  answer: (password: string | null) => Promise<Visit>,
  stored: Visit | null,
  closing: AbortController,
  kept = new Map<string, KeptVisit>(),
): VisitStore {
  return new VisitStore("TOKEN", true, closing.signal, {
    visit: (_, password) => answer(password),
    stored: {
      get: <T>() => Promise.resolve((stored ?? undefined) as T | undefined),
      put: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    },
  }, kept);
}

const visit = {
  visit: "ticket",
  space: "a",
  exhibit: null,
  expires: "2100-01-01T00:00:00Z",
  showsMemories: true,
} as Visit;

Deno.test("a visit asks for the password, then shows the space with its ticket", async () => {
  const closing = new AbortController();
  const store = visitStore(
    (password) => {
      return password === "bread" ? Promise.resolve(visit) : Promise.reject(new ApiError(403, "wrong"));
    },
    null,
    closing,
  );
  await store.start();
  strictEqual(store.state.value.state, "password");
  ok(await store.enterWithPassword("cake").then(() => false, () => true));
  await store.enterWithPassword("bread");
  deepStrictEqual(store.state.value, { state: "open", opened: { kind: "space", id: "a" } });
  deepStrictEqual(ticketHeaders(), { "X-Diorama-Visit": "ticket" });
  closing.abort();
  deepStrictEqual(ticketHeaders(), {});
});

Deno.test("a page that goes on within a visit neither opens the link again nor asks for its password", async () => {
  const kept = new Map<string, KeptVisit>();
  let asked = 0;
  const open = (closing: AbortController): VisitStore =>
    visitStore(
      (password) => {
        asked += 1;
        return password === "bread" ? Promise.resolve(visit) : Promise.reject(new ApiError(403, "wrong"));
      },
      null,
      closing,
      kept,
    );
  const first = new AbortController();
  await open(first).enterWithPassword("bread");
  first.abort();
  const second = new AbortController();
  const store = open(second);
  await store.start();
  deepStrictEqual(store.state.value, { state: "open", opened: { kind: "space", id: "a" } });
  deepStrictEqual(ticketHeaders(), { "X-Diorama-Visit": "ticket" });
  strictEqual(asked, 1);
  // A ticket that has ended is no visit any more.
  kept.set("TOKEN", { visit: { ...visit, expires: "2020-01-01T00:00:00Z" }, password: "bread" });
  const third = open(second);
  await third.start();
  strictEqual(third.state.value.state, "password");
  second.abort();
});

Deno.test("a link of an exhibit opens the exhibit", async () => {
  const closing = new AbortController();
  const store = visitStore(() => Promise.resolve({ ...visit, space: null, exhibit: "artemis" }), null, closing);
  await store.start();
  deepStrictEqual(store.state.value, { state: "open", opened: { kind: "exhibit", id: "artemis" } });
  closing.abort();
});

Deno.test("offline a stored visit opens; an invalid link says so", async () => {
  const closing = new AbortController();
  const offline = visitStore(() => Promise.reject(new ApiError(0, "offline")), visit, closing);
  await offline.start();
  strictEqual(offline.state.value.state, "open");
  const revoked = visitStore(() => Promise.reject(new ApiError(404, "gone")), visit, closing);
  await revoked.start();
  strictEqual(revoked.state.value.state === "failed" && revoked.state.value.title, "This link is not valid");
  closing.abort();
});

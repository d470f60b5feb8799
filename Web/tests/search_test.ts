import type { SearchHit } from "../src/api/generated.ts";
import {
  addsToTitle,
  hitFacts,
  hitPath,
  hitTitle,
  searchedFromQuery,
  searchedPath,
  showInSpacePath,
} from "../src/search/search-hit.ts";
import { opensSearch } from "../src/search/search-keys.ts";
import { SearchStore, typingDelay } from "../src/search/search-store.ts";
import { statusText } from "../src/search/search-view.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function hit(change: Partial<SearchHit>): SearchHit {
  return { kind: "thing", id: "T", title: "Drill", snippet: [], space: null, thing: null, path: [], ...change };
}

Deno.test("a hit leads to its page; files to where they belong", () => {
  strictEqual(hitPath(hit({})), "/things/T");
  strictEqual(hitPath(hit({ kind: "place" })), "/places?place=T");
  strictEqual(hitPath(hit({ kind: "space" })), "/spaces/T");
  strictEqual(hitPath(hit({ kind: "memory", space: "S" })), "/spaces/S?mode=explore&memory=T");
  strictEqual(hitPath(hit({ kind: "media", thing: "D" })), "/things/D");
  strictEqual(hitPath(hit({ kind: "recording", space: "S" })), "/recordings/T");
  strictEqual(showInSpacePath(hit({ space: "S" })), "/spaces/S?mode=explore&thing=T");
  strictEqual(showInSpacePath(hit({})), null);
  strictEqual(showInSpacePath(hit({ kind: "memory", space: "S" })), null);
});

Deno.test("a hit is described by its kind and its path; a snippet that is the title is left out", () => {
  strictEqual(hitFacts(hit({ path: ["Cellar", "Shelf"] })), "Thing · Cellar › Shelf");
  strictEqual(hitTitle(hit({ kind: "media", title: " " })), "A file");
  strictEqual(addsToTitle(hit({ snippet: [{ text: "Drill", match: true }] })), false);
  strictEqual(addsToTitle(hit({ snippet: [{ text: "a ", match: false }, { text: "drill", match: true }] })), true);
  strictEqual(statusText("ready", 0, " saw "), "Nothing has “saw”.");
  strictEqual(statusText("ready", 1, "saw"), "1 result");
});

Deno.test("the address has text and kinds, and ignores unknown kinds", () => {
  deepStrictEqual(searchedFromQuery("?text=big+box&kinds=place,pet,thing"), {
    text: "big box",
    kinds: ["thing", "place"],
  });
  strictEqual(searchedPath({ text: "big box", kinds: ["thing", "place"] }), "/search?text=big+box&kinds=thing,place");
  strictEqual(searchedPath({ text: "", kinds: ["thing"] }), "/search?kinds=thing");
  strictEqual(searchedPath({ text: "", kinds: [] }), "/search");
});

Deno.test("Control-K opens the search anywhere, the slash outside of fields only", () => {
  const key = (name: string, change: Partial<KeyboardEvent> = {}): Parameters<typeof opensSearch>[0] => ({
    ...{ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, defaultPrevented: false },
    ...change,
  });
  strictEqual(opensSearch(key("/"), false), true);
  strictEqual(opensSearch(key("/"), true), false);
  strictEqual(opensSearch(key("k", { ctrlKey: true }), true), true);
  strictEqual(opensSearch(key("K", { metaKey: true }), false), true);
  strictEqual(opensSearch(key("k"), false), false);
  strictEqual(opensSearch(key("/", { defaultPrevented: true }), false), false);
});

interface Pending {
  text: string;
  kinds: string;
  signal: AbortSignal;
  answer(hits: SearchHit[]): void;
  fail(error: Error): void;
}

function searching(): { store: SearchStore; asked: Pending[]; elapse(): void; owner: AbortController } {
  const asked: Pending[] = [];
  let waiting: (() => void) | null = null;
  const timers = {
    set: (action: () => void, delay: number): number => {
      strictEqual(delay, typingDelay);
      waiting = action;
      return 1;
    },
    clear: () => void (waiting = null),
  };
  const source = {
    hits: (text: string, kinds: readonly string[], _limit: number, signal: AbortSignal) =>
      new Promise<SearchHit[]>((answer, fail) => asked.push({ text, kinds: kinds.join(), signal, answer, fail })),
  };
  const owner = new AbortController();
  const elapse = (): void => {
    waiting?.();
    waiting = null;
  };
  return { store: new SearchStore(owner.signal, source, timers), asked, elapse, owner };
}

Deno.test("the server is asked when typing rests, and an older answer is dropped", async () => {
  const { store, asked, elapse } = searching();
  store.type("d");
  store.type("dr");
  strictEqual(`${asked.length} ${store.phase.value.state}`, "0 loading");
  elapse();
  strictEqual(asked[0]!.text, "dr");
  store.type("drill ");
  strictEqual(asked[0]!.signal.aborted, true);
  asked[0]!.answer([hit({ id: "old" })]);
  elapse();
  await turn();
  strictEqual(store.hits.value.length, 0);
  asked[1]!.answer([hit({ id: "new" })]);
  await turn();
  strictEqual(`${asked[1]!.text} ${store.hits.value[0]!.id} ${store.phase.value.state}`, "drill new ready");
});

Deno.test("kinds search at once; without text nothing is asked; a failure can be tried again", async () => {
  const { store, asked, elapse, owner } = searching();
  store.toggle("thing");
  strictEqual(`${asked.length} ${store.phase.value.state}`, "0 idle");
  store.type("saw");
  elapse();
  store.toggle("place");
  strictEqual(asked[1]!.kinds, "thing,place");
  asked[1]!.fail(new Error("no connection"));
  await turn();
  deepStrictEqual(store.phase.value, { state: "failed", message: "no connection" });
  store.retry();
  asked[2]!.answer([]);
  await turn();
  strictEqual(store.phase.value.state, "ready");
  store.type(" ");
  strictEqual(`${store.phase.value.state} ${store.hits.value.length}`, "idle 0");
  store.open({ text: "drill", kinds: [] });
  owner.abort();
  strictEqual(asked[3]!.signal.aborted, true);
});

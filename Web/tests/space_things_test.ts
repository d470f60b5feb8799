import type { AddedThings, SceneObject, SpaceThing, Thing, ThingLocation } from "../src/api/generated.ts";
import { closeUp } from "../src/explore/things/close-up.ts";
import type { Memory } from "../src/memories/types.ts";
import { asksForPin, withoutPin } from "../src/memories/settings.ts";
import { addableOf } from "../src/pages/add-menu.ts";
import { kindWords } from "../src/pages/trash.ts";
import { memoriesOf } from "../src/space-things/object-memories.ts";
import { locationOf, SpaceThingsStore } from "../src/space-things/space-things-store.ts";
import { factsText } from "../src/space-things/thing-card.ts";
import { locatedInAddress, thingInAddress, withThing } from "../src/space-things/thing-address.ts";
import { accountItems } from "../src/ui/top-bar.ts";
import { countWaiting } from "../src/ui/inbox-dot.ts";
import { deepStrictEqual, ok, strictEqual } from "./assert.ts";

const id = "2Abc0123456789abcdefghijklm";

function object(name: string): SceneObject {
  return { id: name, category: "chair", name, center: [0, 0.5, 0], size: [1, 1, 1], rotation: [0, 0, 0, 1] };
}

function located(name: string, of: string | null = null): SpaceThing {
  return { id: name, name, category: null, position: [0, 1, 0], object: of, cover: null };
}

/** A server with things and objects; the newest addition can be undone. */
function server(things: SpaceThing[], objects: SceneObject[]): {
  source: NonNullable<ConstructorParameters<typeof SpaceThingsStore>[3]>;
  asked: string[];
} {
  const asked: string[] = [];
  let list = things;
  let before = list;
  const location = new Map<string, ThingLocation>();
  const source = {
    things: () => {
      asked.push("things");
      return Promise.resolve(list);
    },
    objects: () => Promise.resolve(objects),
    addObjects: (_space: string, only: string[] | null): Promise<AddedThings> => {
      before = list;
      const added = objects.filter(({ id }) => only?.includes(id) ?? true);
      list = [...list, ...added.map(({ id }) => located(`thing of ${id}`, id))];
      return Promise.resolve({ things: [], undo: "undo" });
    },
    undo: () => {
      list = before;
      return Promise.resolve({ restored: 1, kept: 0 });
    },
    thing: (id: string) => {
      const { space = null, position = null, object = null } = location.get(id) ?? {};
      return Promise.resolve({ id, space, position, object } as Thing);
    },
    locate: (id: string, to: ThingLocation) => {
      location.set(id, to);
      list = to.space === null ? list.filter((each) => each.id !== id) : [...list, located(id)];
      return Promise.resolve({ id } as Thing);
    },
  };
  return { source, asked };
}

const never = new AbortController().signal;
const names = (all: readonly { name: string }[]): string => all.map(({ name }) => name).join();

Deno.test("objects become things, one or all, and can be undone", async () => {
  const store = new SpaceThingsStore("S", true, never, server([located("drill")], [object("a"), object("b")]).source);
  await store.load();
  strictEqual(`${names(store.things.value)} ${names(store.newObjects.value)}`, "drill a,b");
  await store.addObjects(["a"]);
  strictEqual(`${store.thingOf("a")?.name} ${names(store.newObjects.value)}`, "thing of a b");
  const { undo } = await store.addObjects(null);
  await store.undo(undo!);
  strictEqual(names(store.newObjects.value), "b");
});

Deno.test("who is not the owner gets objects, and the server isn't asked for things", async () => {
  const { source, asked } = server([located("drill")], [object("a")]);
  const store = new SpaceThingsStore("S", false, never, source);
  await store.load();
  strictEqual(`${asked.length} ${store.things.value.length} ${store.objects.value.length}`, "0 0 1");
});

Deno.test("a thing is located, and is back where it was after undoing", async () => {
  const store = new SpaceThingsStore("S", true, never, server([], []).source);
  await store.load();
  const { before } = await store.locate("drill", { space: "S", position: [1, 2, 3], object: null });
  deepStrictEqual(before, { space: null });
  strictEqual(store.thing("drill")?.name, "drill");
  deepStrictEqual(await store.remove("drill"), { space: "S", position: [1, 2, 3], object: null });
  strictEqual(store.thing("drill"), null);
  const anchor = { point: [1, 0.5, 2], normal: [0, 1, 0], height: 0.25, object: { id: "table" } } as const;
  deepStrictEqual(locationOf("S", anchor), { space: "S", position: [1, 0.75, 2], object: "table" });
});

Deno.test("a failed request says why; without things the objects are there", async () => {
  const { source } = server([], [object("a")]);
  const offline = { ...source, things: () => Promise.reject(new Error("no connection")) };
  const store = new SpaceThingsStore("S", true, never, offline);
  await store.load();
  deepStrictEqual(store.phase.value, { state: "failed", message: "no connection" });
  strictEqual(names(store.objects.value), "a");
});

Deno.test("the address has the thing that is shown, or the one to be located", () => {
  strictEqual(thingInAddress(`?mode=explore&thing=${id}`), id);
  strictEqual(thingInAddress("?thing=short"), null);
  strictEqual(locatedInAddress(`?locate=${id}`), id);
  strictEqual(withThing(`?mode=explore&locate=${id}`, null), "?mode=explore");
  strictEqual(withThing("", id), `?thing=${id}`);
  strictEqual(asksForPin("?mode=explore&pin"), true);
  strictEqual(withoutPin("?mode=explore&pin="), "?mode=explore");
  deepStrictEqual(["?add=scan", "?add=memory", "?add=cat", ""].map(addableOf), ["scan", "memory", null, null]);
});

Deno.test("the memories of an object are those that the server lists for it, and belong to it by their anchor", async () => {
  const memory = (name: string, of: string | null): Memory =>
    ({ id: name, anchor: { object: of === null ? null : { id: of, name: of } } }) as Memory;
  const asked: string[] = [];
  const found = await memoriesOf("a", (object) => {
    asked.push(object);
    return Promise.resolve({
      memories: [memory("on", "a"), memory("other", "b"), memory("free", null)],
      next: null,
      total: 3,
    });
  });
  deepStrictEqual(found.map((each) => each.id), ["on"]);
  deepStrictEqual(asked, ["a"]);
});

Deno.test("a thing is shown from where there is room, else from the camera's side", () => {
  const free = closeUp([1, 1, 1], () => Infinity, [1, 5, 9]);
  const eye = free.matrix.slice(12, 15);
  ok(Math.abs(eye[0]! - 1) < 1e-9 && eye[2]! > 2.5, `${eye}`);
  ok(Math.abs(Math.hypot(eye[0]! - 1, eye[1]! - 1, eye[2]! - 1) - 2) < 1e-9);
  // A wall at z = 1.5 between the thing and the camera.
  const behindWall = closeUp([1, 1, 1], ([, , z]) => z > 0 ? 0.5 / z : Infinity, [1, 5, 9]);
  ok(behindWall.matrix[14]! < 1.5, `${behindWall.matrix}`);
  // The camera's own axes: orthonormal, and its −z points at the thing.
  const [right, up, back] = [0, 4, 8].map((at) => behindWall.matrix.slice(at, at + 3));
  const dot = (a: number[], b: number[]): number => a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);
  for (const [a, b, expected] of [[right, up, 0], [right, back, 0], [up, up, 1], [back, back, 1]] as const) {
    ok(Math.abs(dot(a!, b!) - expected) < 1e-9);
  }
  ok(up![1]! > 0);
});

Deno.test("every kind in the trash has a word, and the account's menu depends on who it is", () => {
  strictEqual(kindWords.maintenance, "Maintenance entry");
  strictEqual(factsText({ category: "Tools", path: ["Cellar", "Shelf"], value: null }), "Tools · Cellar › Shelf");
  strictEqual(factsText({ category: null, path: [], value: null }), "\u00a0");
  const labels = (who: Parameters<typeof accountItems>[0]): string =>
    accountItems(who).map(({ label }) => label).join();
  strictEqual(labels("account"), "People,Ask about your library");
  strictEqual(labels("owner"), "People,Ask about your library,Places,Sharing,Devices and backup,Trash,Settings");
  const inbox = {
    offers: [{ state: "offered" }, { state: "accepted" }],
    requests: [{ state: "open" }, { state: "declined" }],
  } as unknown as Parameters<typeof countWaiting>[0];
  strictEqual(countWaiting(inbox), 2);
});

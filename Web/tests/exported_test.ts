import { deepStrictEqual, strictEqual } from "./assert.ts";
import { answer, type Exported, exportedAnswer, exportedToken } from "../src/api/exported.ts";

const id = (n: number): string => `2Abc012345678901234567890${String(n).padStart(2, "0")}`;

function memory(n: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: id(n), kind: "text", title: `Memory ${n}`, text: "", mood: null, tags: [], author: null, ...more };
}

const space = `/spaces/${id(99)}`;
const exported: Exported = {
  answers: {
    "POST /visits": { visit: "", space: id(99) },
    [`GET ${space}`]: { id: id(99), name: "Kitchen" },
    [`GET ${space}/memories`]: {
      memories: [
        memory(4, { mood: "joy", tags: ["Pencil"], author: { id: id(50) } }),
        memory(3, { kind: "photo", title: "Die Tür" }),
        memory(2, { text: "the door frame" }),
        memory(1, { mood: "joy" }),
      ],
    },
  },
};

async function listed(query: string): Promise<{ ids: number[]; next: string | null; total: number }> {
  const page = await answer(exported, "GET", `${space}/memories?${query}`).json();
  const ids = page.memories.map((one: { id: string }) => Number(one.id.slice(-2)));
  return { ids, next: page.next, total: page.total };
}

Deno.test("an exported space answers what it was asked when it was exported", async () => {
  deepStrictEqual(await answer(exported, "GET", space).json(), { id: id(99), name: "Kitchen" });
  deepStrictEqual(await answer(exported, "POST", "/visits").json(), { visit: "", space: id(99) });
  strictEqual((await answer(exported, "GET", `/memories/${id(3)}`).json()).title, "Die Tür");
});

Deno.test("what was not exported is not there, and nothing can be changed", async () => {
  strictEqual(answer(exported, "GET", "/spaces/other").status, 404);
  strictEqual(answer(exported, "GET", `/memories/${id(7)}`).status, 404);
  strictEqual(answer(exported, "DELETE", `/memories/${id(3)}`).status, 403);
  strictEqual(
    (await answer(exported, "PATCH", space).json()).detail,
    "This is an exported copy, which can't be changed.",
  );
});

Deno.test("memories are searched, filtered, ordered and cut into pages as the server does", async () => {
  deepStrictEqual(await listed(""), { ids: [4, 3, 2, 1], next: null, total: 4 });
  deepStrictEqual((await listed("order=oldest")).ids, [1, 2, 3, 4]);
  deepStrictEqual((await listed("mood=joy")).ids, [4, 1]);
  deepStrictEqual((await listed("kind=photo")).ids, [3]);
  deepStrictEqual((await listed("tag=Pencil")).ids, [4]);
  deepStrictEqual((await listed(`author=${id(50)}`)).ids, [4]);
  deepStrictEqual((await listed("search=DOOR%20frame")).ids, [2]);
  deepStrictEqual((await listed("search=t%C3%BCr")).ids, [3]);
  deepStrictEqual((await listed("trashed=true")).ids, []);
  deepStrictEqual(await listed("limit=3"), { ids: [4, 3, 2], next: id(2), total: 4 });
  deepStrictEqual(await listed(`limit=3&after=${id(2)}`), { ids: [1], next: null, total: 4 });
});

Deno.test("the pages of a server are no export", () => {
  strictEqual(exportedToken, null);
  strictEqual(exportedAnswer(space, {}), null);
});

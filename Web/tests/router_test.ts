import { deepStrictEqual, strictEqual } from "./assert.ts";
import {
  exhibitEditPath,
  exhibitPath,
  exhibitsPath,
  parseRoute,
  placesPath,
  searchPath,
  spacePath,
  syncPath,
  thingPath,
  thingsPath,
} from "../src/ui/routes.ts";

const id = "2Abc0123456789abcdefghijklm";

Deno.test("paths lead to pages", () => {
  deepStrictEqual(parseRoute("/"), { page: "library" });
  deepStrictEqual(parseRoute(syncPath()), { page: "sync" });
  deepStrictEqual(parseRoute(spacePath(id)), { page: "space", id });
  deepStrictEqual(parseRoute(`/spaces/${id}/`), { page: "space", id });
});

Deno.test("links lead to visits, on their own page or in a frame", () => {
  deepStrictEqual(parseRoute("/s/abc_DEF-12345"), { page: "visit", token: "abc_DEF-12345", way: "link" });
  deepStrictEqual(parseRoute("/embed/abc_DEF-12345"), { page: "visit", token: "abc_DEF-12345", way: "frame" });
  deepStrictEqual(parseRoute("/s/a/b"), { page: "missing" });
  deepStrictEqual(parseRoute("/join"), { page: "join" });
  deepStrictEqual(parseRoute("/accounts"), { page: "accounts" });
  deepStrictEqual(parseRoute("/trash"), { page: "trash" });
  deepStrictEqual(parseRoute("/sharing"), { page: "sharing" });
});

Deno.test("things, places and the search have pages; a label leads to its thing", () => {
  deepStrictEqual(parseRoute(thingsPath()), { page: "things" });
  deepStrictEqual(parseRoute(thingPath(id)), { page: "thing", id });
  deepStrictEqual(parseRoute(`${thingPath(id)}/`), { page: "thing", id });
  deepStrictEqual(parseRoute(placesPath()), { page: "places" });
  deepStrictEqual(parseRoute(searchPath()), { page: "search" });
  deepStrictEqual(parseRoute("/things/short"), { page: "missing" });
  strictEqual(searchPath("a&b c"), "/search?text=a%26b+c");
});

Deno.test("exhibits have a list, a page and an editor each", () => {
  deepStrictEqual(parseRoute(exhibitsPath()), { page: "exhibits" });
  for (const each of [id, "artemis", "my-chairs-2"]) {
    deepStrictEqual(parseRoute(exhibitPath(each)), { page: "exhibit", id: each });
    deepStrictEqual(parseRoute(exhibitEditPath(each)), { page: "exhibit-edit", id: each });
    deepStrictEqual(parseRoute(`${exhibitEditPath(each)}/`), { page: "exhibit-edit", id: each });
  }
  for (const path of ["/exhibits/Upper", "/exhibits/a/b", `/exhibits/${"a".repeat(65)}`, "/exhibits/a_b"]) {
    deepStrictEqual(parseRoute(path), { page: "missing" });
  }
});

Deno.test("what is no id leads nowhere", () => {
  for (
    const path of [
      "/spaces/",
      "/spaces/short",
      `/spaces/${id}x`,
      "/spaces/../etc/passwd",
      `/spaces/${id}/more`,
      "/other",
    ]
  ) {
    deepStrictEqual(parseRoute(path), { page: "missing" });
  }
});

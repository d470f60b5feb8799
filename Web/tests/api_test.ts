import { strictEqual } from "./assert.ts";
import { isFinal, problemMessage } from "../src/api/client.ts";
import { SparseProgress } from "../src/ui/announce.ts";

Deno.test("a problem document tells its detail, else its title, else there is the status", () => {
  strictEqual(problemMessage(400, '{"title":"Bad","detail":"It is empty."}'), "It is empty.");
  strictEqual(problemMessage(400, '{"title":"Bad","detail":""}'), "Bad");
  strictEqual(problemMessage(502, "<html>"), "The server answered with status 502.");
  strictEqual(problemMessage(500, "null"), "The server answered with status 500.");
});

Deno.test("three states are final", () => {
  strictEqual(
    (["queued", "running", "done", "failed", "cancelled"] as const).filter(isFinal).join(),
    "done,failed,cancelled",
  );
});

Deno.test("progress is said at each quarter once", () => {
  const sparse = new SparseProgress();
  const said = [0, 0.1, 0.26, 0.3, 0.2, 0.8, 0.9, 1].map((fraction) => sparse.step(fraction));
  strictEqual(said.join(), "0,,25,,,75,,100");
});

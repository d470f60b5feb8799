import type { Files } from "../src/api/generated.ts";
import { fileCounts, fileProblems, fileStatus, verificationText } from "../src/ui/files-text.ts";
import { FilesStore } from "../src/pages/files-store.ts";
import { formatPercent } from "../src/ui/format.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

const files: Files = {
  policy: "previews",
  spaces: [],
  cache: { byteCount: 0, limit: 2e9 },
  local: 3,
  remoteOnly: 0,
  missing: 0,
  unknown: 0,
  bucketProblem: null,
  missingFiles: [],
  verification: { run: null, last: null },
};

Deno.test("the status of files says where they are and what is missing", () => {
  const title = (change: Partial<Files>): string => {
    const { level, title } = fileStatus({ ...files, ...change });
    return `${level} ${title}`;
  };
  strictEqual(title({}), "good All files are on this device");
  strictEqual(title({ remoteOnly: 2 }), "good All files are stored");
  strictEqual(title({ remoteOnly: 2, missing: 1 }), "warning 1 file is missing");
  strictEqual(title({ unknown: 4 }), "warning 4 files can't be opened at the moment");
  const damaged = {
    topic: "files" as const,
    state: "bad" as const,
    message: "2 files have the wrong size",
    remedy: "",
  };
  const bad = fileStatus(files, { state: "bad", checked: "", findings: [damaged] });
  strictEqual(`${bad.level} ${bad.title}`, "warning 2 files have the wrong size");
  const { detail } = fileStatus({ ...files, unknown: 1, bucketProblem: "the disk is away" });
  strictEqual(detail, "Not on this device, and the bucket can't be reached. The disk is away.");
});

Deno.test("files are counted by where they are", () => {
  const counts = (change: Partial<Files>): string =>
    fileCounts({ ...files, ...change }).map(([name, count]) => `${name} ${count}`).join(", ");
  strictEqual(counts({ remoteOnly: 2 }), "On this device 3, Only in the bucket 2, Missing 0");
  strictEqual(counts({ unknown: 1 }), "On this device 3, Only in the bucket 0, Missing 0, Unknown 1");
});

Deno.test("problems are those of the last check, else the files that can't be opened", () => {
  const missingFiles = [{ hash: "ab", name: "room.glb", space: "Hall", byteCount: 1 }];
  deepStrictEqual(fileProblems({ ...files, missingFiles }), ["room.glb of the space Hall"]);
  const last = { ended: "2026-01-01T00:00:00.000Z", problemCount: 1, problems: ["damaged"] };
  const checked = { ...files, missingFiles, verification: { run: null, last } };
  deepStrictEqual(fileProblems(checked), ["damaged"]);
  strictEqual(verificationText(checked), "Verified: 1 problem.");
  const run = { fraction: 0.5, what: "Checking files" };
  strictEqual(verificationText({ ...files, verification: { run, last } }), `Checking files, ${formatPercent(0.5)}`);
});

Deno.test("a failed change keeps what is known and says why", async () => {
  let fails = false;
  const store = new FilesStore(new AbortController().signal, {
    files: () => Promise.resolve(files),
    changeFiles: (change) =>
      fails ? Promise.reject(new Error("no")) : Promise.resolve({ ...files, policy: change.policy as "all" }),
    verifyFiles: () => Promise.resolve(files),
    spaces: () => Promise.resolve({ spaces: [], next: null, total: 0 }),
  });
  await store.load();
  await store.change({ policy: "all" });
  strictEqual(store.files.value?.policy, "all");
  fails = true;
  await store.change({ policy: "none" });
  strictEqual(`${store.files.value?.policy} ${store.problem.value !== ""}`, "all true");
});

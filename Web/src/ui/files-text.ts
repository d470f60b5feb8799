/** The state of the library's files as text. Pure functions. */

import type { FilePolicy, Files, LibraryHealth } from "../api/generated.ts";
import { formatPercent, plural } from "./format.ts";
import { sentence, type StatusText } from "./sync-text.ts";

export const policyNames: Record<FilePolicy, string> = {
  all: "All files",
  previews: "Previews and thumbnails",
  none: "Nothing",
};

/** How many files are on this device, only in the bucket, missing and, where the bucket can't be asked, unknown. */
export function fileCounts({ local, remoteOnly, missing, unknown }: Files): [string, number][] {
  const rows: [string, number][] = [["On this device", local], ["Only in the bucket", remoteOnly], [
    "Missing",
    missing,
  ]];
  return unknown === 0 ? rows : [...rows, ["Unknown", unknown]];
}

/** Whether all files can be opened, and what to do if not. `health` names damaged files. */
export function fileStatus(files: Files, health: LibraryHealth | null = null): StatusText {
  const { remoteOnly, missing, unknown, bucketProblem } = files;
  if (missing > 0) {
    const title = missing === 1 ? "1 file is missing" : `${missing} files are missing`;
    const detail = "Synchronize the device that has them, or restore a backup with files.";
    return { level: "warning", title, detail, command: null };
  }
  if (unknown > 0) {
    const title = `${plural(unknown, "file")} can't be opened at the moment`;
    const reason = bucketProblem === null ? "" : ` ${bucketProblem.charAt(0).toUpperCase()}${bucketProblem.slice(1)}.`;
    return {
      level: "warning",
      title,
      detail: `Not on this device, and the bucket can't be reached.${reason}`,
      command: null,
    };
  }
  const damage = health?.findings.find(({ topic, state }) => topic === "files" && state === "bad");
  if (damage) {
    return { level: "warning", title: sentence(damage.message).slice(0, -1), detail: "", command: null };
  }
  if (remoteOnly > 0) {
    const detail = "Those in the bucket are downloaded when they are needed.";
    return { level: "good", title: "All files are stored", detail, command: null };
  }
  return { level: "good", title: "All files are on this device", detail: "", command: null };
}

/** How the check of all files is going, or what the last one found. */
export function verificationText({ verification }: Files): string {
  const { run, last } = verification;
  if (run) return `${run.what}, ${formatPercent(run.fraction)}`;
  if (!last) return "";
  return last.problemCount === 0 ? "Verified: no problems." : `Verified: ${plural(last.problemCount, "problem")}.`;
}

/** The problems that the last check found, and the files that can't be opened, one line each. */
export function fileProblems(files: Files): string[] {
  const { last, run } = files.verification;
  if (last && !run && last.problems.length > 0) return last.problems;
  return files.missingFiles.map(({ name, space }) => space === null ? name : `${name} of the space ${space}`);
}

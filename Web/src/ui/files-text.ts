/** The state of the library's files as text. Pure functions. */

import type { FilePolicy, Files, LibraryHealth } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { formatPercent, plural } from "./format.ts";
import { sentence, type StatusText } from "./sync-text.ts";

export const policyNames: Record<FilePolicy, string> = {
  all: t("All files"),
  previews: t("Previews and thumbnails"),
  none: t("Nothing"),
};

/** How many files are on this device, only in the bucket, missing and, where the bucket can't be asked, unknown. */
export function fileCounts({ local, remoteOnly, missing, unknown }: Files): [string, number][] {
  const rows: [string, number][] = [[t("On this device"), local], [t("Only in the bucket"), remoteOnly], [
    t("Missing"),
    missing,
  ]];
  return unknown === 0 ? rows : [...rows, [t("Unknown"), unknown]];
}

/** Whether all files can be opened, and what to do if not. `health` names damaged files. */
export function fileStatus(files: Files, health: LibraryHealth | null = null): StatusText {
  const { remoteOnly, missing, unknown, bucketProblem } = files;
  if (missing > 0) {
    const title = plural(missing, { one: "{count} file is missing", other: "{count} files are missing" });
    const detail = t("Synchronize the device that has them, or restore a backup with files.");
    return { level: "warning", title, detail, command: null };
  }
  if (unknown > 0) {
    const title = t("{files} can't be opened at the moment", {
      files: plural(unknown, { one: "{count} file", other: "{count} files" }),
    });
    const reason = bucketProblem === null ? "" : ` ${bucketProblem.charAt(0).toUpperCase()}${bucketProblem.slice(1)}.`;
    return {
      level: "warning",
      title,
      detail: t("Not on this device, and the bucket can't be reached.{reason}", { reason }),
      command: null,
    };
  }
  const damage = health?.findings.find(({ topic, state }) => topic === "files" && state === "bad");
  if (damage) {
    return { level: "warning", title: sentence(damage.message).slice(0, -1), detail: "", command: null };
  }
  if (remoteOnly > 0) {
    const detail = t("Those in the bucket are downloaded when they are needed.");
    return { level: "good", title: t("All files are stored"), detail, command: null };
  }
  return { level: "good", title: t("All files are on this device"), detail: "", command: null };
}

/** How the check of all files is going, or what the last one found. */
export function verificationText({ verification }: Files): string {
  const { run, last } = verification;
  if (run) return `${run.what}, ${formatPercent(run.fraction)}`;
  if (!last) return "";
  return last.problemCount === 0 ? t("Verified: no problems.") : t("Verified: {problems}.", {
    problems: plural(last.problemCount, { one: "{count} problem", other: "{count} problems" }),
  });
}

/** The problems that the last check found, and the files that can't be opened, one line each. */
export function fileProblems(files: Files): string[] {
  const { last, run } = files.verification;
  if (last && !run && last.problems.length > 0) return last.problems;
  return files.missingFiles.map(({ name, space }) =>
    space === null ? name : t("{name} of the space {space}", { name, space })
  );
}

/** The earlier versions of a memory, and restoring one of them. */

import { t } from "../i18n/messages.ts";
import { moodNames } from "../ui/moods.ts";
import { signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { problemText } from "../ui/fields.ts";
import { formatDate } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import type { Sheets } from "../ui/sheet.ts";
import { memoryApi } from "./memory-api.ts";
import type { Memory, Version } from "./types.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import { snippet } from "./memory-text.ts";

/** `restored` is called with the memory after a version was restored, and again when that is undone. */
export async function showHistory(sheets: Sheets, memory: Memory, restored: (now: Memory) => void): Promise<void> {
  const owner = new AbortController();
  const problem = signal("");
  const bone = (): HTMLElement => el("li", { class: "bone" });
  const list = el("ol", { class: "versions", "aria-busy": "true" }, bone(), bone());
  const sheet = sheets.show({
    kind: "history",
    title: t("Earlier versions"),
    content: [list, problemText(problem, owner.signal)],
    tall: true,
    owner,
  });
  const restore = async (number: number): Promise<void> => {
    try {
      const now = await memoryApi.restoreVersion(memory.id, number);
      sheet.close();
      restored(now);
      announce(t("Version restored."));
      undoNotice(t("Earlier version restored."), async () => restored(await undoRestoring(memory)));
    } catch (error) {
      problem.value = t("Couldn't restore the version: {problem}", { problem: messageOf(error) });
    }
  };
  try {
    const versions = (await memoryApi.versions(memory.id)).toSorted((a, b) => b.number - a.number);
    list.replaceChildren(
      ...versions.map((version, i) =>
        versionItem(version, versions[i + 1] ?? null, () => void restore(version.number))
      ),
    );
    if (versions.length < 2) list.after(el("p", { class: "quiet" }, t("It has not been edited.")));
  } catch (error) {
    list.replaceChildren();
    problem.value = t("Couldn't load the earlier versions: {problem}", { problem: messageOf(error) });
  }
  list.setAttribute("aria-busy", "false");
}

function undoRestoring(memory: Memory): Promise<Memory> {
  const { title, text, mood, tags, privacy, audience, anchor, viewpoint } = memory;
  return memoryApi.change(memory.id, { title, text, mood, tags, privacy, audience, anchor, viewpoint });
}

/** `before` is the version before it; null for the first one. */
function versionItem(version: Version, before: Version | null, restore: () => void): HTMLElement {
  const { until } = version;
  const time = until === null
    ? t("Current version")
    : el("time", { datetime: until }, t("Until {date}", { date: formatDate(new Date(until)) }));
  return el(
    "li",
    { class: "version" },
    el("p", { class: "version-when" }, time),
    ...differences(version, before),
    until !== null &&
      el(
        "button",
        { class: "button small", type: "button", onclick: restore },
        icon("undo"),
        t("Restore this version"),
      ),
  );
}

/** The texts that differ from the version before it; all texts of the first one. */
export function changedTexts(version: Version, before: Version | null): string[] {
  const lines: string[] = [];
  if (version.title !== before?.title) {
    lines.push(version.title === "" ? t("No title") : t("Title: {title}", { title: version.title }));
  }
  if (version.text !== before?.text) lines.push(version.text === "" ? t("No text") : snippet(version.text, 200));
  if (version.mood !== (before?.mood ?? null)) {
    lines.push(version.mood ? t("Mood: {moodNames}", { moodNames: moodNames[version.mood] }) : t("No mood"));
  }
  if (version.tags.join("\n") !== (before?.tags ?? []).join("\n")) {
    lines.push(version.tags.length === 0 ? t("No tags") : t("Tags: {tags}", { tags: version.tags.join(", ") }));
  }
  return lines;
}

function differences(version: Version, before: Version | null): HTMLElement[] {
  const lines = changedTexts(version, before);
  if (lines.length > 0) return lines.map((line) => el("p", {}, line));
  return [
    el("p", { class: "quiet" }, before ? t("Position, viewpoint or files changed.") : t("Created without text.")),
  ];
}

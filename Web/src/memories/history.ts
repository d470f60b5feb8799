/** How a memory was before each change, and the way back to any of it. */

import { formatDate } from "../ui/format.ts";
import { moodWords } from "../explore/moods.ts";
import { announce } from "../ui/announce.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { memoryApi } from "./memory-api.ts";
import type { Sheets } from "./sheet.ts";
import type { Memory, Version } from "./types.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import { snippet } from "./words.ts";

/** `restored` gets the memory as it is after going back, and again after that is undone. */
export async function showHistory(sheets: Sheets, memory: Memory, restored: (now: Memory) => void): Promise<void> {
  const list = el(
    "ol",
    { class: "versions", "aria-busy": "true" },
    el("li", { class: "bone" }),
    el("li", { class: "bone" }),
  );
  const problem = el("p", { class: "field-problem", role: "alert" });
  const sheet = sheets.show({ kind: "history", title: "Earlier versions", content: [list, problem], tall: true });
  try {
    const versions = (await memoryApi.versions(memory.id)).toSorted((a, b) => b.number - a.number);
    list.setAttribute("aria-busy", "false");
    list.replaceChildren(...versions.map((version, at) => item(version, versions[at + 1] ?? null)));
    if (versions.length < 2) list.after(el("p", { class: "quiet" }, "It has not been changed since it was made."));
  } catch (error) {
    list.replaceChildren();
    problem.textContent = `Couldn't read the earlier versions: ${messageOf(error)}`;
  }

  function item(version: Version, before: Version | null): HTMLElement {
    const back = el(
      "button",
      {
        class: "button small",
        type: "button",
        onclick: () => void go(version.number),
      },
      icon("undo"),
      "Go back to this",
    );
    return el(
      "li",
      { class: "version" },
      el(
        "p",
        { class: "version-when" },
        version.until === null
          ? "As it is now"
          : el("time", { datetime: version.until }, `Until ${formatDate(new Date(version.until))}`),
      ),
      ...differences(version, before),
      version.until !== null && back,
    );
  }

  async function go(number: number): Promise<void> {
    try {
      const now = await memoryApi.restoreVersion(memory.id, number);
      sheet.close();
      restored(now);
      announce("It is as it was then.");
      const { title, text, mood, tags, privacy, audience, anchor, viewpoint } = memory;
      undoNotice("Gone back to an earlier version.", async () => {
        restored(await memoryApi.change(memory.id, { title, text, mood, tags, privacy, audience, anchor, viewpoint }));
      });
    } catch (error) {
      problem.textContent = `Couldn't go back: ${messageOf(error)}`;
    }
  }
}

/** What a version says otherwise than the one before it, in words; all of it for the first. */
export function changedWords(version: Version, before: Version | null): string[] {
  const lines: string[] = [];
  if (version.title !== before?.title) lines.push(version.title === "" ? "No title" : `Title: ${version.title}`);
  if (version.text !== before?.text) lines.push(version.text === "" ? "No text" : snippet(version.text, 200));
  if (version.mood !== (before?.mood ?? null)) {
    lines.push(version.mood ? `Mood: ${moodWords[version.mood]}` : "No mood");
  }
  if (version.tags.join("\n") !== (before?.tags ?? []).join("\n")) {
    lines.push(version.tags.length === 0 ? "No tags" : `Tags: ${version.tags.join(", ")}`);
  }
  return lines;
}

function differences(version: Version, before: Version | null): Child[] {
  const lines = changedWords(version, before);
  if (lines.length === 0) {
    return [el("p", { class: "quiet" }, before ? "Its place, view or files changed." : "Made without words.")];
  }
  return lines.map((line) => el("p", {}, line));
}

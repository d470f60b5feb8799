/** A memory, open over the place: what it holds, who told it, when, in what mood; its ways on: the flight, changing, taking away. */

import { formatDate } from "../ui/format.ts";
import { spacePath } from "../ui/routes.ts";
import { announce } from "../ui/announce.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import { moodWords } from "../explore/moods.ts";
import { mediaElement } from "./player.ts";
import { moodMark } from "../explore/mood-mark.ts";
import type { Memory } from "./types.ts";
import { privacyWords, titleOf } from "./words.ts";

export interface ViewParts {
  /** Whether opening flies to the viewpoint by itself. */
  flies: boolean;
  setFlies(flies: boolean): void;
  fly(): void;
  back(): void;
  edit: (() => void) | null;
  history: (() => void) | null;
  trash: (() => void) | null;
  restore: (() => void) | null;
  /** The neighbours in the present order; null at the ends. */
  previous: (() => void) | null;
  next: (() => void) | null;
}

export function memoryView(memory: Memory, parts: ViewParts): { content: Child[]; foot: Child[]; tools: Child[] } {
  const flies = el("input", {
    type: "checkbox",
    checked: parts.flies,
    onchange: () => parts.setFlies(flies.checked),
  });
  const content: Child[] = [
    memory.trashed !== null && el("p", { class: "note" }, icon("trash"), "It is in the trash."),
    memory.anchor.state !== "held" &&
    el(
      "p",
      { class: "note" },
      icon("warning"),
      memory.anchor.state === "lost"
        ? "Since the last scan its surface is gone; it stands where it was."
        : "It moved with its surface in the last scan.",
    ),
    ...memory.media.map(mediaElement),
    // Line breaks are kept by the style; the text is only ever text.
    memory.text !== "" && el("p", { class: "prose" }, memory.text),
    facts(memory),
    memory.tags.length > 0 &&
    el("ul", { class: "tags", "aria-label": "Tags" }, ...memory.tags.map((tag) => el("li", {}, tag))),
    memory.viewpoint &&
    el(
      "label",
      { class: "choice compact" },
      flies,
      el("span", { class: "choice-words" }, "Fly to the teller's view on opening"),
    ),
  ];
  const step = (shape: "back" | "forward", name: string, act: (() => void) | null): HTMLElement =>
    el(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": name,
        title: name,
        disabled: act === null,
        onclick: () => act?.(),
      },
      icon(shape),
    );
  const foot: Child[] = [
    el(
      "div",
      { class: "sheet-actions" },
      memory.viewpoint &&
        el(
          "button",
          { class: "button small", type: "button", onclick: () => parts.fly() },
          icon("fly"),
          "See it from there",
        ),
      memory.trashed !== null && parts.restore &&
        el(
          "button",
          { class: "button", type: "button", onclick: () => parts.restore?.() },
          icon("undo"),
          "Put it back",
        ),
      el("button", { class: "button small primary", type: "button", onclick: () => parts.back() }, "Back to the place"),
    ),
  ];
  const tools = [
    step("back", "The one before", parts.previous),
    step("forward", "The next one", parts.next),
    menuButton("More for this memory", () => items(memory, parts)),
  ];
  return { content, foot, tools };
}

function items(memory: Memory, parts: ViewParts): MenuItem[] {
  const all: (MenuItem | null)[] = [
    { icon: "link", label: "Copy its address", action: () => void copyAddress(memory) },
    parts.edit && { icon: "rename", label: "Change", action: parts.edit },
    parts.history && { icon: "history", label: "Earlier versions", action: parts.history },
    ...memory.media.map((media): MenuItem => ({
      icon: "download",
      label: memory.media.length > 1 ? `Download the ${media.kind}` : "Download",
      href: media.url,
      download: "",
    })),
    parts.trash && { icon: "trash", label: "Delete", danger: true, action: parts.trash },
  ];
  return all.filter((item): item is MenuItem => item !== null);
}

function facts(memory: Memory): HTMLElement {
  const who = memory.mine ? "You" : memory.author?.name ?? "Someone";
  const edited = Date.parse(memory.modified) - Date.parse(memory.created) > 60_000;
  return el(
    "p",
    { class: "memory-facts" },
    el("span", {}, who),
    el("time", { datetime: memory.created }, formatDate(new Date(memory.created))),
    memory.mood && el("span", { class: "mood-word" }, moodMark(memory.mood), moodWords[memory.mood]),
    edited && el("span", {}, `changed ${formatDate(new Date(memory.modified))}`),
    memory.mine && el("span", { class: "privacy-word" }, icon("lock"), privacyWords[memory.privacy].name),
  );
}

async function copyAddress(memory: Memory): Promise<void> {
  const here = location.pathname.startsWith("/s/") ? location.pathname : spacePath(memory.space);
  const address = `${location.origin}${here}?memory=${memory.id}`;
  try {
    await navigator.clipboard.writeText(address);
    announce("Its address is copied.");
  } catch {
    const field = el("input", {
      class: "copy-field",
      type: "text",
      readonly: true,
      value: address,
      "aria-label": "Address",
    });
    const shown = el("div", { class: "notice" }, field);
    field.addEventListener("blur", () => shown.remove());
    document.getElementById("notices")?.append(shown);
    field.select();
    field.focus();
  }
}

/** The title of the sheet. */
export function viewTitle(memory: Memory): string {
  return titleOf(memory);
}

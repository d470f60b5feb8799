/** The content of the sheet of an open memory. */

import { t } from "../i18n/messages.ts";
import { moodMark } from "../ui/mood-mark.ts";
import { moodNames } from "../ui/moods.ts";
import { announce } from "../ui/announce.ts";
import { type Child, el } from "../ui/dom.ts";
import { formatDate } from "../ui/format.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import { spacePath } from "../ui/routes.ts";
import { mediaElement } from "./player.ts";
import { flies, setFlies } from "./settings.ts";
import type { Media, Memory } from "./types.ts";
import { authorName, privacyLevels } from "./memory-text.ts";

/** Actions are null where this visitor may not take them. */
export interface MemoryViewProps {
  fly(): void;
  close(): void;
  /** Plays a recorded session in the space. */
  replay: ((media: Media) => void) | null;
  edit: (() => void) | null;
  history: (() => void) | null;
  trash: (() => void) | null;
  restore: (() => void) | null;
  /** The neighbours in the order of the list; null at its ends. */
  previous: (() => void) | null;
  next: (() => void) | null;
}

export function memoryView(
  memory: Memory,
  props: MemoryViewProps,
): { content: Child[]; foot: Child[]; tools: Child[] } {
  return {
    content: [
      memory.trashed !== null && note("trash", t("This memory is in the trash.")),
      anchorNote(memory),
      ...memory.media.map((media) => mediaElement(media, props.replay)),
      // Line breaks are kept by the style; text is never markup.
      memory.text !== "" && el("p", { class: "prose" }, memory.text),
      facts(memory),
      memory.tags.length > 0 &&
      el("ul", { class: "tags", "aria-label": t("Tags") }, ...memory.tags.map((tag) => el("li", {}, tag))),
      memory.viewpoint && flightChoice(),
    ],
    foot: [footButtons(memory, props)],
    tools: [
      stepButton("back", t("Previous memory"), props.previous),
      stepButton("forward", t("Next memory"), props.next),
      menuButton(t("More for this memory"), () => menuItems(memory, props)),
    ],
  };
}

function note(shape: IconName, text: string): HTMLElement {
  return el("p", { class: "note" }, icon(shape), text);
}

/** What the last scan did to the surface below the memory. */
function anchorNote({ anchor }: Memory): Child {
  if (anchor.state === "held") return null;
  const text = anchor.state === "lost"
    ? t("The last scan doesn't contain its surface any more; it is shown at its old position.")
    : t("It moved together with its surface in the last scan.");
  return note("warning", text);
}

function flightChoice(): HTMLElement {
  const input = el("input", {
    type: "checkbox",
    checked: flies.peek(),
    onchange: () => setFlies(input.checked),
  });
  return el(
    "label",
    { class: "choice compact" },
    input,
    el("span", { class: "choice-words" }, t("Fly to the author's viewpoint on opening")),
  );
}

function footButtons(memory: Memory, props: MemoryViewProps): HTMLElement {
  const button = (style: string, label: string, act: () => void, shape?: IconName): HTMLElement =>
    el(
      "button",
      { class: `button ${style}`.trim(), type: "button", onclick: () => act() },
      shape && icon(shape),
      label,
    );
  return el(
    "div",
    { class: "sheet-actions" },
    memory.viewpoint && button("small", t("See it from there"), props.fly, "fly"),
    props.restore && button("", t("Restore"), props.restore, "undo"),
    button("small primary", t("Back to the space"), props.close),
  );
}

function stepButton(shape: IconName, label: string, act: (() => void) | null): HTMLElement {
  return el(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": label,
      title: label,
      disabled: act === null,
      onclick: () => act?.(),
    },
    icon(shape),
  );
}

function menuItems(memory: Memory, props: MemoryViewProps): MenuItem[] {
  const items: (MenuItem | null)[] = [
    { icon: "link", label: t("Copy address"), action: () => void copyAddress(memory) },
    props.edit && { icon: "rename", label: t("Edit"), action: props.edit },
    props.history && { icon: "history", label: t("Earlier versions"), action: props.history },
    ...memory.media.map((media): MenuItem => ({
      icon: "download",
      label: memory.media.length > 1 ? t("Download the {kind}", { kind: media.kind }) : t("Download"),
      href: media.url,
      download: "",
    })),
    props.trash && { icon: "trash", label: t("Delete"), danger: true, action: props.trash },
  ];
  return items.filter((item): item is MenuItem => item !== null);
}

function facts(memory: Memory): HTMLElement {
  const isEdited = Date.parse(memory.modified) - Date.parse(memory.created) > 60_000;
  return el(
    "p",
    { class: "memory-facts" },
    el("span", { class: "memory-author" }, authorPicture(memory), authorName(memory)),
    el("time", { datetime: memory.created }, formatDate(new Date(memory.created))),
    memory.mood && el("span", { class: "mood-word" }, moodMark(memory.mood), moodNames[memory.mood]),
    isEdited && el("span", {}, t("edited {date}", { date: formatDate(new Date(memory.modified)) })),
    memory.mine && el("span", { class: "privacy-word" }, icon("lock"), privacyLevels[memory.privacy].name),
  );
}

/** The picture of the author's account; nothing where there is none, or it can't be loaded. */
function authorPicture({ author }: Memory): HTMLImageElement | null {
  if (!author?.picture) return null;
  const image = el("img", { src: author.picture, alt: "", width: 24, height: 24 });
  image.addEventListener("error", () => image.remove());
  return image;
}

async function copyAddress(memory: Memory): Promise<void> {
  const path = location.pathname.startsWith("/s/") ? location.pathname : spacePath(memory.space);
  const address = `${location.origin}${path}?memory=${memory.id}`;
  try {
    await navigator.clipboard.writeText(address);
    announce(t("Address copied."));
  } catch {
    // No clipboard on pages loaded over plain HTTP: the address is shown and selected instead.
    const attributes = {
      class: "copy-field",
      type: "text",
      readonly: true,
      value: address,
      "aria-label": t("Address"),
    };
    const field = el("input", attributes);
    const notice = el("div", { class: "notice" }, field);
    field.addEventListener("blur", () => notice.remove());
    document.getElementById("notices")?.append(notice);
    field.select();
    field.focus();
  }
}

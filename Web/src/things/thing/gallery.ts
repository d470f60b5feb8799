/** The photos of a thing: swiped, moved through by keys, full screen. */

import type { Thing, ThingMedia } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, type ReadonlySignal, signal, untracked } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import { menuButton, type MenuItem } from "../../ui/menu.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { fileButton, imageTypes } from "../fields/file-button.ts";
import { type ImageSize, mediaAddress } from "../things-api.ts";
import type { ThingStore } from "./thing-store.ts";

/** The images and videos of a thing that are no documents, in their order. */
export function galleryItems(thing: Thing | null): ThingMedia[] {
  return (thing?.media ?? []).filter(({ kind, role }) => role === null && (kind === "photo" || kind === "video"))
    .sort((a, b) => a.position - b.position);
}

export function altText(media: ThingMedia, thing: Thing, number: number, count: number): string {
  return media.alternative || media.caption ||
    (count === 1
      ? t("Photo of {name}", { name: thing.name })
      : t("Photo {number} of {count} of {name}", { number, count, name: thing.name }));
}

export function gallery(store: ThingStore, owner: AbortSignal): HTMLElement {
  const items = computed(() => galleryItems(store.thing.value));
  const index = signal(0);
  const strip = photoStrip(store, items, index, "medium", (at) => openFullScreen(store, items, at), owner);
  const add = (files: File[]): void => {
    void store.addFiles(files, null).then((refused) => {
      for (const name of refused) notify(t("{name} is no photo, video or PDF.", { name }));
    });
  };
  const menu = menuButton(t("Photo actions"), () => photoActions(store, items, index));
  const none = el("div", { class: "gallery-none" }, icon("photo"), el("p", {}, t("No photos yet")));
  const element = el(
    "section",
    { class: "gallery", "aria-label": t("Photos") },
    strip.element,
    none,
    el(
      "div",
      { class: "gallery-tools" },
      fileButton({
        label: t("Take a photo"),
        icon: "camera",
        accept: imageTypes,
        isCamera: true,
        chosen: add,
        class: "button small by-camera",
      }),
      fileButton({
        label: t("Add photos"),
        icon: "photo",
        accept: `${imageTypes},video/*`,
        multiple: true,
        chosen: add,
        class: "button small",
      }),
      menu,
    ),
  );
  effect(() => {
    const count = items.value.length;
    none.hidden = count > 0;
    strip.element.hidden = count === 0;
    menu.hidden = count === 0;
  }, owner);
  return element;
}

interface Strip {
  element: HTMLElement;
  show(index: number): void;
}

/** A row of photos of which one is visible; swiping snaps to the next. */
function photoStrip(
  store: ThingStore,
  items: ReadonlySignal<ThingMedia[]>,
  index: { value: number; peek(): number },
  size: ImageSize,
  open: ((index: number) => void) | null,
  owner: AbortSignal,
): Strip {
  const row = el("div", {
    class: "photo-row",
    tabindex: 0,
    role: "group",
    "aria-label": t("Photos: arrow keys show the next"),
  });
  const position = el("p", { class: "photo-position", role: "status" });
  const show = (at: number): void => {
    const target = Math.min(items.peek().length - 1, Math.max(0, at));
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    row.scrollTo({ left: target * row.clientWidth, behavior });
    index.value = target;
  };
  const before = iconButton("back", t("Previous photo"), () => show(index.peek() - 1));
  const next = iconButton("forward", t("Next photo"), () => show(index.peek() + 1));
  before.classList.add("on-photo", "before");
  next.classList.add("on-photo", "after");
  row.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: index.peek() - 1, ArrowRight: index.peek() + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  row.addEventListener("scroll", () => {
    if (row.clientWidth > 0) {
      index.value = Math.min(items.peek().length - 1, Math.round(row.scrollLeft / row.clientWidth));
    }
  }, { passive: true });
  let drawn = "";
  effect(() => {
    const key = items.value.map(({ id, alternative, caption }) => `${id} ${alternative} ${caption}`).join("|");
    if (key === drawn) return;
    drawn = key;
    const thing = untracked(() => store.thing.value)!;
    row.replaceChildren(...items.value.map((media, at) => slide(media, thing, at, items.value.length, size, open)));
    requestAnimationFrame(() => row.scrollTo({ left: untracked(() => index.peek()) * row.clientWidth }));
  }, owner);
  effect(() => {
    const count = items.value.length;
    const at = Math.min(index.value, Math.max(0, count - 1));
    before.hidden = at === 0;
    next.hidden = at >= count - 1;
    position.hidden = count < 2;
    setText(position, `${at + 1} / ${count}`);
  }, owner);
  return { element: el("div", { class: "photo-strip" }, row, before, next, position), show };
}

function slide(
  media: ThingMedia,
  thing: Thing,
  at: number,
  count: number,
  size: ImageSize,
  open: ((index: number) => void) | null,
): HTMLElement {
  const alt = altText(media, thing, at + 1, count);
  const failed = (): void =>
    frame.replaceChildren(
      el("div", { class: "gallery-none" }, icon("photo"), el("p", {}, t("It can't be shown now."))),
    );
  if (media.kind === "video") {
    const video = el("video", {
      src: mediaAddress(thing.id, media.id),
      poster: mediaAddress(thing.id, media.id, "poster"),
      controls: true,
      preload: "none",
      playsinline: true,
      "aria-label": alt,
    });
    return el("figure", { class: "photo-slide" }, video, media.caption !== "" && el("figcaption", {}, media.caption));
  }
  const image = el("img", {
    src: mediaAddress(thing.id, media.id, size),
    alt,
    loading: at === 0 ? "eager" : "lazy",
    decoding: "async",
    draggable: "false",
    onerror: failed,
  });
  const frame = open === null ? el("div", { class: "photo-frame" }, image) : el("button", {
    class: "photo-frame",
    type: "button",
    "aria-label": t("{alt}: full screen", { alt }),
    tabindex: -1,
    onclick: () => open(at),
  }, image);
  return el("figure", { class: "photo-slide" }, frame, media.caption !== "" && el("figcaption", {}, media.caption));
}

function openFullScreen(store: ThingStore, items: ReadonlySignal<ThingMedia[]>, at: number): void {
  const closed = new AbortController();
  const index = signal(at);
  const strip = photoStrip(store, items, index, "large", null, closed.signal);
  const close = iconButton("close", t("Close"), () => dialog.close());
  close.classList.add("on-photo", "close-photo");
  const dialog = openDialog(store.thing.peek()?.name ?? t("Photos"), [strip.element, close]);
  dialog.classList.add("photo-dialog");
  dialog.addEventListener("close", () => closed.abort());
  requestAnimationFrame(() => {
    strip.element.querySelector<HTMLElement>(".photo-row")?.focus();
    const row = strip.element.querySelector(".photo-row")!;
    row.scrollTo({ left: at * row.clientWidth });
  });
}

function photoActions(store: ThingStore, items: ReadonlySignal<ThingMedia[]>, index: { peek(): number }): MenuItem[] {
  const media = items.peek()[index.peek()];
  if (!media) return [];
  const isFirst = index.peek() === 0;
  return [
    ...(isFirst ? [] : [{
      icon: "photo" as const,
      label: t("Show first, also in lists"),
      action: () => void act(store.makeCover(media.id)),
    }]),
    { icon: "rename", label: t("Description…"), action: () => describe(store, media) },
    { icon: "download", label: t("Download"), href: mediaAddress(store.id, media.id), download: media.fileName },
    { icon: "trash", label: t("Delete"), danger: true, action: () => void remove(store, media) },
  ];
}

async function act(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    notify(t("Couldn't change the photo: {problem}", { problem: messageOf(error) }));
  }
}

/** Puts a file into the trash, and offers to take it back. */
export async function remove(store: ThingStore, media: ThingMedia): Promise<void> {
  try {
    const undo = await store.removeMedia(media.id);
    const message = t("{name} is in the trash.", { name: media.fileName || t("The file") });
    announce(message);
    undoNotice(message, undo);
  } catch (error) {
    notify(t("Couldn't delete the file: {problem}", { problem: messageOf(error) }));
  }
}

function describe(store: ThingStore, media: ThingMedia): void {
  const caption = el("input", { type: "text", value: media.caption, maxlength: 1000 });
  const alternative = el("input", { type: "text", value: media.alternative, maxlength: 1000 });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await act(store.editMedia(media.id, { caption: caption.value.trim(), alternative: alternative.value.trim() }));
    dialog.close();
  };
  const dialog = openDialog(t("Description of the photo"), [
    el(
      "form",
      { class: "dialog-form", onsubmit: (event: Event) => void submit(event) },
      labelled(t("Caption"), caption, t("Shown below the photo.")),
      labelled(t("What it shows"), alternative, t("Read aloud to people who can't see it.")),
      el(
        "div",
        { class: "dialog-actions" },
        el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel")),
        el("button", { class: "button primary", type: "submit" }, icon("check"), t("Save")),
      ),
    ),
  ]);
  caption.focus();
}

/** The photos of a new thing, and what they show that is in the library already. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { formatPercent } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { notify } from "../../ui/notice.ts";
import { thingPath } from "../../ui/routes.ts";
import { fileButton, imageTypes } from "../fields/file-button.ts";
import { cover } from "../list/item-elements.ts";
import { fileKind } from "../uploads.ts";
import type { AddStore, KnownThing, NewPhoto } from "./add-store.ts";

export function photosField(store: AddStore, owner: AbortSignal): HTMLElement {
  const add = (files: File[]): void => {
    const photos = files.filter((file) => fileKind(file) === "photo");
    for (const file of files) if (!photos.includes(file)) notify(t("{name} is not a photo.", { name: file.name }));
    store.addPhotos(photos);
  };
  const list = el("ul", { class: "new-photos", "aria-label": t("Photos") });
  const shown = new Map<NewPhoto, HTMLElement>();
  effect(() => {
    const photos = store.photos.value;
    for (const [photo, element] of shown) {
      if (photos.includes(photo)) continue;
      element.remove();
      shown.delete(photo);
    }
    for (const photo of photos) {
      if (shown.has(photo)) continue;
      const element = photoElement(photo, photos.indexOf(photo) + 1, () => store.removePhoto(photo.key), owner);
      shown.set(photo, element);
      list.append(element);
    }
    list.hidden = photos.length === 0;
  }, owner);
  const element = el(
    "div",
    { class: "photos-field" },
    list,
    el(
      "div",
      { class: "field-buttons" },
      fileButton({
        label: t("Take a photo"),
        icon: "camera",
        accept: imageTypes,
        isCamera: true,
        chosen: add,
        class: "button by-camera",
      }),
      fileButton({ label: t("Choose photos"), icon: "photo", accept: imageTypes, multiple: true, chosen: add }),
    ),
  );
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    add([...event.dataTransfer?.files ?? []]);
  });
  return element;
}

function photoElement(photo: NewPhoto, number: number, remove: () => void, owner: AbortSignal): HTMLElement {
  const address = URL.createObjectURL(photo.file);
  owner.addEventListener("abort", () => URL.revokeObjectURL(address), { once: true });
  const image = el("img", {
    src: address,
    alt: t("Photo {number}", { number }),
    // Some browsers can't show HEIC; the server can.
    onerror: () => image.replaceWith(el("span", { class: "new-photo-name" }, icon("photo"), photo.file.name)),
  });
  return el(
    "li",
    { class: "new-photo" },
    image,
    el(
      "button",
      {
        class: "icon-button on-photo",
        type: "button",
        "aria-label": t("Remove photo {number}", { number }),
        title: t("Remove"),
        onclick: () => {
          remove();
          announce(t("Photo removed."));
        },
      },
      icon("close"),
    ),
  );
}

const maxKnown = 3;

/** Things that the photos could show. */
export function knownThings(store: AddStore, open: (id: string) => void, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "known-list" });
  const element = el("div", { class: "known-things", role: "status", hidden: true }, list);
  effect(() => {
    const known = store.known.value.slice(0, maxKnown);
    element.hidden = known.length === 0;
    list.replaceChildren(...known.map((thing) => knownElement(thing, open)));
  }, owner);
  return element;
}

function knownElement(thing: KnownThing, open: (id: string) => void): HTMLElement {
  const words = thing.isLabel
    ? [t("This is the label of "), el("strong", {}, thing.name || t("one of your things")), "."]
    : [t("This looks like "), el("strong", {}, thing.name), ` (${formatPercent(thing.score)}).`];
  const link = el("a", {
    class: "button small",
    href: thingPath(thing.id),
    onclick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(thing.id);
    },
  }, t("Open it"));
  return el("li", { class: "known-thing" }, cover(thing), el("p", {}, ...words), link);
}

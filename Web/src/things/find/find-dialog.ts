/** Finding a thing by a photo of it, or of its label; the user says whether the answer was right. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { problemText } from "../../ui/fields.ts";
import { formatPercent } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { thingPath } from "../../ui/routes.ts";
import { fileButton, imageTypes } from "../fields/file-button.ts";
import { cover } from "../list/item-elements.ts";
import { FindStore, type FoundThing } from "./find-store.ts";

export interface FindCallbacks {
  /** Opens the page of a thing. */
  open: (id: string) => void;
  /** Adds a new thing with the photo. */
  add: (photo: File) => void;
}

export function openFindDialog(callbacks: FindCallbacks): void {
  const store = new FindStore();
  const closed = new AbortController();
  const look = ([photo]: File[]): void => {
    if (photo) void store.look(photo);
  };
  const dialog = openDialog(t("Find by photo"), [
    el(
      "p",
      { class: "quiet" },
      t("Photograph a thing or its label. Your photos are compared on the computer that holds the library."),
    ),
    el(
      "div",
      { class: "photo-buttons" },
      fileButton({ label: t("Take a photo"), icon: "camera", accept: imageTypes, isCamera: true, chosen: look }),
      fileButton({ label: t("Choose a photo"), icon: "photo", accept: imageTypes, chosen: look }),
    ),
    photoView(store, closed.signal),
    status(store, closed.signal),
    foundList(store, (id) => {
      dialog.close();
      callbacks.open(id);
    }, closed.signal),
    problemText(store.problem, closed.signal),
    actions(store, (photo) => {
      dialog.close();
      callbacks.add(photo);
    }, closed.signal),
  ]);
  dialog.classList.add("find-dialog");
  dialog.addEventListener("close", () => {
    store.stop();
    closed.abort();
  });
}

function photoView(store: FindStore, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "find-photo", hidden: true });
  effect(() => {
    const photo = store.photo.value;
    element.hidden = photo === null;
    if (photo === null) return;
    const address = URL.createObjectURL(photo);
    const image = el("img", {
      src: address,
      alt: t("Your photo"),
      // Some browsers can't show HEIC; the server can.
      onerror: () => image.replaceWith(el("span", {}, photo.name)),
    });
    element.replaceChildren(image);
    return () => URL.revokeObjectURL(address);
  }, owner);
  return element;
}

function status(store: FindStore, owner: AbortSignal): HTMLElement {
  const line = el("p", { class: "find-status", role: "status" });
  effect(() => {
    const found = store.found.value;
    const text = store.isLooking.value
      ? t("Looking at the photo…")
      : found === null
      ? ""
      : found.length === 0
      ? t("None of your things looks like this photo.")
      : "";
    setText(line, [text, ...store.notices.value].filter((part) => part !== "").join(" "));
    line.hidden = line.textContent === "";
  }, owner);
  return line;
}

function foundList(store: FindStore, open: (id: string) => void, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "known-list", "aria-label": t("Things that the photo may show") });
  effect(() => {
    const found = store.found.value ?? [];
    list.hidden = found.length === 0;
    list.replaceChildren(...found.map((thing) => foundElement(store, thing, open)));
  }, owner);
  return list;
}

function foundElement(store: FindStore, thing: FoundThing, open: (id: string) => void): HTMLElement {
  const name = thing.name || t("One of your things");
  const sureness = thing.isLabel
    ? t("Its label is in the photo")
    : t("{percent} sure", { percent: formatPercent(thing.score) });
  const link = el("a", {
    class: "button small primary",
    href: thingPath(thing.id),
    onclick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void (async () => {
        if (thing.isLabel || await store.confirm(thing.id)) open(thing.id);
      })();
    },
  }, t("This is it"));
  const reject = el("button", {
    class: "button small",
    type: "button",
    "aria-label": t("It isn't {name}", { name }),
    onclick: () =>
      void (async () => {
        reject.disabled = true;
        if (await store.reject(thing.id)) announce(t("Noted: it isn't {name}.", { name }));
        else reject.disabled = false;
      })(),
  }, t("It isn't"));
  return el(
    "li",
    { class: "known-thing" },
    cover(thing),
    el("p", {}, el("strong", {}, name), el("br", {}), el("span", { class: "quiet" }, sureness)),
    el("div", { class: "found-buttons" }, link, thing.isLabel ? null : reject),
  );
}

function actions(store: FindStore, add: (photo: File) => void, owner: AbortSignal): HTMLElement {
  const button = el(
    "button",
    {
      class: "button",
      type: "button",
      onclick: () => {
        const photo = store.photo.peek();
        if (photo) add(photo);
      },
    },
    icon("add"),
    t("Add it as a new thing"),
  );
  const element = el("div", { class: "dialog-actions" }, button);
  effect(() => void (element.hidden = store.found.value === null), owner);
  return element;
}

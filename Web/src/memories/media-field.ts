/** The files of a new memory: several photos, or one audio or video file; recorded or chosen, previewed, described, removed. */

import { inSentence, t } from "../i18n/messages.ts";
import { kindNames } from "../ui/memory-kinds.ts";
import { signal } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { problemText } from "../ui/fields.ts";
import { formatBytes } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import type { DraftMedia } from "./drafts.ts";
import { mediaTextFields } from "./media-text.ts";
import { recorderView } from "./recorder-view.ts";
import type { FileKind } from "./types.ts";
import { fileProblem } from "./memory-text.ts";

/** The most photos of a memory, as the server has it. */
const maxPhotos = 20;

/** A file with its preview. */
interface Item {
  media: DraftMedia;
  element: HTMLElement;
  owner: AbortController;
}

/** `changed` is called with the files and their texts after each change. */
export function mediaField(
  kind: FileKind,
  initial: readonly DraftMedia[],
  changed: (media: readonly DraftMedia[]) => void,
  owner: AbortSignal,
): HTMLElement {
  const max = kind === "photo" ? maxPhotos : 1;
  const items: Item[] = [];
  const problem = signal("");
  const list = el("div", { class: "media-list" });
  const source = el("div", { class: "media-body" });
  let sourceOwner = new AbortController();

  const report = (): void => changed(items.map(({ media }) => media));
  const show = (media: DraftMedia): Item => {
    const itemOwner = new AbortController();
    const item: Item = { media, element: el("div", { class: "media-item" }), owner: itemOwner };
    const describe = (text: { alternative: string; transcript: string }): void => {
      item.media = { ...item.media, ...text };
      report();
    };
    const callbacks = { remove: () => remove(item), describe, fail: (text: string) => problem.value = text };
    item.element.append(...filePreview(media, callbacks, itemOwner.signal));
    items.push(item);
    list.append(item.element);
    return item;
  };
  const accept = (files: readonly File[]): void => {
    problem.value = "";
    let last: Item | null = null;
    for (const file of files) {
      if (items.length >= max) {
        problem.value = t("A memory can have at most {max} photos.", { max });
        break;
      }
      const fault = fileProblem(kind, file);
      if (fault) problem.value = fault;
      else {last = show({
          kind,
          name: file.name || inSentence(kindNames[kind]),
          body: file,
          alternative: "",
          transcript: "",
        });}
    }
    if (!last) return;
    showSource();
    report();
    last.element.querySelector<HTMLElement>("textarea, input")?.focus();
  };
  const remove = (item: Item): void => {
    item.owner.abort();
    item.element.remove();
    items.splice(items.indexOf(item), 1);
    showSource();
    report();
    source.querySelector<HTMLElement>("button")?.focus();
  };
  const input = fileInput(kind, max > 1, accept);
  /** Where the next file comes from; nothing where there are as many as there can be. */
  const showSource = (): void => {
    sourceOwner.abort();
    sourceOwner = new AbortController();
    if (items.length >= max) return source.replaceChildren();
    const recorder = recorderView(kind, (file) => accept([file]), sourceOwner.signal);
    source.replaceChildren(recorder, chooseButton(kind, items.length > 0, input));
  };
  initial.forEach(show);
  showSource();
  owner.addEventListener("abort", () => {
    sourceOwner.abort();
    for (const item of items) item.owner.abort();
  }, { once: true });
  const element = el("div", { class: "field media-field" }, list, source, input, problemText(problem, owner));
  acceptDrops(element, accept);
  return element;
}

function fileInput(
  kind: FileKind,
  multiple: boolean,
  accept: (files: readonly File[]) => void,
): HTMLInputElement {
  const input = el("input", {
    type: "file",
    multiple,
    class: "visually-hidden",
    accept: { photo: "image/*", audio: "audio/*", video: "video/*" }[kind],
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => {
      const files = [...input.files ?? []];
      input.value = "";
      if (files.length > 0) accept(files);
    },
  });
  return input;
}

function chooseButton(kind: FileKind, isMore: boolean, input: HTMLInputElement): HTMLElement {
  const photos = isMore ? t("Add photos") : t("Choose photos");
  const label = { photo: photos, audio: t("Choose an audio file"), video: t("Choose a video") }[kind];
  return el("button", { class: "button", type: "button", onclick: () => input.click() }, icon("file"), label);
}

function acceptDrops(element: HTMLElement, accept: (files: readonly File[]) => void): void {
  for (const name of ["dragover", "drop"] as const) {
    element.addEventListener(name, (event) => {
      event.preventDefault();
      event.stopPropagation();
      const files = name === "drop" ? [...event.dataTransfer?.files ?? []] : [];
      if (files.length > 0) accept(files);
    });
  }
}

interface PreviewCallbacks {
  remove(): void;
  describe(text: { alternative: string; transcript: string }): void;
  fail(text: string): void;
}

function filePreview(file: DraftMedia, callbacks: PreviewCallbacks, owner: AbortSignal): HTMLElement[] {
  const address = URL.createObjectURL(file.body);
  owner.addEventListener("abort", () => URL.revokeObjectURL(address), { once: true });
  const attributes = {
    class: "media-preview",
    src: address,
    onerror: () => callbacks.fail(t("This browser can't show the file; the server may still accept it.")),
  };
  const player = { ...attributes, controls: true, preload: "metadata", "aria-label": file.name };
  const preview = file.kind === "photo" ? el("img", { ...attributes, alt: t("Your photo") }) : el(file.kind, player);
  return [
    preview,
    el(
      "div",
      { class: "media-line" },
      el("p", { class: "quiet" }, `${file.name}, ${formatBytes(file.body.size)}`),
      el(
        "button",
        { class: "button small", type: "button", onclick: () => callbacks.remove() },
        icon("trash"),
        t("Remove"),
      ),
    ),
    ...mediaTextFields(file.kind, file, (text) => callbacks.describe(text)),
  ];
}

/** The file of a new photo, audio or video memory: recorded or chosen, previewed, described, replaced. */

import { inSentence, t } from "../i18n/messages.ts";
import { kindNames } from "../ui/memory-kinds.ts";
import { effect, signal } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { problemText } from "../ui/fields.ts";
import { formatBytes } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import type { DraftMedia } from "./drafts.ts";
import { mediaTextFields } from "./media-text.ts";
import { recorderView } from "./recorder-view.ts";
import type { Media } from "./types.ts";
import { fileProblem } from "./memory-text.ts";

/** `changed` is called with the file and its texts after each change; with null when the file is removed. */
export function mediaField(
  kind: Media["kind"],
  initial: DraftMedia | null,
  changed: (media: DraftMedia | null) => void,
  owner: AbortSignal,
): HTMLElement {
  const media = signal(initial);
  const problem = signal("");
  let texts = { alternative: initial?.alternative ?? "", transcript: initial?.transcript ?? "" };
  const body = el("div", { class: "media-body" });

  const accept = (file: File): void => {
    problem.value = fileProblem(kind, file) ?? "";
    if (problem.value !== "") return;
    media.value = { kind, name: file.name || inSentence(kindNames[kind]), body: file, ...texts };
    changed(media.value);
    body.querySelector<HTMLElement>("textarea, input")?.focus();
  };
  const remove = (): void => {
    media.value = null;
    changed(null);
    body.querySelector<HTMLElement>("button")?.focus();
  };
  const describe = (file: DraftMedia, text: typeof texts): void => {
    texts = text;
    changed({ ...file, ...text });
  };
  const input = fileInput(kind, accept);
  effect(() => {
    const file = media.value;
    const content = new AbortController();
    body.replaceChildren(
      ...(file
        ? filePreview(file, { remove, describe, fail: (text) => problem.value = text }, content.signal)
        : [recorderView(kind, accept, content.signal), chooseButton(kind, input)]),
    );
    return () => content.abort();
  }, owner);
  const element = el("div", { class: "field media-field" }, body, input, problemText(problem, owner));
  acceptDrops(element, accept);
  return element;
}

function fileInput(kind: Media["kind"], accept: (file: File) => void): HTMLInputElement {
  const input = el("input", {
    type: "file",
    class: "visually-hidden",
    accept: { photo: "image/*", audio: "audio/*", video: "video/*" }[kind],
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => {
      const file = input.files?.[0];
      input.value = "";
      if (file) accept(file);
    },
  });
  return input;
}

function chooseButton(kind: Media["kind"], input: HTMLInputElement): HTMLElement {
  const label = { photo: t("Choose a photo"), audio: t("Choose an audio file"), video: t("Choose a video") }[kind];
  return el("button", { class: "button", type: "button", onclick: () => input.click() }, icon("file"), label);
}

function acceptDrops(element: HTMLElement, accept: (file: File) => void): void {
  for (const name of ["dragover", "drop"] as const) {
    element.addEventListener(name, (event) => {
      event.preventDefault();
      event.stopPropagation();
      const file = name === "drop" ? event.dataTransfer?.files[0] : undefined;
      if (file) accept(file);
    });
  }
}

interface PreviewCallbacks {
  remove(): void;
  describe(file: DraftMedia, text: { alternative: string; transcript: string }): void;
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
        icon("retry"),
        t("Replace"),
      ),
    ),
    ...mediaTextFields(file.kind, file, (text) => callbacks.describe(file, text)),
  ];
}

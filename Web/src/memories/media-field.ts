/** The file of a photo, audio or video memory while it is written: recorded or chosen, looked at, described, or done again. */

import { formatBytes } from "../ui/format.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import type { DraftMedia } from "./drafts.ts";
import { mediaWords } from "./media-words.ts";
import { type RecorderView, recorderView } from "./recorder-view.ts";
import type { Media } from "./types.ts";
import { kindWords, refusal } from "./words.ts";

export interface MediaField {
  element: HTMLElement;
  dispose(): void;
}

/** `changed` is called with the file and its words after each change; null: there is none. */
export function mediaField(
  kind: Media["kind"],
  start: DraftMedia | null,
  changed: (media: DraftMedia | null) => void,
): MediaField {
  let media = start;
  let recorder: RecorderView | null = null;
  let preview = "";
  const problem = el("p", { class: "field-problem", role: "alert" });
  const body = el("div", { class: "media-body" });
  const input = el("input", {
    type: "file",
    class: "visually-hidden",
    accept: { photo: "image/*", audio: "audio/*", video: "video/*" }[kind],
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => {
      const file = input.files?.[0];
      input.value = "";
      if (file) take(file);
    },
  });
  const element = el("div", { class: "field media-field" }, body, input, problem);
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const file = (event as DragEvent).dataTransfer?.files[0];
    if (file) take(file);
  });

  function take(file: File): void {
    const no = refusal(kind, file);
    setText(problem, no ?? "");
    if (no) return;
    const { alternative, transcript } = media ?? { alternative: "", transcript: "" };
    media = {
      kind,
      name: file.name || kindWords[kind].toLowerCase(),
      body: file,
      alternative,
      transcript,
    };
    changed(media);
    show();
    body.querySelector<HTMLElement>("textarea, input")?.focus();
  }

  function drop(): void {
    media = null;
    changed(null);
    show();
    body.querySelector<HTMLElement>("button")?.focus();
  }

  function release(): void {
    recorder?.close();
    recorder = null;
    if (preview !== "") URL.revokeObjectURL(preview);
    preview = "";
  }

  function show(): void {
    release();
    if (media) return showFile(media);
    recorder = recorderView(kind, take);
    const choose = el(
      "button",
      { class: "button", type: "button", onclick: () => input.click() },
      icon("file"),
      { photo: "Choose a photo", audio: "Choose a sound file", video: "Choose a video" }[kind],
    );
    body.replaceChildren(recorder.element, choose);
  }

  function showFile(file: DraftMedia): void {
    preview = URL.createObjectURL(file.body);
    const shown = kind === "photo" ? el("img", { class: "media-preview", src: preview, alt: "Your photo" }) : el(kind, {
      class: "media-preview",
      src: preview,
      controls: true,
      preload: "metadata",
      "aria-label": file.name,
    });
    shown.addEventListener(
      "error",
      () => setText(problem, "This browser can't show it; the server may still read it."),
    );
    body.replaceChildren(
      shown,
      el(
        "div",
        { class: "media-line" },
        el("p", { class: "quiet" }, `${file.name}, ${formatBytes(file.body.size)}`),
        el("button", { class: "button small", type: "button", onclick: drop }, icon("retry"), "Again"),
      ),
      ...mediaWords(kind, file, () => changed(file)),
    );
  }

  show();
  return { element, dispose: release };
}

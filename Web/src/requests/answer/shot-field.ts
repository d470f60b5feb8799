/** The photos, videos, sounds and documents of a shot: taken with the camera or chosen, shown, removed. */

import type { Id, Recording, RecordingShot } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { fileButton } from "../../things/fields/file-button.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { type FileKind, recordingMediaAddress } from "../requests-api.ts";
import { countText, shotKindNames } from "../request-text.ts";
import type { RecordingStore } from "./recording-store.ts";

const accepted: Readonly<Record<FileKind, string>> = {
  photo: "image/*,.heic,.heif",
  video: "video/*",
  audio: "audio/*",
  document: "application/pdf,image/*,.heic,.heif",
};
const cameras: Readonly<Record<FileKind, { label: string; icon: IconName; accept: string }>> = {
  photo: { label: t("Take a photo"), icon: "camera", accept: "image/*" },
  video: { label: t("Record a video"), icon: "video", accept: "video/*" },
  audio: { label: t("Record a sound"), icon: "record", accept: "audio/*" },
  document: { label: t("Photograph it"), icon: "camera", accept: "image/*" },
};

export function shotField(
  store: RecordingStore,
  place: { step: string; shot: RecordingShot },
  owner: AbortSignal,
): HTMLElement {
  const { step, shot } = place;
  const list = el("ul", { class: "shot-files" });
  const title = el("p", { class: "shot-title" }, shot.title);
  const count = el("p", { class: "quiet" });
  effect(() => {
    const recording = store.recording.value;
    const media = store.step(step)?.shots.find(({ key }) => key === shot.key)?.media ?? [];
    count.textContent = shot.count > 0
      ? t("{count} of {count2}", { count: media.length, count2: countText(shot) })
      : countText(shot);
    const waiting = store.files.value.filter((file) => file.step === step && file.shot === shot.key);
    list.replaceChildren(
      ...media.map((id) => el("li", {}, shownFile(recording, id), remover(store, id))),
      ...waiting.map(({ key, name, fraction, problem }) =>
        el(
          "li",
          { class: "shot-waiting" },
          el("p", {}, problem === null ? `${name}: ${Math.round(fraction * 100)} %` : `${name}: ${problem}`),
          problem !== null &&
            el("button", { class: "button small", type: "button", onclick: () => store.retry(key) }, t("Try again")),
          problem !== null &&
            el("button", { class: "button small", type: "button", onclick: () => store.discard(key) }, t("Discard")),
        )
      ),
    );
    list.hidden = list.children.length === 0;
  }, owner);
  return el("section", { class: "shot", "aria-label": shot.title }, title, count, list, ...buttons(store, place));
}

function buttons(store: RecordingStore, { step, shot }: { step: string; shot: RecordingShot }): HTMLElement[] {
  const { kind } = shot;
  if (kind === "model") return [el("p", { class: "note" }, t("A 3D model can't be added here."))];
  const add = (files: File[]): void =>
    store.add(files.map((body) => ({ step, shot: shot.key, kind, name: body.name, body })));
  return [el(
    "div",
    { class: "field-buttons" },
    fileButton({ ...cameras[kind], isCamera: true, class: "button primary", chosen: add }),
    fileButton({ label: t("Choose files"), icon: "file", accept: accepted[kind], multiple: true, chosen: add }),
  )];
}

function remover(store: RecordingStore, id: Id): HTMLElement {
  const remove = async (): Promise<void> => {
    try {
      const undo = await store.remove(id);
      announce(t("The file is in the trash."));
      undoNotice(t("The file is in the trash."), undo);
    } catch (error) {
      notify(t("Couldn't remove the file: {problem}", { problem: messageOf(error) }));
    }
  };
  return iconButton("trash", t("Remove this file"), () => void remove());
}

/** A file of a recording: an image that opens the original, a player, or a link. */
export function shownFile(recording: Recording, id: Id): HTMLElement {
  const media = recording.media.find((each) => each.id === id);
  const address = recordingMediaAddress(recording.id, id);
  const name = media?.fileName ?? shotKindNames.document;
  if (media?.kind === "audio") {
    return el("audio", { src: address, controls: true, preload: "none", "aria-label": name });
  }
  const image = el("img", {
    src: recordingMediaAddress(recording.id, id, "small"),
    alt: name,
    loading: "lazy",
    onerror: () => image.replaceWith(el("span", { class: "shot-file" }, icon("file"), name)),
  });
  return el("a", { class: "shot-image", href: address, target: "_blank", rel: "noopener", title: name }, image);
}

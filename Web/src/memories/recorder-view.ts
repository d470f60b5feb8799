/** The recorder on the page: camera image or level, time, and its buttons. */

import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { problemText } from "../ui/fields.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { deviceProblem, Recorder, type RecorderKind, type RecorderState, recordingProblem } from "./recorder.ts";

const openLabels: Record<RecorderKind, [IconName, string]> = {
  photo: ["camera", t("Take a photo")],
  audio: ["microphone", t("Record audio")],
  video: ["video", t("Record video")],
};

const announcements: Partial<Record<RecorderState, string>> = {
  requesting: t("Asking for permission."),
  recording: t("Recording."),
  paused: t("Paused."),
};

/** `recorded` is called with the file. */
export function recorderView(kind: RecorderKind, recorded: (file: File) => void, owner: AbortSignal): HTMLElement {
  const unsupported = recordingProblem();
  if (unsupported !== null) return el("div", { class: "recorder" }, el("p", { class: "quiet" }, unsupported));
  const recorder = new Recorder(kind, recorded);
  owner.addEventListener("abort", () => recorder.close(), { once: true });
  const problem = signal("");
  const video = cameraImage(recorder, owner);
  const open = async (): Promise<void> => {
    problem.value = "";
    await recorder.open().catch((error) => problem.value = deviceProblem(kind, error));
  };
  const takePhoto = async (): Promise<void> => {
    const file = await recorder.takePhoto(video);
    if (!file) {
      problem.value = t("The camera shows no image yet.");
      return;
    }
    recorder.close();
    recorded(file);
  };
  const actions = el("div", { class: "recorder-actions" });
  effect(() => {
    const hadFocus = actions.contains(document.activeElement);
    actions.replaceChildren(...recorderButtons(recorder, () => void open(), () => void takePhoto()));
    if (hadFocus) actions.querySelector("button")?.focus();
    const announcement = announcements[recorder.state.value];
    if (announcement) announce(announcement);
  }, owner);
  const element = el(
    "div",
    { class: "recorder", "data-kind": kind },
    video,
    ...levelAndTime(recorder, owner),
    actions,
    problemText(problem, owner),
  );
  effect(() => void (element.dataset.state = recorder.state.value), owner);
  return element;
}

function cameraImage(recorder: Recorder, owner: AbortSignal): HTMLVideoElement {
  const video = el("video", { class: "recorder-video", muted: true, playsinline: true, hidden: true });
  video.muted = true;
  if (recorder.kind === "audio") return video;
  effect(() => {
    void recorder.state.value; // the stream changes with the state
    const { stream } = recorder;
    video.hidden = stream === null;
    if (video.srcObject === stream) return;
    video.srcObject = stream;
    if (stream) video.play().catch(() => {});
  }, owner);
  owner.addEventListener("abort", () => video.srcObject = null, { once: true });
  return video;
}

/** Both are updated in each frame while they are shown. */
function levelAndTime(recorder: Recorder, owner: AbortSignal): HTMLElement[] {
  const fill = el("div", { class: "level-fill" });
  const level = el("div", { class: "level", "aria-hidden": "true", hidden: true }, fill);
  const time = el("p", { class: "recorder-time", role: "timer", hidden: true });
  effect(() => {
    const state = recorder.state.value;
    const isActive = state === "recording" || state === "paused";
    level.hidden = recorder.kind === "photo" || !(isActive || state === "ready");
    time.hidden = !isActive;
    if (level.hidden) return;
    let frame = 0;
    const update = (): void => {
      fill.style.setProperty("--level", state === "paused" ? "0" : recorder.level.toFixed(3));
      setText(time, state === "paused" ? t("{clock}, paused", { clock: recorder.clock }) : recorder.clock);
      frame = requestAnimationFrame(update);
    };
    update();
    return () => cancelAnimationFrame(frame);
  }, owner);
  return [level, time];
}

function recorderButtons(recorder: Recorder, open: () => void, takePhoto: () => void): HTMLButtonElement[] {
  const button = (shape: IconName, label: string, act: () => void, style = ""): HTMLButtonElement =>
    el("button", { class: `button ${style}`.trim(), type: "button", onclick: act }, icon(shape), label);
  const stop = button("stop", t("Done"), () => recorder.stop(), "primary");
  const cancel = button("close", t("Cancel"), () => recorder.close());
  switch (recorder.state.value) {
    case "idle":
      return [button(...openLabels[recorder.kind], open)];
    case "requesting":
      return [cancel];
    case "ready":
      return recorder.kind === "photo"
        ? [button("camera", t("Take the photo"), takePhoto, "primary"), cancel]
        : [button("record", t("Record"), () => recorder.start(), "primary"), cancel];
    case "recording":
      return [stop, button("pause", t("Pause"), () => recorder.pause())];
    case "paused":
      return [
        stop,
        button("record", t("Resume"), () => recorder.resume()),
        button("close", t("Discard"), () => recorder.close()),
      ];
  }
}

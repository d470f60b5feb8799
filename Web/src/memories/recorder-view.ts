/** Recording on the page: the picture or the level, the time, and buttons to begin, pause, go on and end. */

import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { cannotRecord, deviceProblem, Recorder, type RecorderKind, type RecorderState } from "./recorder.ts";

export interface RecorderView {
  element: HTMLElement;
  close(): void;
}

const openWords: Record<RecorderKind, string> = {
  photo: "Take a photo",
  audio: "Record sound",
  video: "Record video",
};
const openIcons: Record<RecorderKind, IconName> = { photo: "camera", audio: "microphone", video: "video" };

/** `taken` gets the file. */
export function recorderView(kind: RecorderKind, taken: (file: File) => void): RecorderView {
  const recorder = new Recorder(kind);
  const cannot = cannotRecord();
  const problem = el("p", { class: "field-problem", role: "alert" });
  const video = el("video", { class: "recorder-video", muted: true, playsinline: true, hidden: true });
  video.muted = true;
  const meter = el("div", { class: "level-fill" });
  const level = el("div", { class: "level", "aria-hidden": "true", hidden: true }, meter);
  const time = el("p", { class: "recorder-time", role: "timer", hidden: true });
  const actions = el("div", { class: "recorder-actions" });
  const element = el("div", { class: "recorder", "data-kind": kind }, video, level, time, actions, problem);
  let frame = 0;

  const button = (shape: IconName, word: string, act: () => void, look = ""): HTMLButtonElement =>
    el("button", { class: `button ${look}`.trim(), type: "button", onclick: act }, icon(shape), word);

  function buttons(): HTMLButtonElement[] {
    const stop = button("stop", "Done", () => recorder.stop(), "primary");
    switch (recorder.state) {
      case "idle":
        return [button(openIcons[kind], openWords[kind], () => void open())];
      case "asking":
        return [button("close", "Cancel", () => recorder.close())];
      case "ready":
        return [
          kind === "photo"
            ? button("camera", "Take it", () => void picture(), "primary")
            : button("record", "Record", () => recorder.start(), "primary"),
          button("close", "Cancel", () => recorder.close()),
        ];
      case "recording":
        return [stop, button("pause", "Pause", () => recorder.pause())];
      case "paused":
        return [
          stop,
          button("record", "Go on", () => recorder.resume()),
          button("close", "Discard", () => recorder.close()),
        ];
    }
  }

  const heard: Partial<Record<RecorderState, string>> = {
    asking: "Asking for permission.",
    recording: "Recording.",
    paused: "Paused.",
  };

  recorder.onChange = (): void => {
    const { state, stream } = recorder;
    const hadFocus = actions.contains(document.activeElement);
    element.dataset.state = state;
    video.hidden = stream === null || kind === "audio";
    if (video.srcObject !== stream && kind !== "audio") {
      video.srcObject = stream;
      if (stream) video.play().catch(() => {});
    }
    const live = state === "recording" || state === "paused";
    level.hidden = kind === "photo" || !(live || state === "ready");
    time.hidden = !live;
    if (kind !== "photo" || state !== "idle") actions.replaceChildren(...buttons());
    else actions.replaceChildren(...buttons());
    if (hadFocus) actions.querySelector("button")?.focus();
    if (heard[state]) announce(heard[state]);
    cancelAnimationFrame(frame);
    if (!level.hidden) tick();
  };
  recorder.onFile = taken;

  function tick(): void {
    meter.style.setProperty("--level", recorder.state === "paused" ? "0" : recorder.level.toFixed(3));
    setText(time, recorder.state === "paused" ? `${recorder.clock}, paused` : recorder.clock);
    frame = requestAnimationFrame(tick);
  }

  async function open(): Promise<void> {
    setText(problem, "");
    try {
      await recorder.open();
    } catch (error) {
      setText(problem, deviceProblem(kind, error));
    }
  }

  async function picture(): Promise<void> {
    const file = await recorder.picture(video);
    if (!file) return setText(problem, "The camera shows nothing yet.");
    recorder.close();
    taken(file);
  }

  if (cannot === null) actions.replaceChildren(...buttons());
  else element.replaceChildren(el("p", { class: "quiet" }, cannot));

  return {
    element,
    close(): void {
      cancelAnimationFrame(frame);
      recorder.onChange = (): void => {};
      recorder.close();
      video.srcObject = null;
    },
  };
}

/** What users read about triggers. */

import { t } from "../../i18n/messages.ts";
import type { Trigger, TriggerKind } from "./types.ts";

export const kindNames: Readonly<Record<TriggerKind, string>> = {
  face: t("Face"),
  clap: t("Clap"),
  gesture: t("Gestures"),
};

export const triggerNames: Readonly<Record<Trigger, string>> = {
  smile: t("Smile"),
  browsRaised: t("Raise your eyebrows"),
  mouthOpen: t("Open your mouth"),
  blink: t("Blink"),
  clap: t("Clap your hands"),
  wave: t("Wave your hand"),
  raise: t("Raise your hand"),
  circle: t("Draw a circle with your hand"),
  shake: t("Shake the device"),
};

/** Shown beside the switch, before the browser asks for a permission. */
export const permissionTexts: Readonly<Record<TriggerKind, string>> = {
  face: t(
    "Uses the camera: the browser asks whether this page may. The images stay on this device: " +
      "nothing is recorded or sent.",
  ),
  clap: t(
    "Uses the microphone: the browser asks whether this page may. The sound stays on this device: " +
      "nothing is recorded or sent, and words are not recognized.",
  ),
  gesture: t(
    "Uses the motion sensors, not the camera: some browsers ask whether this page may. The " +
      "measurements stay on this device: nothing is recorded or sent.",
  ),
};

export const problems = {
  insecure: t("This needs HTTPS, or a browser on the computer that runs Diorama."),
  noMicrophoneAccess: t("This browser can't use a microphone."),
  noAudioWorklet: t("This browser can't process sound while it is recorded. Update the browser."),
  noFace: t("Faces can't be recognized in this browser. The same actions are on the buttons."),
  noMotion: t("This device has no motion sensors, and no hands are tracked."),
  microphoneDenied: t("This page may not use the microphone. Allow it in the address bar, then switch it on again."),
  microphoneMissing: t("No microphone was found."),
  microphoneBusy: t("Another program is using the microphone."),
  microphoneFailed: t("The microphone can't be used."),
  cameraDenied: t("This page may not use the camera. Allow it in the address bar, then switch it on again."),
  motionDenied: t(
    "This page may not use the motion sensors. Allow it in the browser's settings, then switch " +
      "it on again.",
  ),
  detectorFailed: t("The clap detector couldn't be started. Reload the page."),
  interrupted: t("The microphone was disconnected."),
} as const;

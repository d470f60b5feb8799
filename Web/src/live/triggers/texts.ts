/** What users read about triggers. */

import type { Trigger, TriggerKind } from "./types.ts";

export const kindNames: Readonly<Record<TriggerKind, string>> = {
  face: "Face",
  clap: "Clap",
  gesture: "Gestures",
};

export const triggerNames: Readonly<Record<Trigger, string>> = {
  smile: "Smile",
  browsRaised: "Raise your eyebrows",
  mouthOpen: "Open your mouth",
  blink: "Blink",
  clap: "Clap your hands",
  wave: "Wave your hand",
  raise: "Raise your hand",
  circle: "Draw a circle with your hand",
  shake: "Shake the device",
};

/** Shown beside the switch, before the browser asks for a permission. */
export const permissionTexts: Readonly<Record<TriggerKind, string>> = {
  face:
    "A smile starts hearts, raised eyebrows sparkles, an open mouth bubbles; at a blink the nearest companion waves. Uses the " +
    "camera: the browser asks whether this page may. The images stay on this device: nothing is recorded or sent.",
  clap:
    "A clap lets the nearest companion dance, in confetti. Uses the microphone: the browser asks whether this page may. The " +
    "sound stays on this device: nothing is recorded or sent, and words are not recognized.",
  gesture:
    "Shaking the device lets it snow. Uses the motion sensors, not the camera: some browsers ask whether this page may. The " +
    "measurements stay on this device: nothing is recorded or sent.",
};

export const problems = {
  insecure: "This needs HTTPS, or a browser on the computer that runs Diorama.",
  noMicrophoneAccess: "This browser can't use a microphone.",
  noAudioWorklet: "This browser can't process sound while it is recorded. Update the browser.",
  noFace: "Faces can't be recognized in this browser. The same actions are on the buttons.",
  noMotion: "This device has no motion sensors, and no hands are tracked.",
  microphoneDenied: "This page may not use the microphone. Allow it in the address bar, then switch it on again.",
  microphoneMissing: "No microphone was found.",
  microphoneBusy: "Another program is using the microphone.",
  microphoneFailed: "The microphone can't be used.",
  cameraDenied: "This page may not use the camera. Allow it in the address bar, then switch it on again.",
  motionDenied:
    "This page may not use the motion sensors. Allow it in the browser's settings, then switch it on again.",
  detectorFailed: "The clap detector couldn't be started. Reload the page.",
  interrupted: "The microphone was disconnected.",
} as const;

/** What keys and gestures do on the sand table, for the help. */

import { t } from "../../i18n/messages.ts";

export const exploreKeyHelp: [string, string][] = [
  [t("W A S D, or arrows"), t("walk|what a key does")],
  ["Q E", t("orbit the avatar")],
  [t("Page up, page down"), t("tilt|what a key does")],
  ["+ −", t("zoom|what a key does")],
  ["Tab", t("the memories, nearest first")],
  [t("Enter"), t("open the nearest memory, or the selected one")],
  ["Esc", t("back, or close")],
  ["M", t("sound|what a key does")],
  ["P", t("orthographic or perspective view")],
  ["R", t("back to the start")],
  ["T", t("free look")],
];

export const exploreGestureHelp: [string, string][] = [
  [t("Joystick, or left stick"), t("walk|what a key does")],
  [t("Swipe, or right stick"), t("orbit the avatar")],
  [t("Pinch, wheel or triggers"), t("zoom|what a key does")],
  [t("Two fingers rotating"), t("turn|what a key does")],
  [t("A press on a cue, or A"), t("open the memory")],
];

/** Words, icons and numbers of companions, actions, effects and reactions. */

import type { LiveAction, LiveRole, LiveStyle, LiveSymbol } from "../core/live.ts";
import { t } from "../i18n/messages.ts";
import type { IconName } from "../ui/icons.ts";

/** The names of the six models, in the order of their numbers. */
export const companionNames = ["Momo", "Piri", "Tik", "Fenn", "Lulu", "Nimbo"];

export function companionName(model: number): string {
  return companionNames[model] ?? t("Companion");
}

/** The actions that have a button; `seconds`: about how long one lasts. */
export const actions: readonly { action: LiveAction; label: string; icon: IconName; seconds: number }[] = [
  { action: "wave", label: t("Wave"), icon: "wave", seconds: 2.5 },
  { action: "dance", label: t("Dance"), icon: "dance", seconds: 8 },
  { action: "twirl", label: t("Twirl"), icon: "turn", seconds: 2 },
  { action: "jump", label: t("Jump"), icon: "jump", seconds: 1.5 },
  { action: "sparkle", label: t("Sparkle"), icon: "sparkles", seconds: 3 },
];

export const actionVerbs: Record<LiveAction, string> = {
  idle: t("rests|of a companion"),
  walk: t("walks|of a companion"),
  wave: t("waves|of a companion"),
  dance: t("dances|of a companion"),
  twirl: t("twirls|of a companion"),
  jump: t("jumps|of a companion"),
  sparkle: t("sparkles|of a companion"),
};

export const styles: readonly { style: LiveStyle; label: string; icon: IconName; seconds: number }[] = [
  { style: "sparkles", label: t("Sparkles"), icon: "sparkles", seconds: 3 },
  { style: "snow", label: t("Snow"), icon: "snow", seconds: 8 },
  { style: "bubbles", label: t("Bubbles"), icon: "bubbles", seconds: 6 },
  { style: "confetti", label: t("Confetti"), icon: "confetti", seconds: 5 },
  { style: "hearts", label: t("Hearts"), icon: "heart", seconds: 4 },
];

export const symbols: readonly { symbol: LiveSymbol; label: string }[] = [
  { symbol: "heart", label: t("Heart") },
  { symbol: "laugh", label: t("Laugh") },
  { symbol: "clap", label: t("Clap") },
  { symbol: "surprise", label: t("Surprise") },
  { symbol: "thumbsUp", label: t("Thumbs up") },
  { symbol: "wave", label: t("Wave") },
];

export const symbolIcons: Record<LiveSymbol, IconName> = {
  heart: "heart",
  laugh: "laugh",
  clap: "clap",
  surprise: "surprise",
  thumbsUp: "thumbsUp",
  wave: "wave",
};

export const symbolVerbs: Record<LiveSymbol, string> = {
  heart: t("sends a heart"),
  laugh: t("laughs|of a companion"),
  clap: t("claps|of a companion"),
  surprise: t("is surprised"),
  thumbsUp: t("gives a thumbs up"),
  wave: t("waves|of a companion"),
};

export const roleNames: Record<LiveRole, string> = { host: t("Host"), guest: t("Guest"), viewer: t("Viewer") };

/** The milliseconds of an action: whole repetitions of its clip, at least about as long as intended. */
export function actionDuration(action: LiveAction, clipSeconds: number | null): number {
  const intended = actions.find((each) => each.action === action)?.seconds ?? 3;
  if (!clipSeconds) return 1000 * intended;
  return 1000 * clipSeconds * Math.max(1, Math.round(intended / clipSeconds));
}

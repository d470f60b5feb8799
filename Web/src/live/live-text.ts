/** Words, icons and numbers of companions, actions, effects and reactions. */

import type { LiveAction, LiveRole, LiveStyle, LiveSymbol } from "../core/live.ts";
import type { IconName } from "../ui/icons.ts";

/** The names of the six models, in the order of their numbers. */
export const companionNames = ["Momo", "Piri", "Tik", "Fenn", "Lulu", "Nimbo"];

export function companionName(model: number): string {
  return companionNames[model] ?? "Companion";
}

/** The actions that have a button; `seconds`: about how long one lasts. */
export const actions: readonly { action: LiveAction; label: string; icon: IconName; seconds: number }[] = [
  { action: "wave", label: "Wave", icon: "wave", seconds: 2.5 },
  { action: "dance", label: "Dance", icon: "dance", seconds: 8 },
  { action: "twirl", label: "Twirl", icon: "turn", seconds: 2 },
  { action: "jump", label: "Jump", icon: "jump", seconds: 1.5 },
  { action: "sparkle", label: "Sparkle", icon: "sparkles", seconds: 3 },
];

export const actionVerbs: Record<LiveAction, string> = {
  idle: "rests",
  walk: "walks",
  wave: "waves",
  dance: "dances",
  twirl: "twirls",
  jump: "jumps",
  sparkle: "sparkles",
};

export const styles: readonly { style: LiveStyle; label: string; icon: IconName; seconds: number }[] = [
  { style: "sparkles", label: "Sparkles", icon: "sparkles", seconds: 3 },
  { style: "snow", label: "Snow", icon: "snow", seconds: 8 },
  { style: "bubbles", label: "Bubbles", icon: "bubbles", seconds: 6 },
  { style: "confetti", label: "Confetti", icon: "confetti", seconds: 5 },
  { style: "hearts", label: "Hearts", icon: "heart", seconds: 4 },
];

export const symbols: readonly { symbol: LiveSymbol; label: string }[] = [
  { symbol: "heart", label: "Heart" },
  { symbol: "laugh", label: "Laugh" },
  { symbol: "clap", label: "Clap" },
  { symbol: "surprise", label: "Surprise" },
  { symbol: "thumbsUp", label: "Thumbs up" },
  { symbol: "wave", label: "Wave" },
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
  heart: "sends a heart",
  laugh: "laughs",
  clap: "claps",
  surprise: "is surprised",
  thumbsUp: "gives a thumbs up",
  wave: "waves",
};

export const roleNames: Record<LiveRole, string> = { host: "Host", guest: "Guest", viewer: "Viewer" };

/** The milliseconds of an action: whole repetitions of its clip, at least about as long as intended. */
export function actionDuration(action: LiveAction, clipSeconds: number | null): number {
  const intended = actions.find((each) => each.action === action)?.seconds ?? 3;
  if (!clipSeconds) return 1000 * intended;
  return 1000 * clipSeconds * Math.max(1, Math.round(intended / clipSeconds));
}

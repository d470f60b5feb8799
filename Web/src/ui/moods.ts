/** The six moods of memories. Each has a name and a shape as well as a hue. */

import { type Mood, moods } from "../core/generated.ts";
import { t } from "../i18n/messages.ts";

export { type Mood, moods };

/** The mood with this number; null where there is none. */
export function moodAt(index: number): Mood | null {
  return moods[index] ?? null;
}

/** −1 where there is none. */
export function moodIndex(mood: Mood | null): number {
  return mood === null ? -1 : moods.indexOf(mood);
}

/** The names that users see. */
export const moodNames: Record<Mood, string> = {
  joy: t("Joy"),
  calm: t("Calm"),
  wonder: t("Wonder"),
  longing: t("Longing"),
  sorrow: t("Sorrow"),
  courage: t("Courage"),
};

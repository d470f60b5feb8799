/** The six moods of memories. Each is told by a word and a shape as well as by its hue. */

/** In the order in which the server numbers them. */
export const moods = ["joy", "calm", "wonder", "longing", "sorrow", "courage"] as const;

export type Mood = (typeof moods)[number];

/** The mood that the server calls by this number; null for −1 and all that is none. */
export function moodAt(index: number): Mood | null {
  return moods[index] ?? null;
}

/** −1 where there is none. */
export function moodIndex(mood: Mood | null): number {
  return mood === null ? -1 : moods.indexOf(mood);
}

/** What people read. */
export const moodWords: Record<Mood, string> = {
  joy: "Joy",
  calm: "Calm",
  wonder: "Wonder",
  longing: "Longing",
  sorrow: "Sorrow",
  courage: "Courage",
};

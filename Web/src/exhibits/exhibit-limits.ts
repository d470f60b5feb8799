/** The limits of an exhibit's texts, in characters, and of its lists. */

export const exhibitLimits = {
  title: 200,
  summary: 500,
  card: { title: 60, short: 160, bullets: 4, bullet: 140 },
  simplified: { short: 140, bullets: 4, bullet: 110 },
} as const;

/** Characters as people count them, as far as every browser can: an emoji of several code points counts as several. */
export function characterCount(text: string): number {
  return [...text].length;
}

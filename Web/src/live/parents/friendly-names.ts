/** Names to choose from where free text is off: those that the server's room permits (`ListedNames` in Sources/Live). */

import { listedAdjectives as adjectives, listedAnimals as animals } from "../../core/generated.ts";

/** How many names there are. */
export const friendlyNameCount = adjectives.length * animals.length;

/** `index` from 0 to `friendlyNameCount` − 1. */
export function friendlyName(index: number): string {
  return `${adjectives[index % adjectives.length]} ${animals[Math.floor(index / adjectives.length) % animals.length]}`;
}

export function isFriendlyName(name: string): boolean {
  const [adjective, animal, ...rest] = name.split(" ");
  return rest.length === 0 && adjectives.some((each) => each === adjective) && animals.some((each) => each === animal);
}

/** Different names that nobody in the session has, at most `count`. */
export function suggestNames(
  count: number,
  taken: Iterable<string> = [],
  random: () => number = Math.random,
): string[] {
  const used = new Set(taken);
  const all = Array.from({ length: friendlyNameCount }, (_, i) => friendlyName(i)).filter((name) => !used.has(name));
  const chosen: string[] = [];
  while (chosen.length < count && all.length > 0) {
    const [name] = all.splice(Math.min(all.length - 1, Math.floor(random() * all.length)), 1);
    if (name !== undefined) chosen.push(name);
  }
  return chosen;
}

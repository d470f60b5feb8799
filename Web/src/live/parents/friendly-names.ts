/** Names to choose from where free text is off. */

const adjectives = [
  ...["Brave", "Bright", "Calm", "Cheerful", "Clever", "Cosy", "Curious", "Daring"],
  ...["Dreamy", "Fluffy", "Gentle", "Golden", "Happy", "Jolly", "Kind", "Lively"],
  ...["Lucky", "Merry", "Mighty", "Quick", "Silver", "Sleepy", "Sunny", "Swift"],
] as const;

const animals = [
  ...["Badger", "Bear", "Beaver", "Dolphin", "Dragon", "Fox", "Gecko", "Hedgehog"],
  ...["Koala", "Ladybird", "Lynx", "Mole", "Otter", "Owl", "Panda", "Penguin"],
  ...["Puffin", "Rabbit", "Robin", "Seal", "Squirrel", "Tortoise", "Whale", "Yak"],
] as const;

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

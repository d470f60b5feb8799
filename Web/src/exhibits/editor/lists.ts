/** Operations on lists, and ids for new items. Pure: each returns a new list. */

/** The item at `from` moved to `to`; the same list where one of them is outside of it. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return [...list];
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, list[from]!);
}

export function replaced<T extends { id: string }>(list: readonly T[], item: T): T[] {
  return list.map((each) => each.id === item.id ? item : each);
}

export function without<T extends { id: string }>(list: readonly T[], id: string): T[] {
  return list.filter((each) => each.id !== id);
}

const maxSlugLength = 64;

/** A slug of the text that is not in `taken`: `Heat shield` → `heat-shield`, `heat-shield-2`. `fallback`: without letters. */
export function freshSlug(text: string, taken: Iterable<string>, fallback: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const base = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, maxSlugLength - 5) || fallback;
  const used = new Set(taken);
  for (let number = 1;; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!used.has(slug)) return slug;
  }
}

/** What of a space is shown that has a surface and splats: state, and its parameter in the page's address. Pure. */

export const appearances = ["mesh", "splats", "both"] as const;

export type Appearance = (typeof appearances)[number];

/** Null: the address doesn't say. */
export function appearanceFromQuery(query: string): Appearance | null {
  const found = new URLSearchParams(query).get("show");
  return appearances.find((one) => one === found) ?? null;
}

/** The query with the parameter `show`; without it for splats, which are shown first. */
export function appearanceToQuery(appearance: Appearance, query: string): string {
  const values = new URLSearchParams(query);
  values.delete("show");
  const parts = values.size === 0 ? [] : [values.toString()];
  if (appearance !== "splats") parts.push(`show=${appearance}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

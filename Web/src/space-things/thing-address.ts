/** The thing in the address of a space: the one that is shown, or the one whose position is chosen. Pure functions. */

function idOf(query: string, name: string): string | null {
  const id = new URLSearchParams(query).get(name);
  return id !== null && /^[0-9A-Za-z]{27}$/.test(id) ? id : null;
}

/** The thing that is shown. */
export function thingInAddress(query: string): string | null {
  return idOf(query, "thing");
}

/** The thing whose position is to be chosen. */
export function locatedInAddress(query: string): string | null {
  return idOf(query, "locate");
}

/** The query with another thing shown, null for none, and without one to be located; other parameters are kept. */
export function withThing(query: string, id: string | null): string {
  const values = new URLSearchParams(query);
  values.delete("locate");
  if (id === null) values.delete("thing");
  else values.set("thing", id);
  const text = values.toString();
  return text === "" ? "" : `?${text}`;
}

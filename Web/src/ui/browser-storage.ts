/** The methods of the browser's local storage that the client uses, so that tests can pass their own. */

export type KeyValueStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Null where the browser denies it, for example to pages in a cross-origin frame. */
export function browserStorage(): KeyValueStore | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

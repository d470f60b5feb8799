/** What a visitor chose on this device about memories. */

const fliesKey = "diorama.memories-fly";

export const settings = {
  /** Whether opening a memory flies to its teller's view by itself. */
  get flies(): boolean {
    return read(fliesKey) === "yes";
  },

  set flies(flies: boolean) {
    try {
      localStorage.setItem(fliesKey, flies ? "yes" : "no");
    } catch {
      // A browser that keeps nothing asks each time.
    }
  },
};

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The memory that the address names. */
export function memoryInAddress(query: string): string | null {
  const id = new URLSearchParams(query).get("memory");
  return id !== null && /^[0-9A-Za-z]{27}$/.test(id) ? id : null;
}

/** The query with another memory in it, or none; all else stays. */
export function withMemory(query: string, id: string | null): string {
  const values = new URLSearchParams(query);
  if (id === null) values.delete("memory");
  else values.set("memory", id);
  const text = values.toString();
  return text === "" ? "" : `?${text}`;
}

/** Preferences about memories stored on this device, and the memory in the page's address. */

import { type ReadonlySignal, signal } from "../reactive/signal.ts";

const fliesKey = "diorama.memories-fly";
const currentFlies = signal(readFlies());

/** Whether opening a memory flies to its author's viewpoint. */
export const flies: ReadonlySignal<boolean> = currentFlies;

export function setFlies(value: boolean): void {
  currentFlies.value = value;
  try {
    localStorage.setItem(fliesKey, value ? "yes" : "no");
  } catch {
    // Storage is blocked or full: the choice lasts until the page is closed.
  }
}

function readFlies(): boolean {
  try {
    return localStorage.getItem(fliesKey) === "yes";
  } catch {
    return false; // storage is blocked
  }
}

/** The memory in the address. */
export function memoryInAddress(query: string): string | null {
  const id = new URLSearchParams(query).get("memory");
  return id !== null && /^[0-9A-Za-z]{27}$/.test(id) ? id : null;
}

/** Whether the address asks for a new memory. */
export function asksForPin(query: string): boolean {
  return new URLSearchParams(query).has("pin");
}

/** The query without that. */
export function withoutPin(query: string): string {
  const values = new URLSearchParams(query);
  values.delete("pin");
  const text = values.toString();
  return text === "" ? "" : `?${text}`;
}

/** The query with another memory, or none; other parameters are kept. */
export function withMemory(query: string, id: string | null): string {
  const values = new URLSearchParams(query);
  if (id === null) values.delete("memory");
  else values.set("memory", id);
  const text = values.toString();
  return text === "" ? "" : `?${text}`;
}

/** The visitor's identity and permissions, from the server. */

import type { Me } from "./generated.ts";
import { call, json, sending } from "./client.ts";

let asked: Promise<Me> | null = null;

/** Requested once; again after `forgetMe`. */
export function me(): Promise<Me> {
  asked ??= json<Me>("/me");
  asked.catch(() => asked = null);
  return asked;
}

export function forgetMe(): void {
  asked = null;
}

/** Identifies the visitor for data stored on the device, which is not shown to other visitors. */
export function visitorKey(who: Me): string {
  return who.id === null ? who.kind : `${who.kind}:${who.id}`;
}

/** Whether this visitor may pin memories in a space. */
export function mayPin(who: Me, space: string): boolean {
  return who.kind === "owner" || (who.kind === "account" && who.permissions[space] === "pin");
}

export async function signOut(): Promise<void> {
  await call("/session", { method: "DELETE" });
  forgetMe();
}

export async function join(invitation: string, name: string): Promise<void> {
  await call("/session", sending<"signIn">("POST", name === "" ? { invitation } : { invitation, name }));
  forgetMe();
}

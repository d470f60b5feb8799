/** The HTTP interface of live sessions. */

import { call, json } from "../api/client.ts";
import type { LiveRole } from "../core/live.ts";

export interface LiveSession {
  /** Six characters. */
  code: string;
  space: string;
  spaceName: string;
  /** The path of the page. */
  link: string;
  /** Milliseconds since 1970. */
  created: number;
  expires: number;
  /** The number of participants. */
  participants: number;
  /** What this visitor is in it. */
  role: LiveRole;
  reactionsOnly: boolean;
  allowsGuests: boolean;
  recording: boolean;
}

export interface LiveSettings {
  maxMinutes?: number;
  reactionsOnly?: boolean;
  allowsGuests?: boolean;
}

const jsonBody = (method: string, body: unknown): RequestInit & { headers: Record<string, string> } => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

export const liveApi = {
  start(space: string, settings: LiveSettings = {}): Promise<LiveSession> {
    return json(`/spaces/${space}/live`, jsonBody("POST", settings));
  },

  /** The running sessions of a space. */
  async sessions(space: string): Promise<LiveSession[]> {
    return (await json<{ sessions: LiveSession[] }>(`/spaces/${space}/live`)).sessions;
  },

  session(code: string): Promise<LiveSession> {
    return json(`/live/${code}`);
  },

  change(code: string, settings: LiveSettings): Promise<LiveSession> {
    return json(`/live/${code}`, jsonBody("PATCH", settings));
  },

  async end(code: string): Promise<void> {
    await call(`/live/${code}`, { method: "DELETE" });
  },

  /** The address of the connection. */
  socket(code: string, role: LiveRole): string {
    const address = new URL(`/api/v1/live/${code}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    if (role === "viewer") address.searchParams.set("role", "viewer");
    return address.href;
  },

  qr(text: string): string {
    return `/api/v1/links/qr.svg?text=${encodeURIComponent(text)}`;
  },

  companion(model: number): string {
    return `/api/v1/live/companions/${model}.glb`;
  },
};

/** A code as it is typed: without spaces and dashes, in capitals. */
export function tidyCode(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

export const codeLength = 6;

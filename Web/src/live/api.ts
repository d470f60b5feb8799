/** The HTTP interface of live sessions. */

import { call, json, sending } from "../api/client.ts";
import type { LiveSession, LiveSessionList, LiveSettings, Visit } from "../api/generated.ts";
import { withTicket } from "../api/visit-ticket.ts";
import type { LiveRole } from "../core/live.ts";

export type { LiveSession, LiveSettings };

export const liveApi = {
  start(space: string, settings: LiveSettings = {}): Promise<LiveSession> {
    return json(`/spaces/${space}/live`, sending<"startLiveSession">("POST", settings));
  },

  /** The running sessions of a space. */
  async sessions(space: string): Promise<LiveSession[]> {
    return (await json<LiveSessionList>(`/spaces/${space}/live`)).sessions;
  },

  /** A ticket to the session's space, for people without access to it. */
  visit(code: string): Promise<Visit> {
    return json(`/live/${code}/visits`, { method: "POST" });
  },

  session(code: string): Promise<LiveSession> {
    return json(`/live/${code}`);
  },

  change(code: string, settings: LiveSettings): Promise<LiveSession> {
    return json(`/live/${code}`, sending<"changeLiveSession">("PATCH", settings));
  },

  async end(code: string): Promise<void> {
    await call(`/live/${code}`, { method: "DELETE" });
  },

  record(code: string, isOn: boolean): Promise<LiveSession> {
    return json(`/live/${code}/recording`, { method: isOn ? "POST" : "DELETE" });
  },

  /** The address of the recording's file. */
  recording(code: string): string {
    return withTicket(`/api/v1/live/${code}/recording`);
  },

  /** The address of the connection. */
  socket(code: string, role: LiveRole): string {
    const path = `/api/v1/live/${code}${role === "viewer" ? "?role=viewer" : ""}`;
    const address = new URL(withTicket(path), location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return address.href;
  },

  qr(text: string): string {
    return withTicket(`/api/v1/links/qr.svg?text=${encodeURIComponent(text)}`);
  },

  companion(model: number): string {
    return withTicket(`/api/v1/live/companions/${model}.glb`);
  },
};

/** A code as it is typed: without spaces and dashes, in capitals. */
export function tidyCode(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

export const codeLength = 6;

/** The server's interface for links, visits, accounts, grants and following. */

import type { Account, Job } from "../api/generated.ts";
import { call, json, sending } from "../api/client.ts";
import type { Box } from "../scene/rig.ts";

export interface Link {
  id: string;
  space: string;
  name: string;
  /** `/s/TOKEN`, told once: in the answer that made it. */
  url: string | null;
  hasPassword: boolean;
  created: string;
  expires: string | null;
  part: Box | null;
  showsMemories: boolean;
  views: number;
  lastViewed: string | null;
  /** When it was withdrawn. */
  revoked: string | null;
  /** What cuts its part, where that is under way. */
  job: Job | null;
}

export interface NewLink {
  name: string;
  password: string | null;
  expires: string | null;
  part: Box | null;
  showsMemories: boolean;
}

/** What is left out stays; null takes a password or an end away. */
export type LinkChange = Partial<Pick<NewLink, "name" | "password" | "expires" | "showsMemories">>;

export interface Visit {
  /** The ticket. */
  visit: string;
  space: string;
  expires: string;
  showsMemories: boolean;
}

export interface Grant {
  account: string;
  permission: "see" | "pin";
}

export interface Invitation {
  url: string;
  expires: string;
}

/** A thing in a room, as its data tells it. */
export interface RoomObject {
  id: string;
  category: string;
  name: string;
  center: [number, number, number];
  size: [number, number, number];
  rotation: [number, number, number, number];
}

export const shareApi = {
  async links(space: string): Promise<Link[]> {
    return (await json<{ links: Link[] }>(`/spaces/${space}/links`)).links;
  },

  makeLink(space: string, link: NewLink): Promise<Link> {
    return json(`/spaces/${space}/links`, sending("POST", link));
  },

  changeLink(id: string, change: LinkChange): Promise<Link> {
    return json(`/links/${id}`, sending("PATCH", change));
  },

  revoke(id: string): Promise<Link> {
    return json(`/links/${id}`, sending("PATCH", { revoked: true }));
  },

  async deleteLink(id: string): Promise<void> {
    await call(`/links/${id}`, { method: "DELETE" });
  },

  qr(kind: "svg" | "png", text: string): string {
    return `/api/v1/links/qr.${kind}?${new URLSearchParams({ text })}`;
  },

  visit(token: string, password: string | null): Promise<Visit> {
    return json("/visits", sending("POST", password === null ? { token } : { token, password }));
  },

  async accounts(): Promise<Account[]> {
    return (await json<{ accounts: Account[] }>("/accounts")).accounts;
  },

  addAccount(name: string): Promise<Account> {
    return json("/accounts", sending("POST", { name }));
  },

  async removeAccount(id: string): Promise<void> {
    await call(`/accounts/${id}`, { method: "DELETE" });
  },

  invite(id: string): Promise<Invitation> {
    return json(`/accounts/${id}/invitations`, { method: "POST" });
  },

  async grants(space: string): Promise<Grant[]> {
    return (await json<{ grants: Grant[] }>(`/spaces/${space}/grants`)).grants;
  },

  async setGrants(space: string, grants: Grant[]): Promise<void> {
    await call(`/spaces/${space}/grants`, sending("PUT", { grants }));
  },

  async objects(space: string): Promise<RoomObject[]> {
    return (await json<{ objects: RoomObject[] }>(`/spaces/${space}/objects`)).objects;
  },

  async follow(space: string, on: boolean): Promise<void> {
    await call(`/spaces/${space}/follow`, { method: on ? "PUT" : "DELETE" });
  },

  async follows(): Promise<string[]> {
    return (await json<{ follows: { space: string }[] }>("/follows")).follows.map(({ space }) => space);
  },
};

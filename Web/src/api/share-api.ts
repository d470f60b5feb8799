/** The HTTP interface for links, visits, accounts, grants and followed spaces. */

import type { Account, Grant, Invitation, Link, LinkChange, LinkDraft, SceneObject, Visit } from "./generated.ts";
import { call, json, sending } from "./client.ts";

export const shareApi = {
  async links(space: string): Promise<Link[]> {
    return (await json<{ links: Link[] }>(`/spaces/${space}/links`)).links;
  },

  makeLink(space: string, link: LinkDraft): Promise<Link> {
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

  async objects(space: string): Promise<SceneObject[]> {
    return (await json<{ objects: SceneObject[] }>(`/spaces/${space}/objects`)).objects;
  },

  async follow(space: string, on: boolean): Promise<void> {
    await call(`/spaces/${space}/follow`, { method: on ? "PUT" : "DELETE" });
  },

  async follows(): Promise<string[]> {
    return (await json<{ follows: { space: string }[] }>("/follows")).follows.map(({ space }) => space);
  },
};

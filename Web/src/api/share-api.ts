/** The HTTP interface for links, visits, accounts, grants and followed spaces. */

import type {
  Account,
  AccountList,
  Follows,
  Grant,
  Grants,
  Invitation,
  Link,
  LinkChange,
  LinkDraft,
  LinkList,
  ObjectList,
  OwnAccount,
  SceneObject,
  Visit,
} from "./generated.ts";
import { call, json, sending } from "./client.ts";

export const shareApi = {
  links(space: string): Promise<LinkList> {
    return json(`/spaces/${space}/links`);
  },

  makeLink(space: string, link: LinkDraft): Promise<Link> {
    return json(`/spaces/${space}/links`, sending<"createLink">("POST", link));
  },

  exhibitLinks(exhibit: string): Promise<LinkList> {
    return json(`/exhibits/${exhibit}/links`);
  },

  makeExhibitLink(exhibit: string, link: LinkDraft): Promise<Link> {
    return json(`/exhibits/${exhibit}/links`, sending<"createExhibitLink">("POST", link));
  },

  changeLink(id: string, change: LinkChange): Promise<Link> {
    return json(`/links/${id}`, sending<"changeLink">("PATCH", change));
  },

  revoke(id: string): Promise<Link> {
    return json(`/links/${id}`, sending<"changeLink">("PATCH", { revoked: true }));
  },

  async deleteLink(id: string): Promise<void> {
    await call(`/links/${id}`, { method: "DELETE" });
  },

  qr(kind: "svg" | "png", text: string): string {
    return `/api/v1/links/qr.${kind}?${new URLSearchParams({ text })}`;
  },

  visit(token: string, password: string | null): Promise<Visit> {
    return json("/visits", sending<"openLink">("POST", password === null ? { token } : { token, password }));
  },

  /** The accounts, and how many the operator allows. */
  accountList(): Promise<AccountList> {
    return json("/accounts");
  },

  async accounts(): Promise<Account[]> {
    return (await shareApi.accountList()).accounts;
  },

  addAccount(name: string): Promise<Account> {
    return json("/accounts", sending<"createAccount">("POST", { name }));
  },

  async removeAccount(id: string): Promise<void> {
    await call(`/accounts/${id}`, { method: "DELETE" });
  },

  /** The owner's account with its devices. */
  ownAccount(): Promise<OwnAccount> {
    return json("/account");
  },

  mergeAccount(from: string, into: string): Promise<OwnAccount> {
    return json("/account/merge", sending<"mergeAccounts">("POST", { from, into }));
  },

  invite(id: string): Promise<Invitation> {
    return json(`/accounts/${id}/invitations`, { method: "POST" });
  },

  async grants(space: string): Promise<Grant[]> {
    return (await json<Grants>(`/spaces/${space}/grants`)).grants;
  },

  async setGrants(space: string, grants: Grant[]): Promise<void> {
    await call(`/spaces/${space}/grants`, sending<"setGrants">("PUT", { grants }));
  },

  /** The accounts that may see an exhibit. */
  async viewers(exhibit: string): Promise<string[]> {
    return (await json<Grants>(`/exhibits/${exhibit}/grants`)).grants.map(({ account }) => account);
  },

  async setViewers(exhibit: string, accounts: readonly string[]): Promise<void> {
    const grants: Grant[] = accounts.map((account) => ({ account, permission: "see" }));
    await call(`/exhibits/${exhibit}/grants`, sending<"setExhibitGrants">("PUT", { grants }));
  },

  async objects(space: string): Promise<SceneObject[]> {
    return (await json<ObjectList>(`/spaces/${space}/objects`)).objects;
  },

  async follow(space: string, on: boolean): Promise<void> {
    await call(`/spaces/${space}/follow`, { method: on ? "PUT" : "DELETE" });
  },

  async follows(): Promise<string[]> {
    return (await json<Follows>("/follows")).follows.map(({ space }) => space);
  },
};

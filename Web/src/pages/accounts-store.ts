/** The accounts of the server and what they may do in the spaces. State and requests, no DOM. */

import { api } from "../api/client.ts";
import type { Account, Grant, Me, OwnAccount, Space } from "../api/generated.ts";
import { me } from "../api/me.ts";
import { shareApi } from "../api/share-api.ts";
import { batch, effect, type ReadonlySignal, signal, untracked } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

export type Permission = Grant["permission"] | "none";

const services = { ...shareApi, me, spaces: api.spaces };

export class AccountsStore {
  private readonly currentAccounts = signal<readonly Account[]>([]);
  private readonly currentOwn = signal<OwnAccount | null>(null);
  private readonly currentMaximum = signal<number | null>(null);
  private readonly currentSpaces = signal<readonly Space[]>([]);
  private readonly currentVisitor = signal<Me | null>(null);
  private readonly currentGrants = signal<readonly Grant[]>([]);

  /** All but the owner's. */
  readonly accounts: ReadonlySignal<readonly Account[]> = this.currentAccounts;
  /** The owner's account with its devices; null where the library has none. */
  readonly own: ReadonlySignal<OwnAccount | null> = this.currentOwn;
  /** The most accounts that the operator allows, the owner's included; null without a limit. */
  readonly maximum: ReadonlySignal<number | null> = this.currentMaximum;
  readonly spaces: ReadonlySignal<readonly Space[]> = this.currentSpaces;
  /** Null until everything has been fetched. */
  readonly visitor: ReadonlySignal<Me | null> = this.currentVisitor;
  /** The space whose grants are shown. */
  readonly space = signal<string | null>(null);
  /** The grants of that space. */
  readonly grants: ReadonlySignal<readonly Grant[]> = this.currentGrants;
  readonly grantsProblem = signal("");
  /** Why the page could not be loaded. */
  readonly problem = signal("");

  constructor(
    owner: AbortSignal,
    private readonly source: Pick<
      typeof services,
      | "me"
      | "accountList"
      | "ownAccount"
      | "mergeAccount"
      | "spaces"
      | "addAccount"
      | "removeAccount"
      | "grants"
      | "setGrants"
    > = services,
  ) {
    effect(() => {
      const space = this.space.value;
      if (space !== null && this.currentAccounts.value.length > 0) untracked(() => void this.loadGrants(space));
    }, owner);
  }

  async load(): Promise<void> {
    this.problem.value = "";
    try {
      const visitor = await this.source.me();
      const isOwner = visitor.kind === "owner";
      const { accounts, maximum } = isOwner ? await this.source.accountList() : { accounts: [], maximum: null };
      const own = isOwner && visitor.id !== null ? await this.source.ownAccount() : null;
      const spaces = isOwner ? (await this.source.spaces()).spaces : [];
      batch(() => {
        this.currentAccounts.value = accounts.filter((account) => !account.isOwner);
        this.currentMaximum.value = maximum;
        this.currentOwn.value = own;
        this.currentSpaces.value = spaces;
        this.space.value = spaces[0]?.id ?? null;
        this.currentVisitor.value = visitor;
      });
    } catch (error) {
      this.problem.value = messageOf(error);
    }
  }

  async add(name: string): Promise<Account> {
    const account = await this.source.addAccount(name);
    this.currentAccounts.value = [...this.currentAccounts.peek(), account];
    return account;
  }

  async remove(id: string): Promise<void> {
    await this.source.removeAccount(id);
    this.currentAccounts.value = this.currentAccounts.peek().filter((account) => account.id !== id);
  }

  /** Makes an account and the owner's one. */
  async merge(id: string): Promise<void> {
    const own = this.currentOwn.peek();
    if (own === null) return;
    this.currentOwn.value = await this.source.mergeAccount(id, own.id);
    this.currentAccounts.value = this.currentAccounts.peek().filter((account) => account.id !== id);
  }

  /** What an account may do in the shown space. */
  permission(account: string): Permission {
    return this.currentGrants.value.find((grant) => grant.account === account)?.permission ?? "none";
  }

  async setPermission(account: string, permission: Permission): Promise<void> {
    const space = this.space.peek();
    if (space === null) return;
    const others = this.currentGrants.peek().filter((grant) => grant.account !== account);
    const grants = permission === "none" ? others : [...others, { account, permission }];
    try {
      await this.source.setGrants(space, grants);
      this.currentGrants.value = grants;
      this.grantsProblem.value = "";
    } catch (error) {
      this.currentGrants.value = [...this.currentGrants.peek()]; // so that what is shown is what applies
      this.grantsProblem.value = messageOf(error);
      throw error;
    }
  }

  private async loadGrants(space: string): Promise<void> {
    try {
      const grants = await this.source.grants(space);
      if (this.space.peek() !== space) return; // another one was chosen meanwhile
      this.currentGrants.value = grants;
      this.grantsProblem.value = "";
    } catch (error) {
      this.grantsProblem.value = messageOf(error);
    }
  }
}

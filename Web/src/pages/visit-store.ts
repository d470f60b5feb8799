/** A visit by a link: its ticket, password and renewal, and what is stored for visits offline. No DOM. */

import { ApiError } from "../api/client.ts";
import type { Visit } from "../api/generated.ts";
import { forgetMe } from "../api/me.ts";
import { shareApi } from "../api/share-api.ts";
import { carryTicket } from "../api/visit-ticket.ts";
import { t } from "../i18n/messages.ts";
import { database } from "../offline/database.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

/** What a link opens. */
export type Opened = { kind: "space" | "exhibit"; id: string };

export type VisitState =
  | { state: "opening" }
  | { state: "password" }
  | { state: "open"; opened: Opened }
  | { state: "failed"; title: string; remedy: string; canRetry: boolean };

/** How long before its end a ticket is renewed. */
const renewalMargin = 10 * 60_000;
const minRenewalDelay = 60_000;
const maxTimeout = 2 ** 31 - 1;

function openedBy({ space, exhibit }: Visit): Opened {
  return space !== null ? { kind: "space", id: space } : { kind: "exhibit", id: exhibit ?? "" };
}

/** A visit that is open, with the password that renews it. */
export interface KeptVisit {
  visit: Visit;
  password: string | null;
}

export interface VisitServices {
  visit(token: string, password: string | null): Promise<Visit>;
  stored: Pick<typeof database, "get" | "put" | "delete">;
}

export class VisitStore {
  private readonly current = signal<VisitState>({ state: "opening" });
  readonly state: ReadonlySignal<VisitState> = this.current;
  private timer = 0;

  /** `isStored`: whether this visit may be opened offline later. `kept`: the visits of this page that are open. */
  constructor(
    private readonly token: string,
    private readonly isStored: boolean,
    private readonly owner: AbortSignal,
    private readonly services: VisitServices = { visit: shareApi.visit, stored: database },
    private readonly kept: Map<string, KeptVisit> = new Map(),
  ) {
    owner.addEventListener("abort", () => {
      clearTimeout(this.timer);
      carryTicket(null);
      forgetMe();
    }, { once: true });
  }

  async start(): Promise<void> {
    this.current.value = { state: "opening" };
    const open = this.kept.get(this.token);
    if (open && Date.parse(open.visit.expires) - Date.now() > renewalMargin) {
      return await this.enter(open.visit, open.password);
    }
    try {
      await this.enter(await this.services.visit(this.token, null), null);
    } catch (error) {
      await this.report(error);
    }
  }

  /** Rejects when the password is wrong. */
  async enterWithPassword(password: string): Promise<void> {
    await this.enter(await this.services.visit(this.token, password), password);
  }

  private async enter(visit: Visit, password: string | null): Promise<void> {
    carryTicket(visit.visit);
    forgetMe();
    this.kept.set(this.token, { visit, password });
    if (this.isStored) await this.services.stored.put("visits", this.token, visit).catch(() => {});
    this.renewLater(visit, password);
    if (!this.owner.aborted) this.current.value = { state: "open", opened: openedBy(visit) };
  }

  private renewLater(visit: Visit, password: string | null): void {
    const delay = Date.parse(visit.expires) - Date.now() - renewalMargin;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const renewed = await this.services.visit(this.token, password).catch(() => null);
      if (!renewed || this.owner.aborted) return;
      carryTicket(renewed.visit);
      this.kept.set(this.token, { visit: renewed, password });
      this.renewLater(renewed, password);
    }, Math.min(maxTimeout, Math.max(minRenewalDelay, delay)));
  }

  /** Shows why the visit failed. */
  async report(error: unknown): Promise<void> {
    if (this.owner.aborted) return;
    if (!(error instanceof ApiError)) return this.fail(t("This page couldn't be opened"), messageOf(error), true);
    if (error.status === 403 || error.status === 429) {
      this.current.value = { state: "password" };
      return;
    }
    if (error.status === 404) {
      await this.forget();
      const remedy = t("It was revoked or has expired. Ask the person who sent it for a new one.");
      return this.fail(t("This link is not valid"), remedy, false);
    }
    if (error.unreachable && await this.enterOffline()) return;
    const remedy = error.unreachable ? t("Are you online? The server may also be switched off.") : error.message;
    this.fail(t("Diorama can't be reached"), remedy, true);
  }

  private async enterOffline(): Promise<boolean> {
    if (!this.isStored) return false;
    const visit = await this.services.stored.get<Visit>("visits", this.token).catch(() => undefined);
    if (!visit || this.owner.aborted) return false;
    carryTicket(visit.visit);
    forgetMe();
    this.current.value = { state: "open", opened: openedBy(visit) };
    return true;
  }

  /** Deletes what is stored for this link. */
  private async forget(): Promise<void> {
    this.kept.delete(this.token);
    await this.services.stored.delete("visits", this.token).catch(() => {});
    navigator.serviceWorker?.controller?.postMessage({ forget: this.token });
  }

  private fail(title: string, remedy: string, canRetry: boolean): void {
    this.current.value = { state: "failed", title, remedy, canRetry };
  }
}

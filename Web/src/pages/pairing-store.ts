/** The state of pairing: the code that is shown, the digits that are compared, the paired devices. No DOM. */

import { pairingApi } from "../api/pairing-api.ts";
import type { Pairing } from "../api/generated.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

/** Milliseconds between requests while a device is being paired, and otherwise. */
const intervals = { busy: 1000, idle: 10_000 };

export type PairingServices = Pick<
  typeof pairingApi,
  "pairing" | "open" | "close" | "begin" | "confirm" | "reject" | "forget"
>;

export class PairingStore {
  private readonly current = signal<Pairing | null>(null);
  /** Null until it has been fetched. */
  readonly pairing: ReadonlySignal<Pairing | null> = this.current;
  /** Why the last action failed. */
  readonly problem = signal("");
  /** Whether an action waits for its answer. */
  readonly isWaiting = signal(false);

  /** Answers to earlier requests are ignored. */
  private request = 0;
  private timer = 0;

  constructor(private readonly owner: AbortSignal, private readonly source: PairingServices = pairingApi) {
    owner.addEventListener("abort", () => clearTimeout(this.timer), { once: true });
  }

  /** Fetches the state; failures are shown by the page, which fetches more. */
  async load(): Promise<void> {
    this.request += 1;
    const { request } = this;
    try {
      const pairing = await this.source.pairing();
      if (request === this.request) this.apply(pairing);
    } catch {
      this.loadLater();
    }
  }

  open(): Promise<void> {
    return this.run(() => this.source.open());
  }

  /** Withdraws the code, or rejects the digits. */
  cancel(): Promise<void> {
    return this.run(() => this.current.peek()?.session ? this.source.reject() : this.source.close());
  }

  begin(target: string): Promise<void> {
    return this.run(() => this.source.begin(target.trim()));
  }

  confirm(): Promise<void> {
    return this.run(() => this.source.confirm());
  }

  forget(device: string): Promise<void> {
    return this.run(async () => {
      await this.source.forget(device);
      return await this.source.pairing();
    });
  }

  private async run(action: () => Promise<Pairing>): Promise<void> {
    if (this.isWaiting.peek()) return;
    this.request += 1; // pending answers are older
    this.problem.value = "";
    this.isWaiting.value = true;
    try {
      this.apply(await action());
    } catch (error) {
      this.problem.value = messageOf(error);
    } finally {
      this.isWaiting.value = false;
    }
  }

  private apply(pairing: Pairing): void {
    const before = this.current.peek();
    batch(() => {
      // A session that failed since the last answer.
      if (before?.session && !pairing.session && pairing.last?.error) this.problem.value = pairing.last.error;
      this.current.value = pairing;
    });
    this.loadLater();
  }

  private loadLater(): void {
    clearTimeout(this.timer);
    if (this.owner.aborted) return;
    const pairing = this.current.peek();
    const isBusy = pairing !== null && (pairing.offer !== null || pairing.session !== null);
    this.timer = setTimeout(() => void this.load(), isBusy ? intervals.busy : intervals.idle);
  }
}

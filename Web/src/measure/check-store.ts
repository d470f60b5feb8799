/** The check distances of a space, and the scale that they give. No DOM. */

import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import type { NewCheck } from "./measure-api.ts";
import type { Check, CheckList } from "./types.ts";

/** The calls to the server that the store needs; tests pass their own. */
export interface CheckService {
  checks(space: string, signal: AbortSignal): Promise<CheckList>;
  addCheck(space: string, check: NewCheck): Promise<CheckList>;
  removeCheck(id: string): Promise<void>;
  restoreCheck(id: string): Promise<void>;
}

export class CheckStore {
  private readonly answer = signal<CheckList | null>(null);
  private readonly failure = signal("");
  private session = new AbortController().signal;

  /** Null until it is loaded. */
  readonly list: ReadonlySignal<CheckList | null> = this.answer;
  /** Why it didn't load; empty where it did. */
  readonly problem: ReadonlySignal<string> = this.failure;

  /** `changed` is called when values that are measured change with the scale. */
  constructor(
    private readonly space: string,
    private readonly service: CheckService,
    private readonly changed: () => void,
  ) {}

  async load(signal: AbortSignal = this.session): Promise<void> {
    this.session = signal;
    try {
      const list = await this.service.checks(this.space, signal);
      if (signal.aborted) return;
      this.answer.value = list;
      this.failure.value = "";
    } catch (error) {
      if (!signal.aborted) this.failure.value = messageOf(error);
    }
  }

  /** Returns the check distance as it is kept. */
  async add(check: NewCheck): Promise<Check> {
    const before = new Set(this.answer.peek()?.checks.map(({ id }) => id) ?? []);
    const list = await this.service.addCheck(this.space, check);
    this.answer.value = list;
    this.changed();
    return list.checks.find(({ id }) => !before.has(id)) ?? list.checks.at(-1)!;
  }

  /** Returns a function that restores it. */
  async remove({ id }: Check): Promise<() => Promise<void>> {
    await this.service.removeCheck(id);
    await this.reload();
    return async () => {
      await this.service.restoreCheck(id);
      await this.reload();
    };
  }

  private async reload(): Promise<void> {
    await this.load();
    this.changed();
  }
}

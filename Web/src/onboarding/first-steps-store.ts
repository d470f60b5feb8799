/** Which of the first steps in a new library are done. No DOM. */

import { json } from "../api/client.ts";
import type { Me, ThingList } from "../api/generated.ts";
import { forgetMe, me } from "../api/me.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { privacyApi } from "../settings/privacy-api.ts";
import { settingsApi } from "../settings/settings-api.ts";

export interface StepsDone {
  thing: boolean;
  /** Somebody was invited, or the library is synchronized. */
  others: boolean;
}

const services = {
  me: (): Promise<Me> => me(),
  things: (): Promise<ThingList> => json("/things?limit=1"),
  report: privacyApi.report,
  dismiss: (): Promise<unknown> => settingsApi.change({ firstSteps: false }),
};

export class FirstStepsStore {
  private readonly current = signal<StepsDone | null>(null);

  /** Null where the steps are not shown: nobody's first start, or dismissed. */
  readonly done: ReadonlySignal<StepsDone | null> = this.current;

  constructor(private readonly owner: AbortSignal, private readonly source: typeof services = services) {}

  async load(): Promise<void> {
    try {
      if (!(await this.source.me()).firstSteps) return;
      const [things, report] = await Promise.all([this.source.things(), this.source.report()]);
      if (this.owner.aborted) return;
      const others = report.bucket !== undefined || report.devices + report.accounts + report.contacts > 0;
      this.current.value = { thing: things.total > 0, others };
    } catch {
      // The page of the spaces says what is wrong.
    }
  }

  /** They don't appear again, on any device. */
  async dismiss(): Promise<void> {
    const shown = this.current.peek();
    this.current.value = null;
    try {
      await this.source.dismiss();
      forgetMe();
    } catch (error) {
      this.current.value = shown;
      notify(messageOf(error));
    }
  }
}

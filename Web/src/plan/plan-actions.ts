/** What the pane's buttons and keys do with the plan, with a message for each result and each failure. */

import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
import { plural } from "../ui/format.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { units } from "../ui/units.ts";
import type { PlanStore } from "./plan-store.ts";
import { editText, scanUnchanged } from "./plan-text.ts";

export class PlanActions {
  private readonly message = signal("");
  /** The last change, for the pane's status line. */
  readonly status: ReadonlySignal<string> = this.message;

  constructor(private readonly store: PlanStore) {}

  /** Shows and announces a change that the server has saved. */
  report(text: string): void {
    this.message.value = `${text} ${scanUnchanged}`;
    announce(this.message.peek());
  }

  async undo(): Promise<void> {
    const edit = this.store.loaded.peek().edits.at(-1);
    if (!edit || !this.store.canUndo.peek()) return;
    try {
      await this.store.undo();
      this.report(t("Undone: {edit}.", { edit: editText(edit, units.peek()) }));
    } catch (error) {
      notify(t("Couldn't undo it: {problem}", { problem: messageOf(error) }));
    }
  }

  async redo(): Promise<void> {
    const edit = this.store.loaded.peek().undone.at(-1);
    if (!edit || !this.store.canRedo.peek()) return;
    try {
      await this.store.redo();
      this.report(t("Redone: {edit}.", { edit: editText(edit, units.peek()) }));
    } catch (error) {
      notify(t("Couldn't redo it: {problem}", { problem: messageOf(error) }));
    }
  }

  /** Asks first. Returns whether the plan was deleted. */
  async remove(): Promise<boolean> {
    const sure = await ask({
      title: t("Delete the plan?"),
      body: t("{lostEdits}The scan is kept, and you can make a new plan from it.", {
        lostEdits: lostEdits(this.store.loaded.peek().edits.length),
      }),
      confirm: t("Delete the plan"),
    });
    if (!sure) return false;
    try {
      await this.store.remove();
      announce(t("The plan is deleted."));
      return true;
    } catch (error) {
      notify(t("The plan couldn't be deleted: {problem}", { problem: messageOf(error) }));
      return false;
    }
  }

  async reload(): Promise<void> {
    try {
      await this.store.reload();
    } catch (error) {
      notify(t("The plan didn't load. {problem}", { problem: messageOf(error) }));
    }
  }
}

function lostEdits(count: number): string {
  if (count === 0) return "";
  return plural(count, {
    one: "Your change to it is deleted too. ",
    other: "Your {count} changes to it are deleted too. ",
  });
}

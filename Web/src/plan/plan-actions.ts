/** What the pane's buttons and keys do with the plan, with a message for each result and each failure. */

import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
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
      this.report(`Undone: ${editText(edit, units.peek())}.`);
    } catch (error) {
      notify(`Couldn't undo it: ${messageOf(error)}`);
    }
  }

  async redo(): Promise<void> {
    const edit = this.store.loaded.peek().undone.at(-1);
    if (!edit || !this.store.canRedo.peek()) return;
    try {
      await this.store.redo();
      this.report(`Redone: ${editText(edit, units.peek())}.`);
    } catch (error) {
      notify(`Couldn't redo it: ${messageOf(error)}`);
    }
  }

  /** Asks first. Returns whether the plan was deleted. */
  async remove(): Promise<boolean> {
    const sure = await ask({
      title: "Delete the plan?",
      body: `${lostEdits(this.store.loaded.peek().edits.length)}The scan is kept, and you can make a new plan from it.`,
      confirm: "Delete the plan",
    });
    if (!sure) return false;
    try {
      await this.store.remove();
      announce("The plan is deleted.");
      return true;
    } catch (error) {
      notify(`The plan couldn't be deleted: ${messageOf(error)}`);
      return false;
    }
  }

  async reload(): Promise<void> {
    try {
      await this.store.reload();
    } catch (error) {
      notify(`The plan didn't load. ${messageOf(error)}`);
    }
  }
}

function lostEdits(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "Your change to it is deleted too. " : `Your ${count} changes to it are deleted too. `;
}

/** A form with one text field that makes one edit of the plan. */

import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { messageOf } from "../ui/notice.ts";
import { longestName } from "../ui/rename.ts";
import type { PlanActions } from "./plan-actions.ts";
import type { PlanStore } from "./plan-store.ts";
import type { NewEdit } from "./types.ts";
import { scanUnchanged } from "./plan-text.ts";

export interface EditFormProps {
  label: string;
  value: string;
  action: string;
  /** The edit and what to report of it, or why the text is refused. */
  parse(text: string): { edit: NewEdit; report: string } | string;
}

export class PlanEditor {
  constructor(private readonly store: PlanStore, private readonly actions: PlanActions) {}

  form({ label, value, action, parse }: EditFormProps): HTMLElement {
    const id = freshID("plan-field");
    const problem = el("p", { id: `${id}-problem`, class: "field-problem", role: "alert" });
    const field = el("input", {
      id,
      class: "plan-field",
      type: "text",
      value,
      maxlength: longestName,
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "done",
      "aria-describedby": `${id}-problem ${id}-help`,
      onfocus: () => field.select(),
    });
    const button = el("button", { class: "button small", type: "submit" }, action);
    const submit = (event: Event): void => {
      event.preventDefault();
      const parsed = parse(field.value);
      if (typeof parsed !== "string") return void this.apply(parsed.edit, parsed.report, problem, button);
      setText(problem, parsed);
      field.focus();
    };
    return el(
      "form",
      { class: "plan-form", novalidate: true, onsubmit: submit },
      el("label", { for: id }, label),
      el("div", { class: "plan-form-row" }, field, button),
      el("p", { id: `${id}-help`, class: "quiet" }, scanUnchanged),
      problem,
    );
  }

  async apply(edit: NewEdit, report: string, problem: HTMLElement, button: HTMLButtonElement): Promise<void> {
    setText(problem, "");
    button.disabled = true;
    try {
      await this.store.edit(edit);
      this.actions.report(report);
    } catch (error) {
      setText(problem, messageOf(error));
      announce(messageOf(error));
    } finally {
      button.disabled = false;
    }
  }
}

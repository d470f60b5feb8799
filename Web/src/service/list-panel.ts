/** A card with a list that is loaded, shown, and loaded again after each change. */

import { t } from "../i18n/messages.ts";
import { signal } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import type { IconName } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { panel } from "../ui/panel.ts";

export interface ListPanel {
  element: HTMLElement;
  /** Does something, then loads the list again; what fails is shown below it. Resolves with whether it succeeded. */
  change(work: () => Promise<void>): Promise<boolean>;
}

export interface ListPanelProps {
  name: string;
  title: string;
  icon: IconName;
  /** The entries of the list, newly loaded. */
  load(): Promise<HTMLElement[]>;
  /** Shown where there are no entries. */
  empty: string;
  /** Below the list. */
  below?: HTMLElement[];
}

export function listPanel(props: ListPanelProps, owner: AbortSignal): ListPanel {
  const isLoaded = signal(false);
  const list = el("ul", { class: "account-list" });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const element = panel(
    { name: props.name, title: props.title, icon: props.icon, lines: 3, isLoaded },
    () => [list, problem, ...(props.below ?? [])],
    owner,
  );

  async function load(): Promise<void> {
    const items = await props.load();
    if (owner.aborted) return;
    list.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "quiet" }, props.empty)]));
    isLoaded.value = true;
  }

  async function change(work: () => Promise<void>): Promise<boolean> {
    setText(problem, "");
    try {
      await work();
      await load();
      return true;
    } catch (error) {
      if (owner.aborted) return false;
      setText(problem, messageOf(error));
      isLoaded.value = true;
      return false;
    }
  }

  void change(() => Promise.resolve());
  return { element, change };
}

/** An entry with its buttons. */
export function entry(name: string, detail: string, ...buttons: HTMLElement[]): HTMLElement {
  return el(
    "li",
    { class: "account" },
    el(
      "div",
      { class: "link-line" },
      el("div", {}, el("p", { class: "link-name" }, name), el("p", { class: "quiet" }, detail)),
      el("div", { class: "panel-buttons" }, ...buttons),
    ),
  );
}

export function removeButton(name: string, act: () => void): HTMLElement {
  return el(
    "button",
    { class: "button small", type: "button", "aria-label": t("Remove {name}", { name }), onclick: act },
    t("Remove"),
  );
}

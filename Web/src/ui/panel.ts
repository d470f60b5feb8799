/** A titled card of a page, and parts that several cards have. */

import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal, untracked } from "../reactive/signal.ts";
import { announce } from "./announce.ts";
import { el, freshID, setText } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";
import type { StatusText } from "./sync-text.ts";

export interface PanelProps {
  /** Part of the class name: `panel-sync`. */
  name: string;
  title: string;
  icon: IconName;
  /** How many lines the skeleton has. */
  lines: number;
  /** Until it is true a skeleton is shown in place of the content. */
  isLoaded: ReadonlySignal<boolean>;
}

/** `content` is called once, when the data is loaded. */
export function panel(props: PanelProps, content: () => HTMLElement[], owner: AbortSignal): HTMLElement {
  const id = freshID("panel");
  const body = el("div", { class: "panel-body" }, skeleton(props.lines));
  const element = el(
    "section",
    { class: `panel panel-${props.name}`, "aria-labelledby": id, "aria-busy": "true" },
    el("h2", { id }, icon(props.icon), props.title),
    body,
  );
  const stop = effect(() => {
    if (!props.isLoaded.value) return;
    element.removeAttribute("aria-busy");
    body.replaceChildren(...untracked(content));
    queueMicrotask(() => stop());
  }, owner);
  return element;
}

function skeleton(count: number): HTMLElement {
  const lines = Array.from({ length: count }, (_, at) => el("div", { class: at % 2 === 0 ? "bone" : "bone short" }));
  return el("div", { class: "panel-bones", "aria-hidden": "true" }, ...lines);
}

const levelIcons: Record<StatusText["level"], IconName> = {
  good: "check",
  busy: "sync",
  idle: "info",
  warning: "warning",
};

/** A status with its icon, details and command. */
export function headline(status: ReadonlySignal<StatusText | null>, owner: AbortSignal): HTMLElement {
  const title = el("p", { class: "state-title" });
  const detail = el("p", { class: "state-detail" });
  const command = commandLine();
  const element = el("div", { class: "state" }, title, detail, command.element);
  const text = el("span", {});
  effect(() => {
    const now = status.value;
    if (!now) return;
    if (element.dataset.mood !== now.level) {
      element.dataset.mood = now.level;
      title.replaceChildren(icon(levelIcons[now.level]), text);
    }
    setText(text, now.title);
    setText(detail, now.detail);
    command.set(now.command);
  }, owner);
  return element;
}

/** A shell command, with a button that copies it. */
function commandLine(): { element: HTMLElement; set(command: string | null): void } {
  const code = el("code", { class: "command", tabindex: 0, "aria-label": t("Command") });
  const button = el("button", { class: "button small", type: "button", onclick: () => void copy() }, icon("copy"));
  const label = el("span", {}, t("Copy"));
  button.append(label);
  const element = el("div", { class: "command-line", hidden: true }, code, button);
  let timer = 0;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      setText(label, t("Copied"));
      announce(t("Copied."));
    } catch {
      // Pages over plain HTTP have no clipboard: the command is selected, to be copied with Ctrl+C.
      getSelection()?.selectAllChildren(code);
      setText(label, t("Selected"));
      announce(t("The command is selected; copy it with Control and C."));
    }
    clearTimeout(timer);
    timer = setTimeout(() => setText(label, t("Copy")), 3000);
  }

  return {
    element,
    set(command): void {
      element.hidden = command === null;
      setText(code, command ?? "");
    },
  };
}

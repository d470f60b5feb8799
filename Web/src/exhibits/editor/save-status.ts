/** Whether everything is saved, and what to do where it isn't. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setAttribute } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import type { EditorStore } from "./editor-store.ts";
import type { SaveState } from "./saver.ts";

interface StatusText {
  icon: IconName;
  title: string;
  /** What is wrong, in a line below the bar. */
  detail: string;
}

export function statusText(save: SaveState): StatusText {
  switch (save.state) {
    case "saved":
      return { icon: "check", title: t("Saved"), detail: "" };
    case "pending":
    case "saving":
      return { icon: "sync", title: t("Saving…"), detail: "" };
    case "invalid": {
      const { location, message } = save.problem;
      const place = location === "" ? "" : `${location}: `;
      return { icon: "info", title: t("Incomplete"), detail: t("Not saved yet. {place}{message}", { place, message }) };
    }
    case "failed": {
      const reason = save.isOffline
        ? t("Diorama can't be reached. It is tried again every ten seconds.")
        : save.problem.message;
      return {
        icon: "warning",
        title: t("Not saved"),
        detail: t("{reason} Your changes are kept in this browser.", { reason }),
      };
    }
    case "conflict":
      return {
        icon: "conflict",
        title: t("Not saved"),
        detail: t("This exhibit was changed elsewhere since you opened it."),
      };
  }
}

/** `reveal` shows the field of a problem. */
export function saveStatus(
  store: EditorStore,
  reveal: (path: string) => void,
  owner: AbortSignal,
): { badge: HTMLElement; banner: HTMLElement } {
  const badge = el("p", { class: "save-badge" });
  const text = el("p", {});
  const buttons = el("div", { class: "panel-buttons" });
  const banner = el("div", { class: "save-banner", hidden: true }, icon("warning"), text, buttons);
  let shown = "";
  effect(() => {
    const save = store.saveState.value;
    const { title, detail, icon: name } = statusText(save);
    badge.dataset.state = save.state;
    if (badge.textContent !== title) badge.replaceChildren(icon(name), el("span", {}, title));
    banner.hidden = detail === "";
    if (detail === shown) return;
    shown = detail;
    // What is incomplete while somebody writes isn't urgent.
    setAttribute(text, "role", save.state !== "invalid" && "alert");
    banner.dataset.state = save.state;
    text.textContent = detail;
    buttons.replaceChildren(...actionsFor(save, store, reveal));
  }, owner);
  return { badge, banner };
}

function actionsFor(save: SaveState, store: EditorStore, reveal: (path: string) => void): HTMLElement[] {
  const button = (label: string, action: () => void): HTMLElement =>
    el("button", { class: "button small", type: "button", onclick: action }, label);
  switch (save.state) {
    case "invalid":
      return [button(t("Show"), () => reveal(save.problem.path))];
    case "failed":
      return [
        ...(save.problem.path === "" ? [] : [button(t("Show"), () => reveal(save.problem.path))]),
        button(t("Try again"), () => void store.save()),
      ];
    case "conflict":
      return [
        button(t("Load the other version"), () => void loadOther(store)),
        button(t("Save over it"), () => void saveOver(store)),
      ];
    default:
      return [];
  }
}

async function loadOther(store: EditorStore): Promise<void> {
  try {
    await store.loadOther();
    announce(t("The other version is loaded. Undo returns to yours."));
  } catch (error) {
    notify(t("Couldn't load the other version: {problem}", { problem: messageOf(error) }));
  }
}

async function saveOver(store: EditorStore): Promise<void> {
  try {
    if (await store.saveOver()) announce(t("Your version is saved."));
  } catch (error) {
    notify(t("Couldn't save: {problem}", { problem: messageOf(error) }));
  }
}

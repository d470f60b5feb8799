/** The editor of an exhibit. */

import { EditorStore } from "../exhibits/editor/editor-store.ts";
import { editorView } from "../exhibits/editor/editor-view.ts";
import { t } from "../i18n/messages.ts";
import { effect, untracked } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { exhibitEditPath, exhibitsPath } from "../ui/routes.ts";
import { topBar } from "../ui/top-bar.ts";
import { type App, type Page, setTitle } from "./page.ts";
import { unreachableHelp } from "./unreachable-help.ts";

export async function exhibitEditPage(app: App, id: string): Promise<Page> {
  await Promise.all([loadStyle("exhibit.css"), loadStyle("exhibit-editor.css")]);
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new EditorStore(id);
  const main = el("main", { id: "main", class: "editor-main", tabindex: -1 });
  const element = el("div", { class: "page editor-page" }, main);
  const bar = topBar("exhibits");
  effect(() => {
    const phase = store.phase.value;
    element.dataset.state = phase.state;
    if (phase.state === "ready") bar.remove();
    else element.prepend(bar);
    switch (phase.state) {
      case "loading":
        return main.replaceChildren(skeleton());
      case "ready":
        return main.replaceChildren(untracked(() => editorView(store, owner)));
      case "readOnly":
        return main.replaceChildren(readOnlyMessage(app, store));
      case "failed":
        return main.replaceChildren(failedMessage(store, phase.message, phase.isMissing));
    }
  }, owner);
  effect(() => {
    if (store.phase.value.state === "ready") {
      setTitle(t("Edit {number}", { number: store.document.value.title || "exhibit" }));
    }
  }, owner);
  addEventListener("online", () => void store.save(), { signal: owner });
  return {
    element,
    title: t("Edit exhibit"),
    shown: () => void store.load(),
    dispose: () => {
      store.close();
      controller.abort();
    },
  };
}

function skeleton(): HTMLElement {
  const bones = [0, 1, 2, 3].map((at) => el("div", { class: at % 2 === 0 ? "bone" : "bone short" }));
  return el("div", { class: "editor-skeleton", "aria-busy": "true", "aria-label": t("Loading the exhibit") }, ...bones);
}

function readOnlyMessage(app: App, store: EditorStore): HTMLElement {
  const copy = async (): Promise<void> => {
    button.disabled = true;
    try {
      app.navigate(exhibitEditPath((await store.source.copy(store.id)).id));
    } catch (error) {
      button.disabled = false;
      notify(t("Couldn't copy the exhibit: {problem}", { problem: messageOf(error) }));
    }
  };
  const button = el(
    "button",
    { class: "button primary", type: "button", onclick: () => void copy() },
    icon("copy"),
    t("Make a copy"),
  );
  return el(
    "div",
    { class: "trouble calm" },
    icon("lock"),
    el("h1", { class: "trouble-title" }, t("{title} can't be changed", { title: store.document.peek().title })),
    el("p", {}, t("Make a copy of it: that is yours to edit.")),
    button,
  );
}

function failedMessage(store: EditorStore, message: string, isMissing: boolean): HTMLElement {
  const retry = el(
    "button",
    { class: "button", type: "button", onclick: () => void store.load() },
    icon("retry"),
    t("Try again"),
  );
  const all = el("a", { class: "button", href: exhibitsPath() }, t("All exhibits"));
  return el(
    "div",
    { class: "trouble", role: "alert" },
    ...unreachableHelp(message, t("your exhibits are stored safely.")),
    isMissing ? all : retry,
  );
}

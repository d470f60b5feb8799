/** The editor once its exhibit is loaded: bar, sections, keys, and asking before unsaved changes are left. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { ask } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { exhibitPath, exhibitsPath } from "../../ui/routes.ts";
import { conditionalButton } from "./buttons.ts";
import { EditorSections } from "./editor-sections.ts";
import type { EditorStore } from "./editor-store.ts";
import { saveStatus } from "./save-status.ts";

export function editorView(store: EditorStore, owner: AbortSignal): HTMLElement {
  const sections = new EditorSections(store, owner);
  const { badge, banner } = saveStatus(store, (path) => sections.reveal(path), owner);
  const restored = el(
    "p",
    { class: "restored-note", role: "status", hidden: true },
    t("Changes of your last visit that weren't saved are restored. Undo removes them."),
  );
  effect(() => void (restored.hidden = !store.isRestored.value), owner);
  listenToKeys(store, owner);
  guardChanges(store, owner);
  return el(
    "div",
    { class: "editor" },
    editorBar(store, badge, owner),
    restored,
    el("div", { class: "editor-body" }, sections.tabs, sections.panels),
    banner,
  );
}

function editorBar(store: EditorStore, badge: HTMLElement, owner: AbortSignal): HTMLElement {
  const title = el("h1", { class: "editor-title" });
  effect(() => setText(title, store.document.value.title || t("Exhibit without a title")), owner);
  const undo = conditionalButton("undo", t("Undo"), () => store.undoLabel.value !== null, () => undoStep(store), owner);
  const redo = conditionalButton("redo", t("Redo"), () => store.redoLabel.value !== null, () => redoStep(store), owner);
  effect(() => {
    undo.title = store.undoLabel.value === null
      ? t("Undo")
      : t("Undo: {undoLabel} (Ctrl+Z)", { undoLabel: store.undoLabel.value });
    redo.title = store.redoLabel.value === null
      ? t("Redo")
      : t("Redo: {redoLabel} (Ctrl+Shift+Z)", { redoLabel: store.redoLabel.value });
  }, owner);
  return el(
    "header",
    { class: "editor-bar" },
    el(
      "a",
      { class: "icon-button", href: exhibitsPath(), "aria-label": t("All exhibits"), title: t("All exhibits") },
      icon("back"),
    ),
    title,
    badge,
    undo,
    redo,
    el("a", { class: "button small view-link", href: exhibitPath(store.id) }, icon("look"), el("span", {}, t("View"))),
  );
}

function undoStep(store: EditorStore): void {
  const label = store.undo();
  announce(label === null ? t("There is nothing to undo.") : t("Undone: {label}.", { label }));
}

function redoStep(store: EditorStore): void {
  const label = store.redo();
  announce(label === null ? t("There is nothing to redo.") : t("Redone: {label}.", { label }));
}

function listenToKeys(store: EditorStore, owner: AbortSignal): void {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undoStep(store);
    else if (key === "y" || (key === "z" && event.shiftKey)) redoStep(store);
    else if (key === "s") void store.save();
    else return;
    event.preventDefault();
  }, { signal: owner });
}

/** Links are followed once everything is saved; where that isn't possible, people are asked. */
function guardChanges(store: EditorStore, owner: AbortSignal): void {
  let mayLeave = false;
  addEventListener("beforeunload", (event) => {
    if (!store.hasChanges) return;
    event.preventDefault();
    void store.save();
  }, { signal: owner });
  // Phones close pages without asking.
  addEventListener("pagehide", () => store.close(), { signal: owner });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.hash !== "" || link.target || mayLeave || !store.hasChanges) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    void saveBefore(store, link).then((isAllowed) => {
      mayLeave = isAllowed;
      if (isAllowed) link.click();
      mayLeave = false;
    });
  }, { signal: owner, capture: true });
}

async function saveBefore(store: EditorStore, link: HTMLAnchorElement): Promise<boolean> {
  if (await store.save()) return true;
  const isDownload = link.hasAttribute("download");
  return ask({
    title: isDownload ? t("Export without the last changes?") : t("Leave without saving?"),
    body: isDownload ? t("The last changes can't be saved at present, and would be missing in the export.") : t(
      "The last changes can't be saved at present. They are kept in this browser and restored when " +
        "you edit this exhibit again.",
    ),
    confirm: isDownload ? t("Export anyway") : t("Leave"),
    cancel: t("Stay"),
  });
}

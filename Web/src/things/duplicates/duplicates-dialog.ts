/** Things that look the same in their photos, to be merged. */

import type { DuplicatePair, ThingItem } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { problemText } from "../../ui/fields.ts";
import { formatPercent, plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { progressBar } from "../../ui/progress.ts";
import { thingPath } from "../../ui/routes.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { whereText } from "../item-text.ts";
import { cover } from "../list/item-elements.ts";
import { DuplicatesStore } from "./duplicates-store.ts";

/** `changed` is called after each merge, and after its undo. */
export function openDuplicatesDialog(changed: () => void): void {
  const store = new DuplicatesStore();
  const closed = new AbortController();
  const dialog = openDialog(t("Find duplicates"), [
    el("p", { class: "quiet" }, t("Photos of all things are compared. Merging can be undone.")),
    progress(store, closed.signal),
    pairList(store, changed, closed.signal),
    problemText(store.problem, closed.signal),
    again(store, closed.signal),
  ]);
  dialog.classList.add("duplicates-dialog");
  dialog.addEventListener("close", () => {
    store.stop();
    closed.abort();
  });
  void store.run();
}

function progress(store: DuplicatesStore, owner: AbortSignal): HTMLElement {
  const bar = progressBar(t("Comparing things"));
  const line = el("p", { role: "status" });
  const element = el("div", {}, bar.element, line);
  effect(() => {
    const done = store.progress.value;
    bar.element.hidden = !store.isRunning.value;
    if (store.isRunning.value) {
      if (done === null) bar.set(null, t("Indexing new photos…"));
      else {
        bar.set(
          done.total > 0 ? done.compared / done.total : 1,
          t("{compared} of {total} things", { compared: done.compared, total: done.total }),
        );
      }
    }
    setText(line, store.isRunning.value ? "" : resultText(store));
    line.hidden = line.textContent === "";
  }, owner);
  return element;
}

function resultText(store: DuplicatesStore): string {
  const words: string[] = [];
  const done = store.progress.value;
  if (done !== null && store.problem.value === "" && store.pairs.value.length === 0) {
    words.push(done.total === 0 ? t("No thing has a photo yet.") : t("No duplicates."));
  }
  const missing = store.missing.value;
  if (missing > 0) {
    words.push(plural(missing, {
      one: "{count} photo couldn't be compared.",
      other: "{count} photos couldn't be compared.",
    }));
  }
  return words.join(" ");
}

function pairList(store: DuplicatesStore, changed: () => void, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "pair-list", "aria-label": t("Things that may be the same") });
  effect(() => {
    list.hidden = store.pairs.value.length === 0;
    list.replaceChildren(...store.pairs.value.map((pair) => pairElement(store, pair, changed)));
  }, owner);
  return list;
}

function pairElement(store: DuplicatesStore, pair: DuplicatePair, changed: () => void): HTMLElement {
  const merge = el(
    "button",
    {
      class: "button small primary",
      type: "button",
      onclick: () => void run(),
    },
    icon("check"),
    t("Merge"),
  );
  const run = async (): Promise<void> => {
    merge.disabled = true;
    const undo = await store.merge(pair);
    if (undo === null) {
      merge.disabled = false;
      return;
    }
    changed();
    const message = t("{other} is merged into {name}.", { other: pair.second.name, name: pair.first.name });
    announce(message);
    undoNotice(message, async () => {
      await undo();
      changed();
    });
  };
  return el(
    "li",
    { class: "pair" },
    el("div", { class: "pair-things" }, side(pair.first), side(pair.second)),
    el(
      "div",
      { class: "pair-actions" },
      el("span", { class: "quiet" }, t("{percent} sure", { percent: formatPercent(pair.score) })),
      el("button", {
        class: "button small",
        type: "button",
        onclick: () => store.dismiss(pair),
      }, t("Not the same")),
      merge,
    ),
  );
}

function side(item: ThingItem): HTMLElement {
  const facts = [whereText(item), item.serial ?? ""].filter((part) => part !== "").join(" · ");
  return el(
    "a",
    { class: "pair-thing", href: thingPath(item.id), target: "_blank" },
    cover(item),
    el("span", { class: "merge-words" }, el("span", {}, item.name), el("span", { class: "quiet" }, facts)),
  );
}

function again(store: DuplicatesStore, owner: AbortSignal): HTMLElement {
  const element = el(
    "div",
    { class: "dialog-actions" },
    el("button", { class: "button", type: "button", onclick: () => void store.run() }, icon("retry"), t("Try again")),
  );
  effect(() => void (element.hidden = store.problem.value === "" || store.isRunning.value), owner);
  return element;
}

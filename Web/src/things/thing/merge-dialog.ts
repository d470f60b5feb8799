/** Merging duplicates into a thing: those that could be the same are offered, others are found by searching. */

import { limits, type Thing, type ThingItem } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { labelled, problemText } from "../../ui/fields.ts";
import { plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { messageOf } from "../../ui/notice.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { whereText } from "../item-text.ts";
import { cover } from "../list/item-elements.ts";
import { thingsApi } from "../things-api.ts";
import type { ThingStore } from "./thing-store.ts";

const maxFound = 20;
const searchDelay = 150;

/** How much speaks for two things being the same; 0 for nothing. */
export function likeness(a: ThingItem, b: ThingItem): number {
  const same = (x: string | null, y: string | null): boolean =>
    x !== null && y !== null && x.toLowerCase() === y.toLowerCase();
  if (same(a.serial, b.serial)) return 4;
  return (same(a.name, b.name) ? 2 : 0) + (same(a.brand, b.brand) && same(a.model, b.model) ? 1 : 0);
}

/** Things that have a word of the name, the most alike first. */
async function candidates(thing: Thing, text: string): Promise<ThingItem[]> {
  const found = text === ""
    ? await Promise.all(
      [...new Set([thing.serial, thing.name, thing.name.split(" ")[0]!])]
        .filter((words) => words !== null && words !== "").map((search) =>
          thingsApi.list({ search: search!, limit: maxFound })
        ),
    )
    : [await thingsApi.list({ search: text, limit: maxFound })];
  const all = new Map(found.flatMap(({ things }) => things).map((item) => [item.id, item]));
  all.delete(thing.id);
  return [...all.values()].sort((a, b) => likeness(b, thing) - likeness(a, thing)).slice(0, maxFound);
}

export function openMergeDialog(store: ThingStore): void {
  const thing = store.thing.peek();
  if (!thing) return;
  const closed = new AbortController();
  const found = signal<readonly ThingItem[] | null>(null);
  const chosen = signal<ReadonlyMap<string, ThingItem>>(new Map());
  const problem = signal("");
  let request = 0;
  let timer = 0;
  const load = async (text: string): Promise<void> => {
    const id = request += 1;
    try {
      const items = await candidates(thing, text);
      if (id === request) found.value = items;
    } catch (error) {
      if (id === request) problem.value = messageOf(error);
    }
  };
  const search = el("input", {
    type: "search",
    autocomplete: "off",
    maxlength: 200,
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void load(search.value.trim()), searchDelay);
    },
  });
  const list = candidateList(found, chosen, closed.signal);
  const label = el("span", {});
  const merge = el(
    "button",
    { class: "button primary", type: "button", onclick: () => void run() },
    icon("check"),
    label,
  );
  const run = async (): Promise<void> => {
    merge.disabled = true;
    try {
      const others = [...chosen.peek().keys()];
      const undo = await store.merge(others);
      dialog.close();
      const message = plural(others.length, {
        one: "{count} thing is merged into {name}.",
        other: "{count} things are merged into {name}.",
      }, { name: thing.name });
      announce(message);
      undoNotice(message, undo);
    } catch (error) {
      problem.value = messageOf(error);
      merge.disabled = false;
    }
  };
  const dialog = openDialog(t("Merge into {name}", { name: thing.name }), [
    el(
      "p",
      { class: "quiet" },
      t(
        "Photos, files, loans and maintenance of the others come here, and empty fields are filled. " +
          "The others go to the trash.",
      ),
    ),
    labelled(t("Search"), search),
    list,
    problemText(problem, closed.signal),
    el(
      "div",
      { class: "dialog-actions" },
      el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel")),
      merge,
    ),
  ]);
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    closed.abort();
  });
  effect(() => {
    const count = chosen.value.size;
    merge.disabled = count === 0 || count > limits.ThingMerge.others.maxItems;
    setText(
      label,
      count === 0
        ? t("Merge")
        : t("Merge {things}", { things: plural(count, { one: "{count} thing", other: "{count} things" }) }),
    );
  }, closed.signal);
  void load("");
}

function candidateList(
  found: { value: readonly ThingItem[] | null },
  chosen: { value: ReadonlyMap<string, ThingItem>; peek(): ReadonlyMap<string, ThingItem> },
  owner: AbortSignal,
): HTMLElement {
  const list = el("ul", { class: "merge-list", "aria-label": t("Things to merge"), "aria-busy": "true" });
  effect(() => {
    const items = found.value;
    list.setAttribute("aria-busy", String(items === null));
    if (items === null) return list.replaceChildren(el("li", { class: "bone" }), el("li", { class: "bone" }));
    const selected = [...chosen.peek().values()];
    const shown = [...selected, ...items.filter(({ id }) => !chosen.peek().has(id))];
    if (shown.length === 0) {
      return list.replaceChildren(el("li", { class: "quiet" }, t("No similar thing. Search for one.")));
    }
    list.replaceChildren(...shown.map((item) => {
      const box = el("input", {
        type: "checkbox",
        checked: chosen.peek().has(item.id),
        onchange: () => {
          const next = new Map(chosen.peek());
          if (box.checked) next.set(item.id, item);
          else next.delete(item.id);
          chosen.value = next;
        },
      });
      const facts = [whereText(item), item.serial ?? ""].filter((part) => part !== "").join(" · ");
      return el(
        "li",
        {},
        el(
          "label",
          { class: "merge-choice" },
          box,
          cover(item),
          el("span", { class: "merge-words" }, el("span", {}, item.name), el("span", { class: "quiet" }, facts)),
        ),
      );
    }));
  }, owner);
  return list;
}

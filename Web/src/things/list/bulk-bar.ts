/** What can be done with the selected things; each change can be undone for ten seconds. */

import type { ThingEdits } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { formatCount, plural } from "../../ui/format.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { keepFocus } from "../fields/combobox.ts";
import { labelledField } from "../fields/labelled-field.ts";
import { placeField } from "../fields/place-field.ts";
import { tagsField } from "../fields/tags-field.ts";
import { wordField } from "../fields/word-field.ts";
import type { ThingListStore } from "./list-store.ts";

export interface BulkActions {
  printLabels: (ids: string[]) => void;
}

export function bulkBar(store: ThingListStore, actions: BulkActions, owner: AbortSignal): HTMLElement {
  const count = el("p", { class: "bulk-count", role: "status" });
  const all = el("button", { class: "button small", type: "button", onclick: () => void selectAll(store) });
  const action = (name: string, image: IconName, act: () => void): HTMLElement =>
    el(
      "button",
      { class: "button small", type: "button", title: name, onclick: act },
      icon(image),
      el("span", {}, name),
    );
  const element = el(
    "div",
    { class: "bulk-bar", role: "toolbar", "aria-label": t("Selected things"), hidden: true },
    iconButton("close", t("Clear the selection (Escape)"), () => store.selection.clear()),
    count,
    all,
    el(
      "div",
      { class: "bulk-actions" },
      action(t("Category"), "parts", () => editCategory(store)),
      action(t("Place"), "place", () => editPlace(store)),
      action(t("Add tags"), "label", () => editTags(store, true)),
      action(t("Remove tags"), "minus", () => editTags(store, false)),
      action(t("Insured"), "shield", () => editInsured(store)),
      action(t("Labels"), "scan", () => actions.printLabels([...store.selection.ids.peek()])),
      action(t("Delete"), "trash", () => void apply(store, { trash: true })),
    ),
  );
  effect(() => {
    const selected = store.selection.count.value;
    const total = store.rows.total.value ?? 0;
    element.hidden = selected === 0;
    setText(count, t("{selected} selected", { selected: formatCount(selected) }));
    setText(all, t("Select all {total}", { total: formatCount(total) }));
    all.hidden = selected >= total;
  }, owner);
  return element;
}

async function selectAll(store: ThingListStore): Promise<void> {
  const isAll = await store.selectAll();
  const count = store.selection.count.peek();
  if (isAll) {
    announce(plural(count, { one: "{count} thing selected.", other: "{count} things selected." }));
  } else {notify(
      t("The first {count} things are selected; as many can be changed at once.", { count: formatCount(count) }),
    );}
}

/** Changes what is selected; says what was done, and how to undo it. */
async function apply(store: ThingListStore, edits: Omit<ThingEdits, "ids">): Promise<boolean> {
  try {
    const { changed, undo } = await store.edit(edits);
    const message = edits.trash
      ? plural(changed, { one: "{count} thing is in the trash.", other: "{count} things are in the trash." })
      : plural(changed, { one: "{count} thing changed.", other: "{count} things changed." });
    announce(message);
    if (undo) undoNotice(message, undo);
    return true;
  } catch (error) {
    notify(t("Couldn't change the things: {problem}", { problem: messageOf(error) }));
    return false;
  }
}

/** A question about the selected things with one control. */
function editDialog(
  store: ThingListStore,
  title: string,
  content: HTMLElement[],
  edits: () => Omit<ThingEdits, "ids"> | Promise<Omit<ThingEdits, "ids"> | null> | null,
): HTMLDialogElement {
  const save = el(
    "button",
    { class: "button primary", type: "submit", onmousedown: keepFocus },
    icon("check"),
    t("Change"),
  );
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    save.disabled = true;
    const change = await edits();
    if (change && await apply(store, change)) dialog.close();
    save.disabled = false;
  };
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const dialog = openDialog(
    t("{title} of {things}", {
      title,
      things: plural(store.selection.count.peek(), { one: "{count} thing", other: "{count} things" }),
    }),
    [
      el(
        "form",
        { class: "dialog-form", onsubmit: (event: Event) => void submit(event) },
        ...content,
        el("div", { class: "dialog-actions" }, cancel, save),
      ),
    ],
  );
  return dialog;
}

function editCategory(store: ThingListStore): void {
  const field = wordField({ value: "", words: () => store.words.peek().categories, changed: () => {} });
  editDialog(
    store,
    t("Category"),
    [labelledField(t("Category"), field, t("Empty for none."))],
    () => ({ category: field.input.value.trim() || null }),
  );
  field.input.focus();
}

function editPlace(store: ThingListStore): void {
  const closed = new AbortController();
  const path = signal<readonly string[]>([]);
  let chosen: string | null = null;
  const choose = (place: { id: string; path: string[] } | null): void => {
    chosen = place?.id ?? null;
    path.value = place?.path ?? [];
  };
  const field = placeField({ path, choose }, closed.signal);
  const dialog = editDialog(store, t("Place"), [labelledField(t("Place"), field, t("Empty for none."))], async () => {
    await field.commit();
    return { place: chosen };
  });
  dialog.addEventListener("close", () => closed.abort());
  field.input.focus();
}

function editTags(store: ThingListStore, isAdding: boolean): void {
  const closed = new AbortController();
  const tags = signal<readonly string[]>([]);
  const field = tagsField(
    { tags, words: () => store.words.peek().tags, change: (next) => tags.value = next },
    closed.signal,
  );
  const title = isAdding ? t("Add tags") : t("Remove tags");
  const dialog = editDialog(
    store,
    title,
    [labelledField(t("Tags"), field, t("Several with commas between them."))],
    () => {
      field.commit();
      const chosen = [...tags.peek()];
      if (chosen.length === 0) return null;
      return isAdding ? { addTags: chosen } : { removeTags: chosen };
    },
  );
  dialog.addEventListener("close", () => closed.abort());
  field.input.focus();
}

function editInsured(store: ThingListStore): void {
  const set = async (insured: boolean): Promise<void> => {
    if (await apply(store, { insured })) dialog.close();
  };
  const option = (label: string, insured: boolean): HTMLElement =>
    el("button", { class: "button", type: "button", onclick: () => void set(insured) }, label);
  const dialog = openDialog(
    t("Insurance of {things}", {
      things: plural(store.selection.count.peek(), { one: "{count} thing", other: "{count} things" }),
    }),
    [
      el("p", {}, t("The insurance report marks what is insured.")),
      el("div", { class: "dialog-actions" }, option(t("Not insured"), false), option(t("Insured"), true)),
    ],
  );
}

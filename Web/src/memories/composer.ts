/** The form for a new memory, or for changes of one, in a sheet over the 3D view. */

import { limits } from "../api/generated.ts";
import type { Placement } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID } from "../ui/dom.ts";
import { labelled, problemText } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { notify } from "../ui/notice.ts";
import type { Sheet, Sheets } from "../ui/sheet.ts";
import { mediaSection, textField, typeField } from "./composer-fields.ts";
import { sendingProgress } from "./composer-progress.ts";
import { ComposerStore } from "./composer-store.ts";
import { type Draft, draftOf, drafts, newDraft } from "./drafts.ts";
import { type LocationCallbacks, locationField } from "./location-field.ts";
import { moodField } from "./mood-field.ts";
import { privacyField } from "./privacy-field.ts";
import type { Memory } from "./types.ts";

export interface ComposerProps extends LocationCallbacks {
  space: string;
  /** The account of the visitor, who is not offered as audience. */
  account: string | null;
  sheets: Sheets;
  /** Called with the saved memory; null when it waits for a connection. */
  saved(memory: Memory | null): void;
}

/** Opens the composer for a new memory, or with the stored draft. */
export async function compose(props: ComposerProps, placement: Placement): Promise<void> {
  const stored = await drafts.read(props.space);
  openComposer(props, stored ?? newDraft(placement), null, stored !== null);
}

export function editMemory(props: ComposerProps, memory: Memory): void {
  openComposer(props, draftOf(memory), memory, false);
}

function openComposer(props: ComposerProps, draft: Draft, before: Memory | null, isRestored: boolean): void {
  const owner = new AbortController();
  const { signal } = owner;
  const store = new ComposerStore(props.space, draft, before, signal);
  const save = el("button", { class: "button primary", type: "submit" }, before ? t("Save") : t("Pin it here"));
  const discard = (): void => {
    store.finish();
    sheet.close();
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const memory = await store.submit();
    if (memory === undefined) return save.focus();
    sheet.close();
    report(memory, before !== null);
    props.saved(memory);
  };
  const form = composerForm(props, store, isRestored, () => sheet, signal);
  form.addEventListener("submit", (event) => void submit(event));
  form.id = freshID("composer");
  save.setAttribute("form", form.id);
  disableWhileSending(form, save, store, signal);
  const sheet = props.sheets.show({
    kind: "composer",
    title: before ? t("Edit the memory") : t("New memory"),
    tall: true,
    content: [form],
    foot: [
      problemText(store.problem, signal),
      sendingProgress(store, signal),
      el(
        "div",
        { class: "sheet-actions" },
        el(
          "button",
          { class: "button", type: "button", onclick: discard },
          before ? t("Discard changes") : t("Discard"),
        ),
        save,
      ),
    ],
    owner,
  });
}

function composerForm(
  props: ComposerProps,
  store: ComposerStore,
  isRestored: boolean,
  sheet: () => Sheet,
  owner: AbortSignal,
): HTMLFormElement {
  const memory = store.memory.peek();
  const tags = el("input", {
    type: "text",
    autocomplete: "off",
    maxlength: limits.NewMemory.tags.maxItems * limits.NewMemory.tags.maxItemLength,
    oninput: () => store.tags.value = tags.value,
  });
  tags.value = store.tags.peek();
  return el(
    "form",
    { class: "composer", novalidate: true },
    isRestored && el("p", { class: "note" }, icon("history"), t("Your draft was restored.")),
    !store.before && typeField(store),
    mediaSection(store, owner),
    textField(store, "title", owner),
    textField(store, "text", owner),
    moodField(memory.mood, (mood) => store.update({ mood })),
    labelled(t("Tags"), tags, t("Separated by commas: kitchen, grandmother")),
    privacyField(
      memory,
      props.account,
      (privacy, audience) => store.update({ privacy, audience: [...audience] }),
      owner,
    ),
    locationField(store, props, sheet, owner),
  );
}

function disableWhileSending(
  form: HTMLFormElement,
  save: HTMLButtonElement,
  store: ComposerStore,
  owner: AbortSignal,
): void {
  effect(() => {
    const isSending = store.isSending.value;
    save.disabled = isSending;
    for (const control of form.elements) if ("disabled" in control) control.disabled = isSending;
  }, owner);
}

function report(memory: Memory | null, isEdited: boolean): void {
  if (isEdited) announce(t("Saved."));
  else if (memory) announce(t("Your memory is pinned."));
  else notify(t("No connection. The memory is stored on this device and sent as soon as the server can be reached."));
}

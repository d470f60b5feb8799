/**
 * Adding a thing: photos propose the name and say whether the thing is there already; only the name is required. One
 * after the other can be added with the same category and place. What was written stays when the dialog is closed.
 */

import { limits, type Thing, type WordCount } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { labelled, problemText } from "../../ui/fields.ts";
import { plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { keepFocus } from "../fields/combobox.ts";
import { labelledField } from "../fields/labelled-field.ts";
import { type PlaceField, placeField } from "../fields/place-field.ts";
import { pathNames, pathText } from "../fields/places.ts";
import { wordField } from "../fields/word-field.ts";
import { AddStore, type ProposedField } from "./add-store.ts";
import { knownThings, photosField } from "./photos-field.ts";

export interface AddCallbacks {
  /** Categories in use. */
  categories: () => readonly WordCount[];
  /** Called with each thing that was added. */
  added: (thing: Thing) => void;
  /** Opens the page of a thing. */
  open: (id: string) => void;
}

let draft: AddStore | null = null;

/** `initial`: the place or category that the list shows, and photos that there are already. */
export function openAddDialog(
  callbacks: AddCallbacks,
  initial: { category: string | null; place: { id: string; path: string[] } | null; photos?: readonly File[] } = {
    category: null,
    place: null,
  },
): HTMLDialogElement {
  const store = draft ?? new AddStore();
  if (draft === null) {
    store.fields.category.value = initial.category ?? "";
    if (initial.place) store.place.value = { id: initial.place.id, label: pathText(initial.place.path) };
  }
  draft = store;
  if (initial.photos?.length) store.addPhotos(initial.photos);
  const closed = new AbortController();
  const form = addForm(store, callbacks, () => dialog.close(), closed.signal);
  const dialog = openDialog(t("Add a thing"), [form.element]);
  dialog.classList.add("add-dialog");
  dialog.addEventListener("close", () => {
    closed.abort();
    if (!store.hasContent) draft = null;
  });
  form.name.focus();
  return dialog;
}

interface AddForm {
  element: HTMLElement;
  name: HTMLInputElement;
}

function addForm(store: AddStore, callbacks: AddCallbacks, close: () => void, owner: AbortSignal): AddForm {
  const name = textField(store, "name", owner);
  name.required = true;
  const place = addPlaceField(store, owner);
  const category = wordField({
    value: store.fields.category.peek(),
    words: callbacks.categories,
    changed: (text) => store.fields.category.value = text,
  });
  effect(() => {
    const text = store.fields.category.value;
    if (document.activeElement !== category.input) category.input.value = text;
  }, owner);
  const save = async (isLast: boolean): Promise<void> => {
    category.commit();
    await place.commit();
    const thing = await store.save();
    if (thing === null) return name.focus();
    callbacks.added(thing);
    announce(t("{name} is added.", { name: thing.name }));
    if (isLast) return close();
    name.focus();
  };
  const details = el(
    "details",
    { class: "add-details" },
    el("summary", {}, t("Brand, model, serial number")),
    labelled(t("Brand"), textField(store, "brand", owner)),
    labelled(t("Model"), textField(store, "model", owner)),
    labelled(t("Serial number"), textField(store, "serial", owner)),
  );
  effect(() => {
    if (["brand", "model", "serial"].some((field) => store.proposed.value.has(field as ProposedField))) {
      details.open = true;
    }
  }, owner);
  const element = el(
    "form",
    {
      class: "dialog-form",
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void save(!(event.submitter instanceof HTMLElement && event.submitter.dataset.next === "true"));
      },
    },
    photosField(store, owner),
    knownThings(store, (id) => {
      close();
      callbacks.open(id);
    }, owner),
    labelled(t("Name"), name),
    proposedNote(store, owner),
    el("div", { class: "field-pair" }, labelledField(t("Category"), category), labelledField(t("Place"), place)),
    details,
    problemText(store.problem, owner),
    addButtons(store, owner),
  );
  return { element, name };
}

function textField(store: AddStore, field: ProposedField, owner: AbortSignal): HTMLInputElement {
  const input = el("input", {
    type: "text",
    name: field,
    autocomplete: "off",
    autocapitalize: field === "serial" ? "characters" : "sentences",
    maxlength: limits.ThingBody[field].maxLength,
    oninput: () => store.write(field, input.value),
  });
  effect(() => {
    const text = store.fields[field].value;
    if (input.value !== text) input.value = text;
    input.classList.toggle("proposed", store.proposed.value.has(field));
  }, owner);
  return input;
}

function addPlaceField(store: AddStore, owner: AbortSignal): PlaceField {
  const path = computed(() => store.place.value === null ? [] : pathNames(store.place.value.label));
  return placeField({
    path,
    choose: (place) => store.place.value = place === null ? null : { id: place.id, label: pathText(place.path) },
  }, owner);
}

function proposedNote(store: AddStore, owner: AbortSignal): HTMLElement {
  const note = el("p", { class: "field-help proposed-note", role: "status" });
  effect(() => {
    const isWorking = store.recognizing.value > 0;
    const problem = store.recognitionProblem.value;
    note.hidden = !isWorking && store.proposed.value.size === 0 && problem === "";
    if (isWorking) setText(note, t("Looking at the photos…"));
    else if (store.proposed.value.size > 0) setText(note, t("Marked fields come from the photos. Check them."));
    else setText(note, t("The photos couldn't be recognized: {problem}", { problem }));
  }, owner);
  return note;
}

function addButtons(store: AddStore, owner: AbortSignal): HTMLElement {
  const count = el("p", { class: "add-count" });
  const next = el(
    "button",
    { class: "button", type: "submit", "data-next": "true", onmousedown: keepFocus },
    icon("add"),
    t("Save and add another"),
  );
  const save = el(
    "button",
    { class: "button primary", type: "submit", onmousedown: keepFocus },
    icon("check"),
    t("Save"),
  );
  effect(() => {
    const added = store.added.value;
    setText(
      count,
      added === 0
        ? ""
        : t("{things} added", { things: plural(added, { one: "{count} thing", other: "{count} things" }) }),
    );
    next.disabled = save.disabled = store.isSaving.value;
  }, owner);
  // The first button of a form is the one that Enter presses.
  return el("div", { class: "dialog-actions add-actions" }, count, save, next);
}

/** The fields of the composer for type, file, title and text. */

import { t } from "../i18n/messages.ts";
import { kindNames } from "../ui/memory-kinds.ts";
import { limits, memoryKindValues } from "../api/generated.ts";
import { computed, effect } from "../reactive/signal.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import type { ComposerStore } from "./composer-store.ts";
import { mediaField } from "./media-field.ts";
import { mediaTextFields } from "./media-text.ts";
import { kindIcons } from "./memory-row.ts";

export function typeField(store: ComposerStore): HTMLElement {
  const name = freshID("kind");
  // A recorded session stays one, and nothing else becomes one.
  const { kind: current } = store.memory.peek();
  const kinds = memoryKindValues.filter((kind) => (kind === "session") === (current === "session"));
  const choices = kinds.map((kind) => {
    const checked = store.memory.peek().kind === kind;
    const attributes = { type: "radio", name, value: kind, checked, onchange: () => store.setKind(kind) };
    return el(
      "label",
      { class: "kind-choice" },
      el("input", attributes),
      el("span", {}, icon(kindIcons[kind]), kindNames[kind]),
    );
  });
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, t("Type")),
    el("div", { class: "kind-choices" }, ...choices),
  );
}

/** The file of a new photo, audio or video memory; the texts of the files of an existing one. */
export function mediaSection(store: ComposerStore, owner: AbortSignal): HTMLElement {
  const section = el("div", { class: "composer-media" });
  if (store.before) {
    const fields = store.before.media.flatMap((file) =>
      mediaTextFields(file.kind, file, (text) => store.setMediaText(file.id, text))
    );
    section.append(...fields);
    return section;
  }
  const kind = computed(() => store.memory.value.kind);
  effect(() => {
    const field = new AbortController();
    const current = kind.value;
    if (current === "text" || current === "session") section.replaceChildren();
    else {
      section.replaceChildren(
        mediaField(current, store.media.peek(), (media) => store.setMedia(media), field.signal),
      );
    }
    return () => field.abort();
  }, owner);
  return section;
}

export function textField(store: ComposerStore, name: "title" | "text", owner: AbortSignal): HTMLElement {
  const shared = { maxlength: limits.NewMemory[name].maxLength, oninput: () => store.update({ [name]: input.value }) };
  const input = name === "text"
    ? el("textarea", { ...shared, rows: 4 })
    : el("input", { ...shared, type: "text", autocomplete: "off" });
  input.value = store.memory.peek()[name];
  const field = labelled(name === "title" ? t("Title") : "", input);
  const label = field.querySelector("label")!;
  const isText = computed(() => store.memory.value.kind === "text");
  if (name === "text") effect(() => setText(label, isText.value ? t("What happened here") : t("Text")), owner);
  return field;
}

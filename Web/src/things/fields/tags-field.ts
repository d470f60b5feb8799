/** Tags as chips that can be removed, and a field for the next one. */

import type { WordCount } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { combobox } from "./combobox.ts";
import { matchingWords } from "./word-field.ts";

export interface TagsFieldProps {
  tags: ReadonlySignal<readonly string[]>;
  words: () => readonly WordCount[];
  change: (tags: string[]) => void;
}

/** Several tags can be written with commas between them. */
export function splitTags(text: string): string[] {
  return text.split(/[,;]/).map((tag) => tag.trim()).filter((tag) => tag !== "");
}

/** Tags with further ones; the case of letters makes no other tag. */
export function withTags(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...tags];
  for (const tag of added) if (!all.some((each) => each.toLowerCase() === tag.toLowerCase())) all.push(tag);
  return all;
}

export interface TagsField {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Takes what was typed. */
  commit(): void;
}

export function tagsField(props: TagsFieldProps, owner: AbortSignal): TagsField {
  const add = (text: string): void => {
    const added = splitTags(text);
    field.input.value = "";
    if (added.length === 0) return;
    props.change(withTags(props.tags.peek(), added));
    announce(t("Tagged {added}.", { added: added.join(", ") }));
  };
  const field = combobox({
    placeholder: t("Add a tag"),
    options: (text) => {
      const used = new Set(props.tags.peek().map((tag) => tag.toLowerCase()));
      return matchingWords(props.words().filter(({ word }) => !used.has(word.toLowerCase())), text)
        .map(({ word, count }) => ({ label: word, detail: String(count), take: () => add(word) }));
    },
    left: add,
    entered: add,
  });
  const list = el("ul", { class: "tag-chips", "aria-label": t("Chosen tags") });
  effect(() => {
    const tags = props.tags.value;
    const remove = (tag: string): void => {
      props.change(props.tags.peek().filter((each) => each !== tag));
      field.input.focus();
    };
    list.hidden = tags.length === 0;
    list.replaceChildren(...tags.map((tag) =>
      el(
        "li",
        { class: "tag-chip" },
        el("span", {}, tag),
        el(
          "button",
          {
            class: "chip-button",
            type: "button",
            "aria-label": t("Remove the tag {tag}", { tag }),
            onclick: () => remove(tag),
          },
          icon("close"),
        ),
      )
    ));
  }, owner);
  return {
    element: el("div", { class: "tags-field" }, list, field.element),
    input: field.input,
    commit: () => field.commit(),
  };
}

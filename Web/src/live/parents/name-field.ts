/** The field for one's own name in a session: free text, or a list of friendly names where free text is off. */

import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { el, freshID } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { isFriendlyName, suggestNames } from "./friendly-names.ts";

/** Bytes of UTF-8, as docs/live-protocol.md has it. */
const maxBytes = 64;
const suggestionCount = 8;
// Control characters, direction marks and the byte order mark, which the protocol refuses.
const forbidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Why a name can't be used, as a sentence; empty where it can. */
export function nameProblem(name: string, reactionsOnly: boolean): string {
  if (reactionsOnly) return isFriendlyName(name) ? "" : t("Choose a name from the list.");
  if (name.trim() === "") return t("Type a name.");
  if (forbidden.test(name)) return t("The name contains characters that can't be shown.");
  return new TextEncoder().encode(name).length > maxBytes ? t("The name is too long: use at most 64 letters.") : "";
}

export interface NameFieldProps {
  reactionsOnly: ReadonlySignal<boolean>;
  /** The name from last time; used where it is permitted and nobody has it. */
  initial: string;
  /** The names of the others. */
  taken: readonly string[];
}

export interface NameField {
  element: HTMLElement;
  /** The name as it is now; `nameProblem` says whether it can be used. */
  readonly name: string;
}

export function nameField({ reactionsOnly, initial, taken }: NameFieldProps, owner: AbortSignal): NameField {
  const element = el("div", { class: "name-field" });
  let name = initial;
  effect(() => {
    if (!reactionsOnly.value) {
      const input = el("input", { type: "text", value: name, maxlength: maxBytes, autocomplete: "nickname" });
      input.addEventListener("input", () => name = input.value.trim());
      element.replaceChildren(labelled(t("Your name"), input));
      return;
    }
    const kept = isFriendlyName(name) && !taken.includes(name) ? [name] : [];
    element.replaceChildren(nameList(kept, taken, (chosen) => name = chosen));
  }, owner);
  return {
    element,
    get name(): string {
      return name;
    },
  };
}

/** Radio buttons with suggestions; the first is chosen. */
function nameList(kept: readonly string[], taken: readonly string[], choose: (name: string) => void): HTMLElement {
  const group = freshID("name");
  const choices = el("div", { class: "kind-choices name-choices" });
  const fill = (first: readonly string[], focus: boolean): void => {
    const names = [...first, ...suggestNames(suggestionCount - first.length, [...taken, ...first])];
    const radios = names.map((value, i) =>
      el("input", { type: "radio", name: group, value, checked: i === 0, onchange: () => choose(value) })
    );
    choices.replaceChildren(
      ...radios.map((radio) => el("label", { class: "kind-choice" }, radio, el("span", {}, radio.value))),
    );
    choose(names[0] ?? "");
    if (focus) radios[0]?.focus();
  };
  fill(kept, false);
  const more = el("button", { class: "button small", type: "button", onclick: () => fill([], true) }, t("Other names"));
  return el("fieldset", { class: "field" }, el("legend", {}, t("Your name")), choices, more);
}

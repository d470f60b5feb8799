/** The form for a new link. */

import { limits, type LinkDraft } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { choice, labelled, problemText } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import type { LinkStore } from "./link-store.ts";
import { expiryAfter, validities } from "./link-text.ts";
import { partProblem } from "./part.ts";
import { type PartPicker, partPicker } from "./part-picker.ts";

/** `space`: null for a link to an exhibit, which has no memories and no parts. `created` is called after a link was made. */
export function linkForm(space: string | null, store: LinkStore, created: () => void, owner: AbortSignal): HTMLElement {
  const textInput = { type: "text", autocomplete: "off" };
  const name = el("input", { ...textInput, maxlength: limits.LinkDraft.name.maxLength, placeholder: t("For Grandma") });
  const password = el("input", { ...textInput, maxlength: limits.LinkDraft.password.maxLength, spellcheck: "false" });
  const expiry = el("select", {}, ...validities.map(({ name: text }, i) => el("option", { value: i }, text)));
  const memories = el("input", { type: "checkbox", checked: true });
  const isPart = signal(false);
  const partly = el("input", { type: "checkbox", onchange: () => isPart.value = partly.checked });
  const part = space === null ? null : partSection(space, isPart, owner);
  const problem = signal("");
  const make = el("button", { class: "button primary", type: "submit" }, icon("link"), t("Create a link"));

  const draft = (): LinkDraft => ({
    name: name.value.trim() || "Link",
    password: password.value === "" ? null : password.value,
    expires: expiryAfter(validities[Number(expiry.value)]?.days ?? null),
    part: part?.picker.peek()?.part.peek() ?? null,
    showsMemories: memories.checked,
  });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value = part?.problem() ?? "";
    if (problem.value !== "") return;
    make.disabled = true;
    try {
      await store.create(draft());
      name.value = "";
      password.value = "";
      partly.checked = false;
      isPart.value = false;
      created();
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      make.disabled = false;
    }
  };
  return el(
    "form",
    { class: "link-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Name, only you see it"), name),
    el("div", { class: "field-pair" }, labelled(t("Validity"), expiry), labelled(t("Password (optional)"), password)),
    ...(part === null
      ? []
      : [choice(t("Show the public memories"), memories), choice(t("Only a part of the space"), partly), part.element]),
    problemText(problem, owner),
    make,
  );
}

/** The picker of a part, while one is wanted. */
function partSection(
  space: string,
  isPart: { readonly value: boolean },
  owner: AbortSignal,
): { element: HTMLElement; picker: { peek(): PartPicker | null }; problem(): string | null } {
  const element = el("div", {});
  const picker = signal<PartPicker | null>(null);
  effect(() => {
    if (!isPart.value) {
      picker.value = null;
      return element.replaceChildren();
    }
    const controller = new AbortController();
    const made = partPicker(space, controller.signal);
    picker.value = made;
    element.replaceChildren(made.element);
    return () => controller.abort();
  }, owner);
  const problem = (): string | null => {
    const current = picker.peek();
    if (!current) return null;
    const part = current.part.peek();
    return part ? partProblem(part) : t("Wait until the plan is drawn.");
  };
  return { element, picker, problem };
}

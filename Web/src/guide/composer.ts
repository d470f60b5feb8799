/** The text field for questions. Enter sends, Shift and Enter begin a new line. */

import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { maxQuestionLength } from "./guide-api.ts";

export interface ComposerProps {
  /** Who is asked. */
  name: string;
  isWaiting: ReadonlySignal<boolean>;
  /** Whether the question is being asked; otherwise the text stays. */
  ask(text: string): boolean;
  stop(): void;
}

export interface Composer {
  element: HTMLElement;
  text: string;
  focus(): void;
}

/** Characters that are left when their number is shown. */
const countedFrom = 200;
const maxRows = 6;

export function composer(props: ComposerProps, owner: AbortSignal): Composer {
  const help = freshID("guide-help");
  const counter = el("p", { class: "guide-counter", "aria-live": "polite" });
  const field = el("textarea", {
    class: "guide-field",
    rows: 1,
    maxlength: maxQuestionLength,
    placeholder: t("Ask a question"),
    "aria-label": t("Ask {name}", { name: props.name }),
    "aria-describedby": help,
    autocomplete: "off",
    enterkeyhint: "send",
    oninput: () => changed(),
    onkeydown: (event: KeyboardEvent) => {
      // While a word is composed, Enter belongs to the input method.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      send();
    },
  });
  const button = el("button", { class: "button primary guide-send", type: "submit" });
  const element = el(
    "form",
    {
      class: "guide-composer",
      onsubmit: (event: Event) => {
        event.preventDefault();
        if (props.isWaiting.peek()) props.stop();
        else send();
      },
    },
    field,
    button,
    counter,
    el("p", { id: help, class: "visually-hidden" }, t("Enter sends, Shift and Enter begin a new line.")),
  );

  function changed(): void {
    const left = maxQuestionLength - field.value.length;
    setText(
      counter,
      left > countedFrom
        ? ""
        : plural(left, { one: "{count} character left", other: "{count} characters left" }, { count: left }),
    );
    // Where the browser fits the field to its text, this is only the least.
    field.rows = Math.min(maxRows, field.value.split("\n", maxRows).length);
  }

  function send(): void {
    if (props.isWaiting.peek()) return announce(t("Wait for the answer, or stop it."));
    if (!props.ask(field.value)) return field.focus();
    field.value = "";
    changed();
    field.focus();
  }

  effect(() => {
    const isWaiting = props.isWaiting.value;
    const label = isWaiting ? t("Stop") : t("Ask");
    button.replaceChildren(icon(isWaiting ? "stop" : "send"), el("span", {}, label));
    button.dataset.state = isWaiting ? "waiting" : "idle";
    button.classList.toggle("primary", !isWaiting);
  }, owner);

  return {
    element,
    get text(): string {
      return field.value;
    },
    set text(value: string) {
      field.value = value;
      changed();
    },
    focus: () => field.focus(),
  };
}

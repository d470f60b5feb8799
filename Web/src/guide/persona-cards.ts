/** Choosing who answers: cards that are radio buttons, and a button that begins. */

import { t } from "../i18n/messages.ts";
import { formatWhole } from "../i18n/numbers.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import type { Guide, Persona } from "./guide-api.ts";
import { portrait } from "./portrait.ts";

export function personaCards(guide: Guide, choose: (persona: Persona) => void): HTMLElement {
  const group = freshID("persona");
  const title = freshID("personas");
  let chosen = guide.personas[0]!;
  const label = el("span", {}, "");
  const select = (persona: Persona): void => {
    chosen = persona;
    setText(label, t("Ask {name}", { name: persona.name }));
  };
  const card = (persona: Persona): HTMLElement => {
    const about = freshID("persona-about");
    const role = [persona.role, persona.organization].filter((each) => each !== "").join(" · ");
    const input = el("input", {
      type: "radio",
      name: group,
      value: persona.id,
      checked: persona === chosen,
      "aria-describedby": about,
      onchange: () => select(persona),
    });
    return el(
      "label",
      { class: "persona-card", "data-persona": persona.id },
      input,
      portrait(persona),
      el(
        "span",
        { class: "persona-text" },
        el("span", { class: "persona-name" }, persona.name),
        el("span", { class: "persona-role" }, role),
        el("span", { class: "persona-about", id: about }, persona.summary),
      ),
      el("span", { class: "persona-mark", "aria-hidden": "true" }, icon("check")),
    );
  };
  select(chosen);
  return el(
    "form",
    {
      class: "guide-choose",
      onsubmit: (event: Event) => {
        event.preventDefault();
        choose(chosen);
      },
    },
    el("h2", { id: title }, t("Whom do you want to ask?")),
    el("div", { class: "persona-cards", role: "radiogroup", "aria-labelledby": title }, ...guide.personas.map(card)),
    el("p", { class: "guide-facts" }, factsOf(guide)),
    el(
      "div",
      { class: "guide-begin" },
      el("button", { class: "button primary", type: "submit" }, icon("ask"), label),
    ),
  );
}

/** What the answers are made of. */
export function factsOf({ passages, personas }: Guide): string {
  const portraits = personas.some(({ isReal, portrait }) => isReal && portrait !== null)
    ? t(" The portraits are illustrations.")
    : "";
  return t(
    "Answers quote {passages} passages with their sources. They are composed on the computer " +
      "that runs Diorama; questions aren't sent anywhere else.{portraits}",
    { passages: formatWhole(passages), portraits },
  );
}

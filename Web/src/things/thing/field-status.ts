/** Whether a field is saved; where it isn't, why, and what to do. */

import { t } from "../../i18n/messages.ts";
import { effect, untracked } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { formatCalendarDay } from "../dates.ts";
import { pathText, placeChoices } from "../fields/places.ts";
import { formatMoney } from "../money.ts";
import type { FieldName, FieldValue } from "./autosave.ts";
import type { ThingStore } from "./thing-store.ts";

/** How long “Saved” is shown, in milliseconds. */
const savedTime = 2500;

export function fieldStatus(store: ThingStore, name: FieldName, label: string, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "field-status", role: "status" });
  const button = (text: string, act: () => void): HTMLElement =>
    el("button", { class: "button small", type: "button", "aria-label": `${label}: ${text}`, onclick: act }, text);
  effect(() => {
    const edit = store.autosave.edits.value.get(name);
    const state = edit?.state;
    element.dataset.state = state?.kind ?? "";
    switch (state?.kind) {
      case undefined:
        return element.replaceChildren();
      case "saving":
        return element.replaceChildren(t("Saving…"));
      case "saved": {
        element.replaceChildren(icon("check"), t("Saved"));
        const timer = setTimeout(() => element.replaceChildren(), savedTime);
        return () => clearTimeout(timer);
      }
      case "failed":
        return element.replaceChildren(
          el("p", {}, state.message),
          button(t("Try again"), () => store.autosave.retry()),
          button(t("Discard"), () => store.autosave.drop(name)),
        );
      case "conflict":
        return element.replaceChildren(
          el(
            "p",
            {},
            t("Changed elsewhere to {untracked}.", { untracked: untracked(() => valueText(name, state.theirs)) }),
          ),
          button(t("Keep mine"), () => store.autosave.resolve(name, "mine")),
          button(t("Use theirs"), () => store.autosave.resolve(name, "theirs")),
        );
    }
  }, owner);
  return element;
}

/** A value in words. */
export function valueText(name: FieldName, value: FieldValue): string {
  if (value === null || value === undefined || value === "") return t("nothing");
  if (name === "place") {
    const place = placeChoices.find(String(value));
    return place ? `“${pathText(place.path)}”` : t("another place");
  }
  if (name === "purchased" || name === "warrantyUntil") return formatCalendarDay(String(value));
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value)) {
    if (name === "tags") return value.length === 0 ? t("no tags") : value.join(", ");
    return plural(value.length, { one: "{count} fields", other: "{count} fields" });
  }
  if (typeof value === "object" && "minorUnits" in value) return formatMoney(value);
  return `“${String(value).slice(0, 80)}”`;
}

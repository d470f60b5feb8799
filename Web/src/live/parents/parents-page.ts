/** The page for parents: who may join, names, microphone and camera, and the session's length. It opens after the gate. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, freshID, setText } from "../../ui/dom.ts";
import { choice, labelled } from "../../ui/fields.ts";
import { plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyle } from "../../ui/lazy-style.ts";
import { passGate } from "./gate-dialog.ts";
import { minuteChoices, type ParentSettings, type SessionRules } from "./parent-settings.ts";
import { RulesStore } from "./rules-store.ts";

/** Reports what was saved. */
type Saved = (text: string) => void;

/** `code`: of the running session; null without one. Resolves when the page is closed, or the gate was not passed. */
export async function openParentsPage(settings: ParentSettings, code: string | null): Promise<void> {
  await loadStyle("live-settings.css");
  if (!await passGate()) return;
  const store = new RulesStore(settings, code);
  const owner = new AbortController();
  // Within the dialog: while it is open, screen readers don't read what is outside.
  const status = el("p", { class: "field-help", role: "status" });
  const saved: Saved = (text) => setText(status, text);
  const close = el("button", { class: "button primary", type: "button", onclick: () => dialog.close() }, t("Done"));
  const dialog = openDialog(t("For parents"), [
    scopeNote(store, owner.signal),
    joinField(store, saved, owner.signal),
    namesField(store, saved, owner.signal),
    sensorsField(settings, saved, owner.signal),
    lengthField(store, saved, owner.signal),
    problemNote(store, status, owner.signal),
    el("div", { class: "dialog-actions" }, close),
  ]);
  dialog.classList.add("parents-page");
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  void store.load();
  await new Promise<void>((resolve) => dialog.addEventListener("close", () => resolve()));
  owner.abort();
}

/** Says what the settings apply to. */
function scopeNote(store: RulesStore, owner: AbortSignal): HTMLElement {
  const text = el("span", {});
  effect(() => {
    setText(
      text,
      store.hosted.value
        ? t("Changes apply at once to this session, and to those that you start later on this device.")
        : t("Changes apply to sessions that you start on this device. A running session is changed by its host."),
    );
  }, owner);
  return el("p", { class: "note" }, icon("info"), text);
}

function joinField(store: RulesStore, saved: Saved, owner: AbortSignal): HTMLElement {
  const name = freshID("join");
  const radio = (allowsGuests: boolean): HTMLInputElement =>
    el("input", { type: "radio", name, onchange: () => void changed(store, saved, { allowsGuests }) });
  const guests = radio(true);
  const viewers = radio(false);
  effect(() => {
    guests.checked = store.rules.value.allowsGuests;
    viewers.checked = !store.rules.value.allowsGuests;
  }, owner);
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, t("Who may join")),
    el(
      "div",
      {},
      choice(t("Guests take part"), guests, t("Whoever has the code or link can add companions and effects.")),
      choice(
        t("Others only watch"),
        viewers,
        t("Whoever has the code or link sees the session, and adds nothing to the space."),
      ),
    ),
  );
}

function namesField(store: RulesStore, saved: Saved, owner: AbortSignal): HTMLElement {
  const input = el("input", {
    type: "checkbox",
    onchange: () => void changed(store, saved, { reactionsOnly: input.checked }),
  });
  effect(() => void (input.checked = store.rules.value.reactionsOnly), owner);
  return choice(
    t("Reactions only, no free text"),
    input,
    t(
      "Nobody can write to others: names are chosen from a list of friendly names, and there are " +
        "six reactions.",
    ),
  );
}

function sensorsField(settings: ParentSettings, saved: Saved, owner: AbortSignal): HTMLElement {
  const { sensorsOff } = settings;
  const set = (): void => {
    sensorsOff.set(input.checked);
    saved(input.checked ? t("Microphone and camera are off.") : t("Microphone and camera may be used by triggers."));
  };
  const input = el("input", { type: "checkbox", onchange: set });
  effect(() => void (input.checked = sensorsOff.value), owner);
  return choice(
    t("Microphone and camera off"),
    input,
    t("On this device, triggers stay off and can't be switched on. Nothing is ever recorded or sent."),
  );
}

function lengthField(store: RulesStore, saved: Saved, owner: AbortSignal): HTMLElement {
  const select = el("select", { onchange: () => void changed(store, saved, { maxMinutes: Number(select.value) }) });
  effect(() => {
    const { maxMinutes } = store.rules.value;
    const minutes = [...new Set([...minuteChoices, maxMinutes])].sort((a, b) => a - b);
    select.replaceChildren(...minutes.map((value) => el("option", { value }, minutesText(value))));
    select.value = String(maxMinutes);
  }, owner);
  return labelled(t("Length of a session"), select, t("The session ends by itself this long after its start."));
}

/** `15 minutes`, `1 hour`, `90 minutes`. */
export function minutesText(minutes: number): string {
  if (minutes % 60 !== 0) return plural(minutes, { one: "{count} minute", other: "{count} minutes" });
  return plural(minutes / 60, { one: "{count} hour", other: "{count} hours" });
}

async function changed(store: RulesStore, saved: Saved, change: Partial<SessionRules>): Promise<void> {
  saved("");
  await store.change(change);
  if (store.problem.peek() === "") saved(t("Saved."));
}

function problemNote(store: RulesStore, status: HTMLElement, owner: AbortSignal): HTMLElement {
  const text = el("p", { class: "field-problem", role: "alert" });
  const retry = el(
    "button",
    { class: "button small", type: "button", onclick: () => void store.retry() },
    t("Try again"),
  );
  effect(() => {
    const problem = store.problem.value;
    setText(text, problem === "" ? "" : t("The running session was not changed: {problem}", { problem }));
    retry.hidden = problem === "";
    retry.disabled = store.busy.value;
  }, owner);
  return el("div", { class: "parents-problem" }, text, retry, status);
}

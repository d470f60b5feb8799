/** Who may see a memory: one of four levels, and for the last one the people. */

import { type Account, privacyValues } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { type Child, el, freshID } from "../ui/dom.ts";
import { choice } from "../ui/fields.ts";
import { messageOf } from "../ui/notice.ts";
import type { Privacy } from "./types.ts";
import { privacyLevels } from "./memory-text.ts";

/** `self` is the account of the visitor. `changed` is called with the level and the ids of the selected people. */
export function privacyField(
  initial: { privacy: Privacy; audience: readonly string[] },
  self: string | null,
  changed: (privacy: Privacy, audience: readonly string[]) => void,
  owner: AbortSignal,
): HTMLElement {
  const name = freshID("privacy");
  const privacy = signal(initial.privacy);
  const audience = signal<readonly string[]>(initial.audience);
  const report = (): void => changed(privacy.peek(), privacy.peek() === "shared" ? audience.peek() : []);
  const levels = privacyValues.map((level) => {
    const input = el("input", {
      type: "radio",
      name,
      value: level,
      checked: level === privacy.peek(),
      onchange: () => {
        privacy.value = level;
        report();
      },
    });
    return choice(privacyLevels[level].name, input, privacyLevels[level].help);
  });
  const people = peopleChoice(self, audience.peek(), (selected) => {
    audience.value = selected;
    report();
  }, owner);
  effect(() => {
    people.element.hidden = privacy.value !== "shared";
    if (privacy.value === "shared") people.load();
  }, owner);
  return el("fieldset", { class: "field" }, el("legend", {}, t("Who may see it")), ...levels, people.element);
}

type Accounts = { state: "unknown" | "loading" } | { state: "failed"; message: string } | {
  state: "loaded";
  others: readonly Account[];
};

/** Checkboxes for the accounts of the server, fetched when they are first shown. */
function peopleChoice(
  self: string | null,
  initial: readonly string[],
  changed: (selected: readonly string[]) => void,
  owner: AbortSignal,
): { element: HTMLElement; load(): void } {
  const element = el("div", { class: "people", role: "group", "aria-label": t("Who may see it") });
  const accounts = signal<Accounts>({ state: "unknown" });
  const selected = new Set(initial);
  const load = async (): Promise<void> => {
    if (accounts.peek().state === "loading" || accounts.peek().state === "loaded") return;
    accounts.value = { state: "loading" };
    try {
      const others = (await shareApi.accounts()).filter((account) => account.id !== self);
      accounts.value = { state: "loaded", others };
    } catch (error) {
      accounts.value = {
        state: "failed",
        message: t("Couldn't load the accounts: {problem}", { problem: messageOf(error) }),
      };
    }
  };
  const toggle = (id: string, isSelected: boolean): void => {
    if (isSelected) selected.add(id);
    else selected.delete(id);
    changed([...selected]);
  };
  effect(() => element.replaceChildren(...accountList(accounts.value, selected, toggle, () => void load())), owner);
  return { element, load: () => void load() };
}

function accountList(
  accounts: Accounts,
  selected: ReadonlySet<string>,
  toggle: (id: string, isSelected: boolean) => void,
  retry: () => void,
): Exclude<Child, null | undefined | false>[] {
  if (accounts.state === "failed") {
    return [
      el("p", { class: "field-problem", role: "alert" }, accounts.message),
      el("button", { class: "button small", type: "button", onclick: retry }, t("Try again")),
    ];
  }
  if (accounts.state !== "loaded") return [el("p", { class: "quiet" }, t("Loading the accounts…"))];
  if (accounts.others.length === 0) {
    return [el("p", { class: "quiet" }, t("Nobody else has an account on this server yet. The owner invites people."))];
  }
  return accounts.others.map(({ id, name }) => {
    const input = el("input", {
      type: "checkbox",
      checked: selected.has(id),
      onchange: () => toggle(id, input.checked),
    });
    return el("label", { class: "choice" }, input, el("span", { class: "choice-words" }, name));
  });
}

/** The account in the settings: picture, name and tier. */

import { limits } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { pictureOf } from "./picture.ts";
import { partProblem } from "./part-problem.ts";
import type { SettingsStore } from "./settings-store.ts";

export function accountPanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const picture = el("div", { class: "settings-picture" });
  const remove = el("button", { class: "button", type: "button", onclick: () => void setPicture(store, null) });
  remove.append(icon("trash"), t("Remove"));
  const file = el("input", {
    type: "file",
    accept: "image/jpeg,image/png,image/webp,image/heic,image/heif",
    class: "visually-hidden",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => {
      const chosen = file.files?.[0];
      file.value = "";
      if (chosen) void setPicture(store, chosen);
    },
  });
  const choose = el("button", { class: "button", type: "button", onclick: () => file.click() });
  choose.append(icon("photo"), t("Choose a picture"));
  const tier = el("p", { class: "quiet" });
  const none = el("p", {}, t("This library has no account yet. Add a device or share something to create one."));
  const account = el(
    "div",
    { class: "settings-account" },
    picture,
    el("div", { class: "panel-buttons" }, choose, remove, file),
  );
  const form = nameForm(store, owner);
  effect(() => {
    const settings = store.settings.value;
    if (!settings) return;
    none.hidden = settings.account !== null;
    account.hidden = form.hidden = settings.account === null;
    tier.textContent = t("Tier: {tier}", { tier: settings.tier });
    if (!settings.account) return;
    remove.hidden = settings.account.picture === null;
    picture.replaceChildren(pictureOf(settings.account.name, settings.account.picture));
  }, owner);
  const help = el("p", { class: "quiet" }, t("Other people see it beside what you share with them."));
  return [none, account, form, help, tier, partProblem(store, "account", owner)];
}

async function setPicture(store: SettingsStore, image: Blob | null): Promise<void> {
  if (await store.setPicture(image)) announce(image ? t("The picture is saved.") : t("The picture is removed."));
}

function nameForm(store: SettingsStore, owner: AbortSignal): HTMLFormElement {
  const name = el("input", {
    type: "text",
    autocomplete: "name",
    required: true,
    maxlength: limits.SettingsChange.name.maxLength,
  });
  const save = el("button", { class: "button", type: "submit" }, icon("check"), t("Save"));
  const stored = (): string => store.settings.peek()?.account?.name ?? "";
  const update = (): void => void (save.disabled = name.value.trim() === "" || name.value.trim() === stored());
  name.addEventListener("input", update);
  effect(() => {
    name.value = store.settings.value?.account?.name ?? "";
    update();
  }, owner);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await store.change("account", { name: name.value.trim() })) announce(t("The name is saved."));
  };
  return el(
    "form",
    { class: "settings-name", onsubmit: (event: Event) => void submit(event) },
    labelled(t("Your name"), name),
    save,
  );
}

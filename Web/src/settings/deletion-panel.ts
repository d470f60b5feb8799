/** Deleting everything in the library, after the user has typed the confirmation. */

import { clearDevice } from "../offline/register.ts";
import { t } from "../i18n/messages.ts";
import { signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { labelled, problemText } from "../ui/fields.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import type { PrivacyStore } from "./privacy-store.ts";

export function deletionPanel(store: PrivacyStore): HTMLElement[] {
  const result = el("p", { class: "quiet", role: "status" });
  const open = el("button", { class: "button danger", type: "button" }, icon("trash"), t("Delete everything…"));
  open.addEventListener("click", () => confirm(store, (text) => result.textContent = text));
  return [
    el(
      "p",
      {},
      t(
        "Spaces, things, memories, contacts, links, settings, other people's accounts, backups and previews are deleted " +
          "permanently, with the next sync also in the bucket and on your other devices. Your own account stays.",
      ),
    ),
    el("p", {}, t("What other people received stays with them. Revoke shares before, if they should lose it.")),
    el("div", { class: "panel-buttons" }, open),
    result,
  ];
}

function confirm(store: PrivacyStore, done: (text: string) => void): void {
  const words = t("delete everything");
  const problem = signal("");
  const controller = new AbortController();
  const input = el("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const yes = el("button", { class: "button danger", type: "submit", disabled: true }, t("Delete everything"));
  const no = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Keep it"));
  const isRight = (): boolean => input.value.trim().toLocaleLowerCase() === words.toLocaleLowerCase();
  input.addEventListener("input", () => yes.disabled = !isRight());
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!isRight()) return;
    yes.disabled = true;
    try {
      const count = await store.deleteEverything();
      await clearDevice();
      const text = plural(count, {
        one: "{count} entry is deleted permanently.",
        other: "{count} entries are deleted permanently.",
      });
      announce(text);
      done(text);
      dialog.close();
    } catch (error) {
      problem.value = messageOf(error);
      yes.disabled = false;
    }
  };
  const form = el(
    "form",
    { novalidate: true, onsubmit: (event: Event) => void submit(event) },
    el("p", {}, t("This can't be undone. Make the archive first, if you want to keep a copy.")),
    labelled(t("Type “{words}”", { words }), input),
    problemText(problem, controller.signal),
    el("div", { class: "dialog-actions" }, no, yes),
  );
  const dialog = openDialog(t("Delete everything?"), [form]);
  dialog.addEventListener("close", () => controller.abort());
  input.focus();
}

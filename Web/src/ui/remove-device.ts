/** Removing a lost device from the account: a question, then what was rotated and what is left to do. */

import { pairingApi } from "../api/pairing-api.ts";
import { t } from "../i18n/messages.ts";
import { ask, explain } from "./dialog.ts";
import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import { messageOf, notify } from "./notice.ts";
import { sentence } from "./sync-text.ts";

/** A button that removes a device; `removed` is called afterwards. */
export function removeDeviceButton(id: string, name: string, removed: () => void): HTMLElement {
  return el(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": t("Remove {name}", { name }),
      title: t("Remove a lost device"),
      onclick: () => void remove(id, name, removed),
    },
    icon("trash"),
  );
}

async function remove(id: string, name: string, removed: () => void): Promise<void> {
  const isSure = await ask({
    title: t("Remove {name}?", { name }),
    body: t(
      "Remove a device that is lost: it gets nothing that is written from now on, and its keys are " +
        "replaced. What it has received before stays on it.",
    ),
    confirm: t("Remove"),
    cancel: t("Keep it"),
  });
  if (!isSure) return;
  try {
    const { notes } = await pairingApi.removeDevice(id);
    explain(t("{name} is removed", { name }), ...notes.map((note) => el("p", {}, sentence(note))));
    removed();
  } catch (error) {
    notify(t("Couldn't remove {name}. {problem}", { name, problem: messageOf(error) }));
  }
}

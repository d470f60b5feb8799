/** What the ＋ of a phone leads to on the page of the spaces: files of a scan, photos, or the space for a memory. */

import { api } from "../api/client.ts";
import type { Space } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { openDialog } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { type Addable, newMemoryPath } from "../ui/routes.ts";
import type { DropZone } from "../uploads/drop-zone.ts";
import type { App } from "./page.ts";

/** Begins what the address asks for, once: it is removed from the address. */
export function beginAdding(app: App, zone: DropZone): void {
  const what = addableOf(location.search);
  if (what === null) return;
  history.replaceState(history.state, "", location.pathname);
  if (what === "memory") return void chooseSpace(app);
  // Browsers open the choice only shortly after a press: after a reload the focus shows where to go on.
  zone.element.querySelector("button")?.focus();
  zone.choose(what === "photos");
}

/** What an address asks to add. */
export function addableOf(query: string): Addable | null {
  const value = new URLSearchParams(query).get("add");
  return value === "scan" || value === "photos" || value === "memory" ? value : null;
}

/** Leads to the only space, or asks for one: memories are pinned in spaces. */
async function chooseSpace(app: App): Promise<void> {
  try {
    const { spaces } = await api.spaces();
    const [first, second] = spaces;
    if (!first) return notify(t("A memory is pinned in a space. Add a scan first."));
    if (!second) return app.navigate(newMemoryPath(first.id));
    askForSpace(app, spaces);
  } catch (error) {
    notify(t("The spaces didn't load: {problem}", { problem: messageOf(error) }));
  }
}

function askForSpace(app: App, spaces: readonly Space[]): void {
  const choice = (space: Space): HTMLElement => {
    const choose = (): void => {
      dialog.close();
      app.navigate(newMemoryPath(space.id));
    };
    return el(
      "li",
      {},
      el("button", { class: "choice-row", type: "button", onclick: choose }, icon("place"), space.name),
    );
  };
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const dialog = openDialog(t("In which space?"), [
    el("ul", { class: "choice-rows" }, ...spaces.map(choice)),
    el("div", { class: "dialog-actions" }, cancel),
  ]);
  dialog.querySelector("button")?.focus();
}

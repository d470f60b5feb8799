/** Prints the QR code of a link on a page of its own, with its name and address. */

import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { notify } from "../ui/notice.ts";

export async function printCode(name: string, address: string): Promise<void> {
  const image = el("img", { src: shareApi.qr("svg", address), alt: "" });
  const sheet = el("div", { class: "print-sheet" }, el("h1", {}, name), image, el("p", {}, address));
  try {
    await image.decode();
  } catch {
    return notify(t("The QR code can't be drawn. Is Diorama still running?"));
  }
  document.body.append(sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  print();
}

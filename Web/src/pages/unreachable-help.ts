import { unreachableMessage } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";

/** A failure, and what to do when the server can't be reached. `reassurance` ends the sentence. */
export function unreachableHelp(message: string, reassurance: string): Node[] {
  const title = [icon("warning"), el("p", { class: "trouble-title" }, message)];
  if (message !== unreachableMessage) return title;
  return [
    ...title,
    el(
      "p",
      {},
      t("Is it still running? Start it again with "),
      el("code", {}, "diorama serve"),
      `; ${reassurance}`,
    ),
  ];
}

import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";

/** What to do when the server can't be reached. `reassurance` ends the sentence. */
export function unreachableHelp(message: string, reassurance: string): Node[] {
  return [
    icon("warning"),
    el("p", { class: "trouble-title" }, message),
    el(
      "p",
      {},
      "Is it still running? Start it again with ",
      el("code", {}, "diorama serve"),
      `; ${reassurance}`,
    ),
  ];
}

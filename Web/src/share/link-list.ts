/** The list of links, and how others reach them. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { linkItem } from "./link-item.ts";
import type { LinkStore } from "./link-store.ts";
import { isLocalHost } from "./link-text.ts";

/** Serves the library to other machines of the network. */
const networkCommand = "diorama serve --host 0.0.0.0 --tls local";

/** Where links have an address of this computer only: how others can reach it. */
export function localHostNote(store: LinkStore, owner: AbortSignal): HTMLElement {
  const text = t(
    "Diorama can be reached from this computer only. Start it for the network, and links get an address that others " +
      "can open:",
  );
  const element = el("div", { class: "note" }, icon("info"), el("div", {}, text, " ", el("code", {}, networkCommand)));
  effect(() => {
    const isKnown = store.links.value !== null;
    element.hidden = !isKnown || !isLocalHost(location.hostname) || store.origin.value !== null;
  }, owner);
  return element;
}

/** `name`: of what the links open. */
export function linkList(store: LinkStore, name: string, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "links", "aria-label": t("Links") }, el("li", { class: "bone" }));
  effect(() => {
    const links = store.links.value;
    const problem = store.problem.value;
    list.setAttribute("aria-busy", String(links === null && problem === ""));
    if (problem !== "") list.replaceChildren(el("li", { class: "field-problem" }, problem));
    else if (links?.length === 0) list.replaceChildren(el("li", { class: "quiet" }, t("No links yet.")));
    else if (links) {
      const focused = focusedLink(list);
      list.replaceChildren(...links.map((link) => linkItem(link, store, name)));
      focus(list, focused, store.edited.peek());
    }
  }, owner);
  return list;
}

function focusedLink(list: HTMLElement): string | null {
  return document.activeElement?.closest<HTMLElement>(".link") && list.contains(document.activeElement)
    ? document.activeElement.closest<HTMLElement>(".link")!.dataset.link ?? null
    : null;
}

/** The focus stays with a link that is drawn again: in its form if it is edited, else on its first button. */
function focus(list: HTMLElement, id: string | null, edited: string | null): void {
  if (id === null) return;
  const item = list.querySelector<HTMLElement>(`[data-link="${id}"]`);
  const target = id === edited ? ".link-change input" : ".icon-button";
  item?.querySelector<HTMLElement>(target)?.focus();
}

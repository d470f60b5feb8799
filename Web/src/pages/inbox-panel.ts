/** What contacts offered and asked for, with buttons to accept and decline. */

import type { ReceivedOffer, ReceivedRequest } from "../api/generated.ts";
import { effect } from "../reactive/signal.ts";
import { receivedFacts } from "../share/sharing-text.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { formatDay } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { spacePath } from "../ui/routes.ts";
import type { SharingStore } from "./sharing-store.ts";

export function inboxPanel(store: SharingStore, owner: AbortSignal): HTMLElement[] {
  const list = el("ul", { class: "account-list" });
  effect(() => {
    const inbox = store.inbox.value;
    const items = [
      ...openFirst(inbox?.offers ?? []).map((offer) => offerItem(offer, store)),
      ...(inbox?.requests ?? []).map((request) => requestItem(request, store)),
    ];
    list.replaceChildren(
      ...(items.length > 0 ? items : [el("li", { class: "quiet" }, "Nothing was sent to you yet.")]),
    );
  }, owner);
  const label = el("span", {});
  const button = el(
    "button",
    { class: "button", type: "button", onclick: () => void receive(store) },
    icon("sync"),
    label,
  );
  const failures = el("div", { role: "alert" });
  effect(() => {
    button.disabled = store.isReceiving.value;
    setText(label, store.isReceiving.value ? "Receiving…" : "Receive now");
    failures.replaceChildren(...store.failures.value.map((failure) => el("p", { class: "field-problem" }, failure)));
  }, owner);
  return [list, failures, el("div", { class: "panel-buttons" }, button)];
}

/** Offers that wait for an answer, then the others, in their order. */
function openFirst(offers: readonly ReceivedOffer[]): readonly ReceivedOffer[] {
  return offers.toSorted((a, b) => Number(b.state === "offered") - Number(a.state === "offered"));
}

async function receive(store: SharingStore): Promise<void> {
  const exchange = await store.receive();
  if (!exchange) return;
  const received = exchange.applied === 0 ? "Nothing new." : `Received ${exchange.applied}.`;
  announce(
    [received, ...exchange.renewed.map((name) => `${name} has new keys: compare the fingerprint again.`)].join(" "),
  );
}

function offerItem(offer: ReceivedOffer, store: SharingStore): HTMLElement {
  const isOpen = offer.state === "offered";
  const space = offer.state === "accepted" ? offer.spaces[0] : undefined;
  return el(
    "li",
    { class: "account", "data-share": offer.id },
    el(
      "div",
      { class: "link-line" },
      el("p", { class: "link-name" }, offer.title),
      isOpen && el(
        "div",
        { class: "panel-buttons" },
        action(`Accept ${offer.title}`, "Accept", () => store.accept(offer.id)),
        action(`Decline ${offer.title}`, "Decline", () => store.decline(offer.id)),
      ),
      space !== undefined && el("a", { class: "button small", href: spacePath(space) }, "Open"),
    ),
    offer.message !== "" && el("p", {}, offer.message),
    el("p", { class: "quiet" }, receivedFacts(offer)),
  );
}

function requestItem(request: ReceivedRequest, store: SharingStore): HTMLElement {
  const due = request.due === null ? "" : ` · by ${formatDay(new Date(request.due))}`;
  return el(
    "li",
    { class: "account", "data-request": request.id },
    el(
      "div",
      { class: "link-line" },
      el("p", { class: "link-name" }, request.title),
      request.state === "open" && action(`Decline ${request.title}`, "Decline", () => store.decline(request.id)),
    ),
    request.message !== "" && el("p", {}, request.message),
    el("p", { class: "quiet" }, `Request from ${request.from} · ${request.state}${due}`),
  );
}

/** A button whose failure is shown as a notice. */
export function action(label: string, text: string, act: () => Promise<void>): HTMLElement {
  // It stays focusable: a dialog that `act` opens returns the focus to it.
  const run = async (): Promise<void> => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      await act();
    } catch (error) {
      notify(messageOf(error));
    } finally {
      button.removeAttribute("aria-disabled");
    }
  };
  const button = el(
    "button",
    { class: "button small", type: "button", "aria-label": label, onclick: () => void run() },
    text,
  );
  return button;
}

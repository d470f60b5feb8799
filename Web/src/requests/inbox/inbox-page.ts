/** The inbox: offers and requests that wait for an answer, what contacts are asked for, and what was before. */

import type { ReceivedOffer, RequestItem } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect } from "../../reactive/signal.ts";
import { failure, troubleContent } from "../../things/trouble.ts";
import { receivedFacts } from "../../share/sharing-text.ts";
import { action } from "../../ui/action-button.ts";
import { announce } from "../../ui/announce.ts";
import { ask } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyles } from "../styles.ts";
import { panel } from "../../ui/panel.ts";
import { recordingPath, requestPath, sharingPath, spacePath, workflowsPath } from "../../ui/routes.ts";
import { topBar } from "../../ui/top-bar.ts";
import { contentsText, requestFacts } from "../request-text.ts";
import type { RequestPage, RequestsHost } from "../request-page-type.ts";
import { openAskDialog } from "./ask-dialog.ts";
import { InboxStore } from "./inbox-store.ts";

export async function inboxPage(host: RequestsHost): Promise<RequestPage> {
  await loadStyles();
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new InboxStore();
  const isLoaded = computed(() => store.inbox.value !== null);
  const panels = el(
    "div",
    { class: "panels" },
    panel(
      { name: "waiting", title: t("For you"), icon: "inbox", lines: 4, isLoaded },
      () => waiting(store, owner),
      owner,
    ),
    panel(
      { name: "asked", title: t("Asked by you"), icon: "send", lines: 4, isLoaded },
      () => asked(store, host, owner),
      owner,
    ),
    panel(
      { name: "earlier", title: t("Earlier"), icon: "history", lines: 2, isLoaded },
      () => earlier(store, owner),
      owner,
    ),
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("inbox"),
    el(
      "main",
      { id: "main", class: "sheet", tabindex: -1 },
      el("h1", {}, t("Inbox")),
      el(
        "p",
        { class: "sheet-note" },
        el("span", { class: "sheet-words" }, t("What contacts offer you and ask you for.")),
      ),
      el(
        "div",
        { class: "panel-buttons" },
        el("a", { class: "button small", href: sharingPath() }, icon("people"), t("Contacts")),
        el("a", { class: "button small", href: workflowsPath() }, icon("list"), t("Workflows")),
      ),
      trouble,
      panels,
    ),
  );
  effect(() => {
    const problem = store.problem.value;
    panels.hidden = problem !== "";
    trouble.hidden = problem === "";
    element.dataset.state = problem !== "" ? "failed" : isLoaded.value ? "ready" : "loading";
    if (problem !== "") trouble.replaceChildren(...troubleContent(failure(problem, () => void store.load())));
  }, owner);
  return { element, title: t("Inbox"), shown: () => void store.load(), dispose: () => controller.abort() };
}

function listOf(none: string, items: () => HTMLElement[], owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "account-list" });
  effect(() => {
    const found = items();
    list.replaceChildren(...(found.length > 0 ? found : [el("li", { class: "quiet" }, none)]));
  }, owner);
  return list;
}

function waiting(store: InboxStore, owner: AbortSignal): HTMLElement[] {
  const items = (): HTMLElement[] => [
    ...(store.inbox.value?.offers ?? []).filter(({ state }) => state === "offered").map((offer) =>
      offerItem(offer, store)
    ),
    ...store.requests.value.filter((each) => each.direction === "incoming" && each.state === "open")
      .map((request) => incomingItem(request, store)),
  ];
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
    setText(label, store.isReceiving.value ? t("Receiving…") : t("Receive now"));
    failures.replaceChildren(...store.failures.value.map((text) => el("p", { class: "field-problem" }, text)));
  }, owner);
  return [
    listOf(t("Nothing waits for an answer."), items, owner),
    failures,
    el("div", { class: "panel-buttons" }, button),
  ];
}

async function receive(store: InboxStore): Promise<void> {
  const exchange = await store.receive();
  if (!exchange) return;
  const received = exchange.applied === 0 ? t("Nothing new.") : t("Received {applied}.", { applied: exchange.applied });
  announce(
    [received, ...exchange.renewed.map((name) => t("{name} has new keys: compare the fingerprint again.", { name }))]
      .join(" "),
  );
}

function offerItem(offer: ReceivedOffer, store: InboxStore): HTMLElement {
  const decline = async (): Promise<void> => {
    const confirmed = await ask({
      title: t("Decline “{title}”?", { title: offer.title }),
      body: t("{from} would have to offer it again.", { from: offer.from }),
      confirm: t("Decline"),
    });
    if (confirmed) await store.decline(offer.id);
  };
  return el(
    "li",
    { class: "account", "data-share": offer.id },
    el(
      "div",
      { class: "link-line" },
      el("p", { class: "link-name" }, offer.title),
      el(
        "div",
        { class: "panel-buttons" },
        action(t("Accept {title}", { title: offer.title }), t("Accept"), () => store.accept(offer.id)),
        action(t("Decline {title}", { title: offer.title }), t("Decline"), decline),
      ),
    ),
    offer.message !== "" && el("p", {}, offer.message),
    el("p", {}, contentsText(offer)),
    el("p", { class: "quiet" }, receivedFacts(offer)),
  );
}

function incomingItem(request: RequestItem, store: InboxStore): HTMLElement {
  const decline = async (): Promise<void> => {
    const confirmed = await ask({
      title: t("Decline “{title}”?", { title: request.title }),
      body: t("{contact} is told. What you have recorded stays in your library.", { contact: request.contact }),
      confirm: t("Decline"),
    });
    if (confirmed) await store.declineRequest(request.id);
  };
  return requestItem(request, [
    el(
      "a",
      { class: "button small primary", href: requestPath(request.id) },
      request.done > 0 ? t("Go on") : t("Answer"),
    ),
    action(t("Decline {title}", { title: request.title }), t("Decline"), decline),
  ]);
}

function requestItem(request: RequestItem, buttons: HTMLElement[]): HTMLElement {
  return el(
    "li",
    { class: "account", "data-request": request.id },
    el(
      "div",
      { class: "link-line" },
      el("a", { class: "link-name", href: requestPath(request.id) }, request.title),
      buttons.length > 0 && el("div", { class: "panel-buttons" }, ...buttons),
    ),
    el("p", { class: "quiet" }, requestFacts(request)),
  );
}

function asked(store: InboxStore, host: RequestsHost, owner: AbortSignal): HTMLElement[] {
  const items = (): HTMLElement[] =>
    store.requests.value.filter(({ direction }) => direction === "outgoing").map((request) => {
      const withdraw = async (): Promise<void> => {
        const confirmed = await ask({
          title: t("Withdraw “{title}”?", { title: request.title }),
          body: t("{contact} can't answer it any more.", { contact: request.contact }),
          confirm: t("Withdraw"),
        });
        if (confirmed) await store.withdraw(request.id);
      };
      const buttons = request.state === "open"
        ? [action(t("Withdraw {title}", { title: request.title }), t("Withdraw"), withdraw)]
        : request.state === "answered"
        ? [el("a", { class: "button small", href: requestPath(request.id) }, t("See the answer"))]
        : [];
      return requestItem(request, buttons);
    });
  const button = el(
    "button",
    {
      class: "button primary",
      type: "button",
      onclick: () => void openAskDialog((id) => host.navigate(requestPath(id))),
    },
    icon("add"),
    t("Ask for a recording"),
  );
  return [
    listOf(t("You haven't asked anybody for a recording."), items, owner),
    el("div", { class: "panel-buttons" }, button),
  ];
}

function earlier(store: InboxStore, owner: AbortSignal): HTMLElement[] {
  const items = (): HTMLElement[] => [
    ...(store.inbox.value?.offers ?? []).filter(({ state }) => state !== "offered").map((offer) => {
      const space = offer.state === "accepted" ? offer.spaces[0] : undefined;
      const recording = offer.state === "accepted" ? offer.recordings[0] : undefined;
      return el(
        "li",
        { class: "account", "data-share": offer.id },
        el(
          "div",
          { class: "link-line" },
          el("p", { class: "link-name" }, offer.title),
          space !== undefined && el("a", { class: "button small", href: spacePath(space) }, t("Open")),
          recording !== undefined && el("a", { class: "button small", href: recordingPath(recording) }, t("Open")),
        ),
        el("p", { class: "quiet" }, receivedFacts(offer)),
      );
    }),
    ...store.requests.value.filter((each) => each.direction === "incoming" && each.state !== "open")
      .map((request) => requestItem(request, [])),
  ];
  return [listOf(t("Nothing yet."), items, owner)];
}

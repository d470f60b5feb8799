/** The browsers that the server notifies while no page is open: a list, and the buttons for this one. */

import type { Push, PushSubscriptionEntry } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { formatDate } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { cannotNotify, pushApi, subscribe } from "./push.ts";

export function pushPanel(owner: AbortSignal): HTMLElement {
  const push = signal<Push | null>(null);
  const problem = signal("");
  const act = async (work: () => Promise<Push>, done: string): Promise<void> => {
    problem.value = "";
    try {
      push.value = await work();
      if (done !== "") announce(done);
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const body = el("div", { class: "push-panel" });
  effect(() => {
    const shown = push.value;
    if (shown === null) return body.replaceChildren();
    if (!shown.isEnabled || shown.publicKey === null) {
      const text = t("While no page is open, this server notifies no browser: it was started without --push-contact.");
      return body.replaceChildren(el("p", { class: "quiet" }, text));
    }
    body.replaceChildren(...panelContent(shown, shown.publicKey, act));
  }, owner);
  const alert = el("p", { class: "field-problem", role: "alert" });
  effect(() => setText(alert, problem.value), owner);
  void act(() => pushApi.show(), "");
  return el("div", {}, body, alert);
}

type Act = (work: () => Promise<Push>, done: string) => Promise<void>;

function panelContent(push: Push, publicKey: string, act: Act): HTMLElement[] {
  const reason = cannotNotify();
  const add = async (): Promise<Push> => {
    await subscribe(publicKey);
    return await pushApi.show();
  };
  const attributes = { class: "button", type: "button", disabled: reason !== null };
  return [
    el(
      "p",
      { class: "quiet" },
      t("Also while no page is open: what contacts send, and a day before something is due. Messages are encrypted."),
    ),
    ...(reason === null ? [] : [el("p", { class: "note" }, icon("info"), reason)]),
    el(
      "div",
      { class: "panel-buttons" },
      el(
        "button",
        { ...attributes, onclick: () => void act(add, t("This browser is notified.")) },
        icon("inbox"),
        t("Notify this browser"),
      ),
      el(
        "button",
        {
          class: "button",
          type: "button",
          disabled: push.subscriptions.length === 0,
          onclick: () => void act(() => pushApi.test(), t("A notification was sent to each browser.")),
        },
        icon("check"),
        t("Send a test"),
      ),
    ),
    el("ul", { class: "push-browsers" }, ...push.subscriptions.map((entry) => browserItem(entry, act))),
  ];
}

function browserItem(entry: PushSubscriptionEntry, act: Act): HTMLElement {
  const remove = async (): Promise<Push> => {
    await pushApi.remove(entry.id);
    return await pushApi.show();
  };
  const since = t("since {date}", { date: formatDate(new Date(entry.created)) });
  return el(
    "li",
    {},
    el("span", {}, `${entry.name}, ${since}`),
    entry.problem && el("p", { class: "field-problem" }, t("Not reached: {problem}", { problem: entry.problem })),
    el(
      "button",
      {
        class: "button small",
        type: "button",
        "aria-label": t("Don't notify {name}", { name: entry.name }),
        onclick: () => void act(remove, t("The browser is not notified any more.")),
      },
      icon("trash"),
      t("Remove"),
    ),
  );
}

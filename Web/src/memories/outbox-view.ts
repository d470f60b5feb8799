/** The unsent memories: a button with their number, and a sheet with the state of each. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { ask } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { formatAgo, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import type { Sheets } from "../ui/sheet.ts";
import { outbox } from "./outbox.ts";
import type { Entry } from "./send.ts";
import { titleOf } from "./memory-text.ts";

/** Hidden while nothing is unsent. */
export function outboxButton(sheets: Sheets, owner: AbortSignal): HTMLButtonElement {
  const label = el("span", {});
  const button = el(
    "button",
    { class: "button outbox-button", type: "button", onclick: () => showOutbox(sheets) },
    icon("retry"),
    label,
  );
  effect(() => {
    const entries = outbox.entries.value;
    button.hidden = entries.length === 0;
    button.classList.toggle("refused", entries.some((entry) => entry.problem !== null));
    setText(label, t("{count} to send", { count: entries.length }));
    button.title = `${plural(entries.length, { one: "{count} unsent memory", other: "{count} unsent memories" })}`;
  }, owner);
  return button;
}

function showOutbox(sheets: Sheets): void {
  const owner = new AbortController();
  const list = el("ul", { class: "outbox-list" });
  effect(() => {
    const sending = outbox.sending.value;
    const items = outbox.entries.value.map((entry) => entryItem(entry, entry.memory.id === sending));
    list.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "quiet" }, t("Everything is sent."))]));
  }, owner.signal);
  const send = el(
    "button",
    { class: "button primary", type: "button", onclick: () => void outbox.retry() },
    icon("retry"),
    t("Send now"),
  );
  sheets.show({
    kind: "outbox",
    title: t("Unsent memories"),
    content: [
      el(
        "p",
        { class: "quiet" },
        t("They are stored on this device and sent automatically when the server can be reached."),
      ),
      list,
    ],
    foot: [el("div", { class: "sheet-actions" }, send)],
    owner,
  });
}

function entryItem({ memory, problem, written }: Entry, isSending: boolean): HTMLElement {
  const title = titleOf(memory);
  const state = isSending ? t("Sending…") : problem ?? t("Waiting for a connection");
  const discard = el("button", {
    class: "icon-button",
    type: "button",
    "aria-label": t("Discard {title}", { title }),
    title: t("Discard"),
    onclick: () => void discardAfterAsking(memory.id, title),
  }, icon("trash"));
  return el(
    "li",
    { class: "outbox-item" },
    el(
      "div",
      {},
      el("p", { class: "row-title" }, title),
      el(
        "p",
        { class: problem ? "field-problem" : "quiet" },
        t("{state} · written {date}", { state, date: formatAgo(new Date(written)) }),
      ),
    ),
    discard,
  );
}

async function discardAfterAsking(id: string, title: string): Promise<void> {
  const confirmed = await ask({
    title: t("Discard {title}?", { title }),
    body: t("It has not reached the server. It is deleted from this device permanently."),
    confirm: t("Discard"),
  });
  if (confirmed) await outbox.discard(id);
}

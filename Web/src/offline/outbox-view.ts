/** What waits to be sent, where it is seen: a button with their number, and behind it each with its state. */

import { formatAgo, plural } from "../ui/format.ts";
import type { Sheets } from "../memories/sheet.ts";
import { titleOf } from "../memories/words.ts";
import { ask } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { type Entry, outbox } from "./outbox.ts";

/** Shown while something waits. It belongs to the page and goes with it. */
export function outboxButton(sheets: Sheets): HTMLButtonElement {
  const word = el("span", {});
  const button = el(
    "button",
    { class: "button outbox-button", type: "button", onclick: () => showOutbox(sheets) },
    icon("retry"),
    word,
  );
  const update = (): void => {
    const { entries } = outbox;
    button.hidden = entries.length === 0;
    button.classList.toggle("refused", entries.some((entry) => entry.problem !== null));
    setText(word, `${entries.length} to send`);
    button.title = `${plural(entries.length, "memory waits", "memories wait")} to be sent`;
    if (!button.isConnected && attached) stop();
    attached ||= button.isConnected;
  };
  let attached = false;
  const stop = outbox.listen(update);
  update();
  return button;
}

export function showOutbox(sheets: Sheets): void {
  const list = el("ul", { class: "outbox-list" });
  const update = (): void => {
    list.replaceChildren(...outbox.entries.map(item));
    if (outbox.entries.length === 0) list.append(el("li", { class: "quiet" }, "All is sent."));
  };
  const stop = outbox.listen(update);
  const send = el(
    "button",
    { class: "button primary", type: "button", onclick: () => void again() },
    icon("retry"),
    "Send now",
  );
  async function again(): Promise<void> {
    for (const entry of outbox.entries) entry.problem = null;
    await outbox.flush();
  }
  update();
  sheets.show({
    kind: "outbox",
    title: "Waiting to be sent",
    content: [
      el("p", { class: "quiet" }, "They are kept on this device and go by themselves when Diorama can be reached."),
      list,
    ],
    foot: [el("div", { class: "sheet-actions" }, send)],
    closed: stop,
  });
}

function item(entry: Entry): HTMLElement {
  const { memory, problem, written } = entry;
  const state = outbox.sending === memory.id ? "Sending…" : problem ?? "Waits for a connection";
  const drop = el("button", {
    class: "icon-button",
    type: "button",
    "aria-label": `Discard ${titleOf(memory)}`,
    title: "Discard",
    onclick: () => void discard(),
  }, icon("trash"));
  async function discard(): Promise<void> {
    const sure = await ask({
      title: `Discard ${titleOf(memory)}?`,
      body: "It has not reached the server; it goes from this device for good.",
      confirm: "Discard",
    });
    if (sure) await outbox.discard(memory.id);
  }
  return el(
    "li",
    { class: "outbox-item" },
    el(
      "div",
      {},
      el("p", { class: "row-title" }, titleOf(memory)),
      el("p", { class: problem ? "field-problem" : "quiet" }, `${state} · written ${formatAgo(new Date(written))}`),
    ),
    drop,
  );
}

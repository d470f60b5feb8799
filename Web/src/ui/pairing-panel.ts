/** Paired devices: a code for another device, the digits that are compared, and the devices that synchronize directly. */

import type { PairedDevice, Pairing } from "../api/generated.ts";
import { pairingApi } from "../api/pairing-api.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal } from "../reactive/signal.ts";
import { announce } from "./announce.ts";
import { copyLine } from "./copy-line.ts";
import { ask } from "./dialog.ts";
import { el, setText } from "./dom.ts";
import { labelled, problemText } from "./fields.ts";
import { formatAgo } from "./format.ts";
import { icon } from "./icons.ts";
import { panel } from "./panel.ts";
import { sentence } from "./sync-text.ts";

export interface PairingPanelProps {
  /** Null until it has been fetched. */
  pairing: ReadonlySignal<Pairing | null>;
  problem: ReadonlySignal<string>;
  isWaiting: ReadonlySignal<boolean>;
  now: ReadonlySignal<Date>;
  open(): Promise<void>;
  cancel(): Promise<void>;
  begin(target: string): Promise<void>;
  confirm(): Promise<void>;
  forget(device: string): Promise<void>;
}

export function pairingPanel(props: PairingPanelProps, owner: AbortSignal): HTMLElement {
  const { pairing, problem } = props;
  const problemSentence = computed(() => sentence(problem.value));
  const content = [devices(props, owner), steps(props, owner), problemText(problemSentence, owner)];
  const isLoaded = computed(() => pairing.value !== null);
  return panel({ name: "pairing", title: t("Paired devices"), icon: "link", lines: 4, isLoaded }, () => content, owner);
}

/** The paired devices, or what pairing is for. */
function devices({ pairing, now, forget }: PairingPanelProps, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "rows" });
  const none = el("p", { class: "quiet" }, t("Paired devices synchronize directly in your network, without a bucket."));
  const shown = computed(() => JSON.stringify([pairing.value?.devices ?? [], now.value]));
  effect(() => {
    void shown.value;
    const all = pairing.value?.devices ?? [];
    list.replaceChildren(...all.map((device) => deviceRow(device, now.value, forget)));
    none.hidden = all.length > 0;
  }, owner);
  return el("div", {}, none, list);
}

function deviceRow(device: PairedDevice, now: Date, forget: PairingPanelProps["forget"]): HTMLElement {
  const remove = async (): Promise<void> => {
    const isSure = await ask({
      title: t("Unpair {name}?", { name: device.name }),
      body: t("The two devices no longer synchronize directly. What each of them has stays there."),
      confirm: t("Unpair"),
      cancel: t("Keep it paired"),
    });
    if (isSure) await forget(device.id);
  };
  return el(
    "li",
    { class: "row" },
    icon("device"),
    el(
      "span",
      { class: "row-name" },
      device.name,
      device.problem !== null && el("span", { class: "row-problem" }, sentence(device.problem)),
    ),
    el("span", { class: "row-fact" }, deviceState(device, now)),
    el(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": t("Unpair {name}", { name: device.name }),
        title: t("Unpair"),
        onclick: () => void remove(),
      },
      icon("trash"),
    ),
  );
}

function deviceState(device: PairedDevice, now: Date): string {
  if (device.isConnected) return t("connected");
  return device.synchronized === null ? t("not synchronized yet") : formatAgo(new Date(device.synchronized), now);
}

/** What is to be done now: choose a way, show the code, compare the digits. */
function steps(props: PairingPanelProps, owner: AbortSignal): HTMLElement {
  const { pairing } = props;
  const choice = start(props, owner);
  const place = el("div", { class: "pairing-step" });
  const step = computed(() => {
    const { session, offer } = pairing.value ?? {};
    return JSON.stringify({ session: session ?? null, offer: session ? null : offer ?? null });
  });
  effect(() => {
    const { session, offer } = JSON.parse(step.value) as Pick<Pairing, "session" | "offer">;
    if (session) place.replaceChildren(comparison(session, props));
    else if (offer) place.replaceChildren(offerStep(offer, props));
    else place.replaceChildren(choice);
    if (session && !session.isConfirmed) {
      announce(t("{name}: do both devices show {digits}?", { name: session.name, digits: session.digits }));
      place.querySelector<HTMLElement>(".primary")?.focus();
    }
  }, owner);
  return place;
}

/** Shows a code here, or takes that of the other device. */
function start({ pairing, isWaiting, open, begin }: PairingPanelProps, owner: AbortSignal): HTMLElement {
  const show = el(
    "button",
    { class: "button", type: "button", onclick: () => void open() },
    icon("link"),
    t("Show a pairing code"),
  );
  const target = el("input", {
    type: "text",
    name: "target",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    maxlength: 2048,
    placeholder: "192.168.1.20:40123",
  });
  const pair = el("button", { class: "button", type: "submit" }, t("Pair"));
  const form = el(
    "form",
    { class: "pairing-form" },
    labelled(t("Address or code of the other device"), target),
    pair,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin(target.value);
  });
  const excluded = el("p", { class: "quiet" }, t("This library can't pair: its tier doesn't include it."));
  const element = el("div", {}, el("div", { class: "panel-buttons" }, show), form);
  effect(() => {
    const isIncluded = pairing.value?.isIncluded ?? false;
    element.hidden = !isIncluded;
    excluded.hidden = isIncluded;
    for (const button of [show, pair]) button.disabled = isWaiting.value;
  }, owner);
  return el("div", {}, excluded, element);
}

function offerStep(offer: NonNullable<Pairing["offer"]>, { cancel }: PairingPanelProps): HTMLElement {
  const alt = t("QR code for pairing with this device");
  return el(
    "div",
    { class: "pairing-offer" },
    el("img", { class: "pairing-qr", src: pairingApi.qr(offer.code), alt, width: 192, height: 192 }),
    el(
      "div",
      {},
      el("p", {}, t("Scan this code with the other device, or run there:")),
      copyLine(t("Command"), `diorama pair ${offer.address}`),
      el("p", { class: "quiet" }, t("Waiting for the other device. The code is valid for 5 minutes.")),
      el(
        "div",
        { class: "panel-buttons" },
        el("button", { class: "button", type: "button", onclick: () => void cancel() }, t("Cancel")),
      ),
    ),
  );
}

function comparison(session: NonNullable<Pairing["session"]>, { confirm, cancel }: PairingPanelProps): HTMLElement {
  const question = el("p", {});
  setText(question, t("Does {name} show the same digits?", { name: session.name }));
  const account = t("{name} asks to be you: it receives your account and its keys.", { name: session.name });
  const waiting = el("p", { class: "quiet" }, t("Waiting until they are confirmed on {name}.", { name: session.name }));
  const buttons = el(
    "div",
    { class: "panel-buttons" },
    el(
      "button",
      { class: "button primary", type: "button", onclick: () => void confirm() },
      icon("check"),
      t("They are the same"),
    ),
    el("button", { class: "button", type: "button", onclick: () => void cancel() }, t("They differ")),
  );
  return el(
    "div",
    { class: "pairing-digits" },
    question,
    el("p", { class: "digits", "aria-label": [...session.digits].join(" ") }, session.digits),
    session.wantsAccount && el("p", { class: "note" }, icon("warning"), account),
    session.isConfirmed ? waiting : buttons,
  );
}

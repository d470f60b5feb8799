/** The first steps in a new library: a scan, a thing, other people or devices. They can be dismissed at any time. */

import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { accountsPath, newThingPath, privacyPath, syncPath } from "../ui/routes.ts";
import type { FirstStepsStore } from "./first-steps-store.ts";

interface Step {
  image: IconName;
  title: string;
  text: string;
  isDone: boolean;
  actions: HTMLElement[];
}

export interface FirstStepsProps {
  store: FirstStepsStore;
  /** Spaces in the library. */
  spaces: ReadonlySignal<number>;
  /** Opens the choice of files for a scan. */
  scan: () => void;
}

export function firstSteps({ store, spaces, scan }: FirstStepsProps, owner: AbortSignal): HTMLElement {
  const list = el("ol", { class: "first-steps-list" });
  const dismiss = el("button", {
    class: "icon-button",
    type: "button",
    "aria-label": t("Dismiss the first steps"),
    title: t("Dismiss"),
    onclick: () => void store.dismiss(),
  }, icon("close"));
  const element = el(
    "section",
    { class: "first-steps", "aria-labelledby": "first-steps-title", hidden: true },
    el("div", { class: "first-steps-head" }, el("h2", { id: "first-steps-title" }, t("First steps")), dismiss),
    list,
    el("p", { class: "quiet" }, el("a", { href: privacyPath() }, t("What is stored where, and what leaves"))),
  );
  effect(() => {
    const done = store.done.value;
    element.hidden = done === null;
    if (done === null) return;
    const steps = [scanStep(spaces.value > 0, scan), thingStep(done.thing), othersStep(done.others)];
    list.replaceChildren(...steps.map(stepElement));
    if (steps.every(({ isDone }) => isDone)) void store.dismiss();
  }, owner);
  return element;
}

function scanStep(isDone: boolean, scan: () => void): Step {
  const choose = el("button", { class: "button small", type: "button", onclick: scan }, t("Choose files"));
  return {
    image: "scan",
    title: t("Scan or import a place"),
    text: t("A capture of a scanning app, photos, a video, or a model."),
    isDone,
    actions: [choose],
  };
}

function thingStep(isDone: boolean): Step {
  return {
    image: "thing",
    title: t("Add a thing"),
    text: t("Photos, value and place of what you own; its label is read for you."),
    isDone,
    actions: [el("a", { class: "button small", href: newThingPath() }, t("Add a thing"))],
  };
}

function othersStep(isDone: boolean): Step {
  return {
    image: "people",
    title: t("Invite someone, or synchronize"),
    text: t("Your library is on this device only until you do."),
    isDone,
    actions: [
      el("a", { class: "button small", href: accountsPath() }, t("Invite")),
      el("a", { class: "button small", href: syncPath() }, t("Synchronize")),
    ],
  };
}

function stepElement({ image, title, text, isDone, actions }: Step): HTMLElement {
  return el(
    "li",
    { class: "first-step", "data-done": isDone },
    icon(isDone ? "check" : image),
    el(
      "div",
      {},
      el("h3", {}, title, isDone && el("span", { class: "visually-hidden" }, t("done"))),
      el("p", { class: "quiet" }, text),
      !isDone && el("div", { class: "panel-buttons" }, ...actions),
    ),
  );
}

/** Timelines as lists with their times, and scenarios as steps that point to parts of the models. */

import type { ExhibitEvent, ExhibitScenario, ExhibitTarget, ExhibitTimeline } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { addressOf, startAddress } from "../exhibit-address.ts";
import type { ExhibitContext, ExhibitView } from "../exhibit-context.ts";
import { addressLink } from "../viewer/chooser.ts";

export function stories(context: ExhibitContext): ExhibitView {
  const controller = new AbortController();
  const { timelines, scenarios } = context.exhibit;
  const element = el(
    "div",
    { class: "exhibit-stories" },
    el("h1", { tabindex: -1 }, t("Timelines")),
    ...timelines.map((timeline) => timelineSection(context, timeline)),
    ...scenarios.map((scenario) => scenarioSection(context, scenario, controller.signal)),
    timelines.length + scenarios.length === 0 && el("p", { class: "quiet" }, t("This exhibit has no timelines.")),
  );
  return { element, dispose: () => controller.abort() };
}

function timelineSection(context: ExhibitContext, { title, events }: ExhibitTimeline): HTMLElement {
  return el(
    "section",
    { class: "exhibit-story" },
    el("h2", {}, title),
    el("ol", { class: "exhibit-events" }, ...events.map((event) => eventItem(context, event))),
  );
}

function eventItem(context: ExhibitContext, { time, title, text, card, target }: ExhibitEvent): HTMLElement {
  return el(
    "li",
    { class: "exhibit-event" },
    el("span", { class: "exhibit-time" }, time),
    el(
      "div",
      {},
      el("h3", {}, title),
      text && el("p", { class: "quiet" }, text),
      target && targetLink(context, target),
      card &&
        addressLink(
          context,
          { ...startAddress, mode: "learn", card },
          "button small",
          icon("cards"),
          t("Read the card"),
        ),
    ),
  );
}

function scenarioSection(context: ExhibitContext, scenario: ExhibitScenario, owner: AbortSignal): HTMLElement {
  const step = signal(0);
  const body = el("div", { class: "exhibit-step", "aria-live": "polite" });
  const previous = el(
    "button",
    { class: "button", type: "button", onclick: () => step.value -= 1 },
    icon("back"),
    t("Previous"),
  );
  const next = el(
    "button",
    { class: "button", type: "button", onclick: () => step.value += 1 },
    t("Next"),
    icon("forward"),
  );
  effect(() => {
    const at = step.value;
    const current = scenario.steps[at];
    previous.disabled = at === 0;
    next.disabled = at >= scenario.steps.length - 1;
    body.replaceChildren(
      ...current
        ? [
          el(
            "p",
            { class: "quiet" },
            t("Step {number} of {count}{duration}", {
              number: at + 1,
              count: scenario.steps.length,
              duration: duration(current.seconds),
            }),
          ),
          el("h3", {}, current.title),
          el("p", {}, current.text),
          ...current.target ? [targetLink(context, current.target)] : [],
        ]
        : [],
    );
  }, owner);
  return el(
    "section",
    { class: "exhibit-story" },
    el("h2", {}, scenario.title),
    el("p", { class: "quiet" }, scenario.text),
    body,
    el("div", { class: "exhibit-step-buttons" }, previous, next),
  );
}

function targetLink(context: ExhibitContext, target: ExhibitTarget): HTMLElement {
  return addressLink(context, addressOf(target), "button small", icon("fly"), t("Show in 3D"));
}

/** ` · 8 min 30 s`; empty without a duration. */
function duration(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  return ` · ${
    [minutes > 0 ? `${minutes} min` : "", rest > 0 || minutes === 0 ? `${rest} s` : ""].filter((one) => one !== "")
      .join(" ")
  }`;
}

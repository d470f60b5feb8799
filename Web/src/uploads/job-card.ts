/** The card of an import in the library; the card of its space replaces it. */

import { t } from "../i18n/messages.ts";
import { formatPercent } from "../ui/format.ts";
import type { Work } from "./imports.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { progressBar } from "../ui/progress.ts";

export interface JobCard {
  element: HTMLLIElement;
  update(): void;
}

export interface JobActions {
  cancel(): void;
  dismiss(): void;
  retry(): void;
}

export function jobCard(work: Work, actions: JobActions): JobCard {
  const figure = el("p", { class: "job-figure", "aria-hidden": "true" });
  const bar = progressBar(work.title);
  const problem = el("p", { class: "job-problem" });
  const name = el("h2", { class: "card-name" }, work.title);
  const remaining = el("p", { class: "card-facts" });
  const cancel = el("button", { class: "button small", type: "button", onclick: actions.cancel }, t("Cancel"));
  const retry = el(
    "button",
    { class: "button small", type: "button", onclick: actions.retry },
    icon("retry"),
    t("Try again"),
  );
  const dismiss = el("button", { class: "button small", type: "button", onclick: actions.dismiss }, t("Dismiss"));
  const panel = el("div", { class: "card-picture job-panel" }, icon("warning"), figure, bar.element, problem);
  const buttons = el("div", { class: "job-buttons" }, cancel, retry, dismiss);
  const element = el(
    "li",
    { class: "card job-card", "data-work": work.key },
    panel,
    el("div", { class: "card-text" }, name, remaining),
    buttons,
  );

  const update = (): void => {
    const failed = work.phase === "failed";
    element.classList.toggle("failed", failed);
    element.dataset.phase = work.phase;
    setText(name, work.title);
    for (const button of [cancel, retry, dismiss]) {
      button.setAttribute("aria-label", `${button.textContent}: ${work.title}`);
    }
    setText(figure, failed || work.fraction === null ? "" : formatPercent(work.fraction));
    setText(problem, failed ? work.error : "");
    setText(remaining, failed ? t("Failed") : work.remaining || phaseText(work));
    bar.element.hidden = failed;
    if (!failed) bar.set(work.fraction, work.what);
    cancel.hidden = failed;
    dismiss.hidden = !failed;
    retry.hidden = !failed || !work.retriable;
  };
  update();
  return { element, update };
}

function phaseText(work: Work): string {
  return { waiting: t("Waiting"), sending: t("Sending"), working: t("Processing"), failed: t("Failed") }[work.phase];
}

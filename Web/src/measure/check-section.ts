/** The check distances in the panel: the scale that they give, each with its residual, and a button that adds one. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import { units } from "../ui/units.ts";
import { checkDialog, scaleLine } from "./check-dialog.ts";
import type { CheckStore } from "./check-store.ts";
import { checkLength, residualText } from "./check-text.ts";
import type { MeasureStore } from "./measure-store.ts";
import type { Check } from "./types.ts";

const instruction = t("Place both ends of a distance that you know, then press Check a distance.");

export function checkSection(store: MeasureStore, checks: CheckStore, signal: AbortSignal): HTMLElement {
  const list = el("ul", { class: "measure-list" });
  const hint = el("p", { class: "quiet check-hint" });
  const add = el(
    "button",
    { class: "button small check-add", type: "button", onclick: () => open() },
    t("Check a distance"),
  );
  const element = el(
    "section",
    { class: "measure-checks" },
    el("header", {}, el("h3", {}, t("Check distances")), store.canEdit && add),
    hint,
    scaleLine(checks, signal),
    list,
  );

  function open(): void {
    const draft = store.draft.current.peek();
    const measured = store.draft.result.peek();
    const [start, end] = draft.points;
    if (draft.kind === "distance" && start && end && measured) {
      checkDialog({ points: [start, end], radius: store.draft.snapRadius, measured }, checks, signal);
      return;
    }
    store.draft.setKind("distance");
    announce(instruction);
    hint.classList.add("check-next");
  }

  effect(() => {
    const { kind } = store.draft.current.value;
    const isReady = kind === "distance" && store.draft.result.value !== null;
    const isEmpty = (checks.list.value?.checks.length ?? 0) === 0;
    if (isReady) hint.classList.remove("check-next");
    const canSee = store.canEdit || !isEmpty;
    element.hidden = !canSee;
    setText(hint, !store.canEdit || isReady ? "" : instruction);
  }, signal);
  effect(() => {
    const unit = units.lengths.value;
    list.replaceChildren(
      ...(checks.list.value?.checks ?? []).map((check) => row(check, store.canEdit, checks, unit)),
    );
  }, signal);
  return element;
}

function row(check: Check, canEdit: boolean, checks: CheckStore, unit: Parameters<typeof checkLength>[1]): HTMLElement {
  const length = checkLength(check, unit);
  return el(
    "li",
    { class: `measure-row check-row${check.isOutlier ? " outlier" : ""}`, "data-check": check.id },
    el(
      "div",
      { class: "measure-row-name" },
      el("span", { class: "measure-name" }, length),
      el("span", { class: "measure-text" }, residualText(check, unit)),
    ),
    canEdit &&
      iconButton("trash", t("Remove check distance {length}", { length }), () => void remove(check, length, checks)),
  );
}

async function remove(check: Check, length: string, checks: CheckStore): Promise<void> {
  try {
    const restore = await checks.remove(check);
    announce(t("Removed."));
    undoNotice(t("Check distance {length} is in the trash.", { length }), restore);
  } catch (error) {
    notify(t("Couldn't remove the check distance: {problem}", { problem: messageOf(error) }));
  }
}

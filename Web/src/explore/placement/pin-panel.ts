/** The controls for setting a pin: instructions, a slider for its height, two buttons. */

import { t } from "../../i18n/messages.ts";
import { formatDecimal } from "../../i18n/numbers.ts";
import { el, freshID, setText } from "../../ui/dom.ts";

/** First where the pin is, then from where it is seen. */
export type PinStep = "position" | "view";

export interface PinPanelActions {
  /** Metres above the surface. */
  setHeight(metres: number): void;
  confirm(): void;
  back(): void;
}

export class PinPanel {
  readonly element: HTMLElement;
  private readonly instructions = el("p", { class: "task-words", role: "status" });
  private readonly slider: HTMLInputElement;
  private readonly height = el("output", { class: "task-height" });
  private readonly heightRow: HTMLElement;
  private readonly confirmButton: HTMLButtonElement;
  private readonly backButton: HTMLButtonElement;

  /** `label`: of the button that confirms the position. */
  constructor(private readonly label: string, act: PinPanelActions) {
    const id = freshID("height");
    this.slider = el("input", {
      id,
      type: "range",
      min: 0,
      max: 2,
      step: 0.05,
      value: 0.3,
      oninput: () => act.setHeight(Number(this.slider.value)),
    });
    this.heightRow = el(
      "div",
      { class: "task-slider" },
      el("label", { for: id }, t("Height")),
      this.slider,
      this.height,
    );
    this.confirmButton = el("button", { class: "button primary", type: "button", onclick: act.confirm });
    this.backButton = el("button", { class: "button", type: "button", onclick: act.back });
    this.element = el(
      "div",
      { class: "task", role: "group", "aria-label": t("Set a pin") },
      this.instructions,
      this.heightRow,
      el("div", { class: "task-actions" }, this.backButton, this.confirmButton),
    );
  }

  showStep(step: PinStep): void {
    const isPosition = step === "position";
    setText(
      this.instructions,
      isPosition
        ? t("Press a surface, or walk there: the pin is set before you.")
        : t("This is how others will see it. Turn or walk to change the view."),
    );
    setText(this.confirmButton, isPosition ? this.label : t("Use this view"));
    setText(this.backButton, isPosition ? t("Cancel") : t("Back"));
    this.heightRow.hidden = !isPosition;
  }

  /** Metres; null: there is no position to confirm. */
  showHeight(pin: { height: number; headroom: number } | null): void {
    this.confirmButton.disabled = pin === null;
    if (!pin) return;
    this.slider.max = Math.max(0.05, pin.headroom).toFixed(2);
    this.slider.value = pin.height.toFixed(2);
    const text = `${formatDecimal(pin.height, 2)} m`;
    this.slider.setAttribute("aria-valuetext", t("{height} above the surface", { height: text }));
    setText(this.height, text);
  }
}

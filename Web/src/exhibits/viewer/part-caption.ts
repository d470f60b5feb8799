/** The name and description of the selected part, over the lower edge of the stage. */

import { t } from "../../i18n/messages.ts";
import { el, setText } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import type { ExhibitPart } from "../../api/generated.ts";

export interface PartCaption {
  element: HTMLElement;
  show(part: ExhibitPart | null): void;
}

export function partCaption(close: () => void): PartCaption {
  const name = el("h2", {});
  const about = el("p", {});
  const element = el(
    "section",
    { class: "exhibit-caption", "aria-label": t("Selected part"), hidden: true },
    el("div", {}, name, about),
    iconButton("close", t("Deselect"), close),
  );
  return {
    element,
    show(part): void {
      element.hidden = part === null;
      setText(name, part?.name ?? "");
      setText(about, part?.description ?? "");
      about.hidden = !part?.description;
    },
  };
}

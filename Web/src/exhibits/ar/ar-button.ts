/**
 * The way into augmented reality: on iPhone and iPad links to Quick Look, elsewhere WebXR where the device has it, and for all
 * others a scanned room of the library.
 */

import type { ExhibitModel } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { cannotShowAR } from "../../revisit/xr.ts";
import { startAddress } from "../exhibit-address.ts";
import { type ExhibitContext, fileURL } from "../exhibit-context.ts";

/** Whether the browser opens USDZ files in Quick Look. */
export function hasQuickLook(): boolean {
  return el("a").relList.supports?.("ar") ?? false;
}

/** One or two controls of the dock. */
export function arButton(context: ExhibitContext, model: ExhibitModel, owner: AbortSignal): DocumentFragment {
  const found = document.createDocumentFragment();
  if (hasQuickLook() && model.usdz) {
    found.append(...quickLookLinks(context, model));
    return found;
  }
  const button = el(
    "button",
    { class: "exhibit-tool", type: "button", hidden: true },
    icon("ar"),
    el("span", {}, t("AR")),
  );
  found.append(button);
  void cannotShowAR().then((reason) => {
    if (owner.aborted) return;
    if (reason === null) {
      button.addEventListener("click", () => void startAR(context, model), { signal: owner });
    } else if (!context.isAlone) {
      button.replaceChildren(icon("place"), el("span", {}, t("Room")));
      button.title = t("{reason} The model can be placed in a scanned room.", { reason });
      button.addEventListener("click", () => context.go({ ...startAddress, mode: "room", model: model.id }), {
        signal: owner,
      });
    } else return;
    button.hidden = false;
  });
  return found;
}

async function startAR(context: ExhibitContext, model: ExhibitModel): Promise<void> {
  try {
    const { showExhibitInAR } = await import("./ar-view.ts");
    await showExhibitInAR(context.detail, model);
  } catch (error) {
    notify(t("Couldn't start augmented reality: {problem}", { problem: messageOf(error) }));
  }
}

/** Quick Look opens a link whose only child is an image. In real scale it must not be resized. */
function quickLookLinks({ detail }: ExhibitContext, model: ExhibitModel): HTMLElement[] {
  const link = (file: string | undefined, label: string, fragment: string): HTMLElement | null => {
    const url = fileURL(detail, file);
    if (url === null) return null;
    const image = el("img", { src: arIcon, alt: t("{label} in augmented reality", { label }), width: 24, height: 24 });
    return el(
      "span",
      { class: "exhibit-tool" },
      el("a", { rel: "ar", href: `${url}${fragment}` }, image),
      el("span", {}, label),
    );
  };
  // The tap's target is the whole tool, not only its image.
  return [
    link(model.usdz, "AR real", "#allowsContentScaling=0"),
    link(model.tableUSDZ, "AR table", ""),
  ].filter((one): one is HTMLElement => one !== null);
}

/** The icon as an image: Quick Look requires one. */
const arIcon = `data:image/svg+xml,${
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#9aa3ae" stroke-width="1.75" ` +
      `stroke-linejoin="round"><path d="M12 7.5 16.5 10v5L12 17.5 7.5 15v-5zM7.5 10l4.5 2.5 4.5-2.5M12 12.5v5` +
      `M4 7.5V4h3.5M16.5 4H20v3.5M20 16.5V20h-3.5M7.5 20H4v-3.5"/></svg>`,
  )
}`;

/** The entry of an exhibit: its models as large cards, and the ways to learn about them. */

import type { ExhibitDetail, ExhibitModel } from "../../api/generated.ts";
import { loadExhibitCore } from "../../core/exhibit.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { plural } from "../../ui/format.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { addressQuery, type ExhibitAddress, startAddress } from "../exhibit-address.ts";
import { hasCredits, showCredits } from "../credits.ts";
import { type ExhibitContext, type ExhibitView, fileURL } from "../exhibit-context.ts";
import { savesData } from "./level-files.ts";

export function chooser(context: ExhibitContext): ExhibitView {
  const { exhibit } = context;
  const element = el(
    "div",
    { class: "exhibit-choose" },
    el(
      "div",
      { class: "exhibit-intro" },
      el("h1", { tabindex: -1 }, exhibit.title),
      exhibit.summary !== "" && el("p", { class: "quiet" }, exhibit.summary),
    ),
    exhibit.models.length > 0
      ? el(
        "ul",
        { class: "exhibit-models", "data-count": Math.min(exhibit.models.length, 4) },
        ...exhibit.models.map((model) => el("li", {}, modelCard(context, model))),
      )
      : el("p", { class: "trouble" }, t("This exhibit has no models yet.")),
    el("nav", { class: "exhibit-ways", "aria-label": t("Learn") }, ...ways(context)),
  );
  return { element, shown: () => prepareViewer(exhibit.models.length > 0), dispose: () => {} };
}

/** Milliseconds after which a page that has nothing else to do loads what the 3D view needs. */
const idleDelay = 1500;

/** Loads the modules of the 3D view before a model is chosen, so that it is shown sooner. */
function prepareViewer(hasModels: boolean): void {
  if (!hasModels || savesData() || !("requestIdleCallback" in globalThis)) return;
  const load = (): void => {
    // Where they can't be loaded, the view says so.
    void Promise.all([import("./viewer-stage.ts"), loadExhibitCore()]).catch(() => {});
  };
  setTimeout(() => requestIdleCallback(load), idleDelay);
}

function modelCard(context: ExhibitContext, model: ExhibitModel): HTMLElement {
  const image = fileURL(context.detail, model.image);
  const address: ExhibitAddress = { ...startAddress, mode: "view", model: model.id };
  return addressLink(
    context,
    address,
    "exhibit-model-card",
    ...(image
      ? preparedImage(image, model.imageDescription ?? "", isDrawn(context.detail, model.image))
      : [el("span", { class: "exhibit-no-image" }, icon("parts"))]),
    el(
      "span",
      { class: "exhibit-model-text" },
      el("span", { class: "exhibit-model-name" }, model.name),
      el("span", { class: "exhibit-model-about quiet" }, model.description),
    ),
  );
}

/** Milliseconds for which a draft is shown at least. */
const drawingDelay = 3000;
/** Milliseconds after which a missing image is explained. */
const patience = 700;

/** Whether an image was there when the page asked. Those of the built-in exhibit are drawn when they are first needed. */
function isDrawn({ files }: ExhibitDetail, path: string | undefined): boolean {
  return files.find((file) => file.path === path)?.byteCount !== 0;
}

/** An image; in place of one that is not drawn yet a small draft, which the server has at once, until it is. */
function preparedImage(src: string, alt: string, drawn: boolean): HTMLElement[] {
  const wait = el("span", { class: "exhibit-model-wait quiet", role: "status" });
  const timer = setTimeout(() => wait.textContent = t("Preparing the image …"), patience);
  const image = el("img", { src: drawn ? src : `${src}&draft=true`, alt, decoding: "async", elementtiming: "model" });
  if (!drawn) {
    image.addEventListener("load", () => {
      // The server is busy while it draws: what the page loads now comes first.
      setTimeout(() => {
        const whole = new Image();
        whole.addEventListener("load", () => image.src = src, { once: true });
        whole.src = src;
      }, drawingDelay);
    }, { once: true });
  }
  image.addEventListener("load", () => {
    clearTimeout(timer);
    wait.remove();
  });
  image.addEventListener("error", () => {
    clearTimeout(timer);
    wait.textContent = t("The image can't be loaded.");
  });
  return [image, wait];
}

function ways(context: ExhibitContext): HTMLElement[] {
  const { exhibit } = context;
  const found: HTMLElement[] = [];
  const add = (address: ExhibitAddress, image: IconName, label: string, isPrimary = false): void => {
    found.push(addressLink(context, address, `button${isPrimary ? " primary" : ""}`, icon(image), label));
  };
  if (exhibit.cards.length > 0) {
    add(
      { ...startAddress, mode: "learn" },
      "cards",
      t("Learn · {cards}", { cards: plural(exhibit.cards.length, { one: "{count} card", other: "{count} cards" }) }),
      true,
    );
  }
  if (context.guide !== null) found.push(el("a", { class: "button", href: context.guide }, icon("ask"), t("Ask")));
  if (exhibit.timelines.length + exhibit.scenarios.length > 0) {
    add({ ...startAddress, mode: "stories" }, "clock", t("Timelines"));
  }
  if (hasCredits(exhibit)) {
    found.push(
      el(
        "button",
        { class: "button", type: "button", onclick: () => showCredits(exhibit) },
        icon("info"),
        t("Credits"),
      ),
    );
  }
  return found;
}

/** A link to a state of the page, which is opened without loading the page again. */
export function addressLink(
  context: ExhibitContext,
  address: ExhibitAddress,
  className: string,
  ...content: (Node | string)[]
): HTMLAnchorElement {
  return el("a", {
    class: className,
    href: `${location.pathname}${addressQuery(address)}`,
    onclick: (event: MouseEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      context.go(address);
    },
  }, ...content);
}

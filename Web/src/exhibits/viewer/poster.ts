/** The image of a model at its position in the first view, until the first frame is drawn. */

import type { ExhibitModel } from "../../api/generated.ts";
import { type ExhibitCore } from "../../core/exhibit.ts";
import type { Box } from "../../core/vectors.ts";
import { el } from "../../ui/dom.ts";
import { type ExhibitContext, fileURL } from "../exhibit-context.ts";
import { type Insets, posterRectangle } from "../stage/frame.ts";
import { presented } from "./presented.ts";

/** Milliseconds that the stage waits for the poster at most: preparing it keeps the browser from drawing. */
const patience = 2000;
/** Each poster is reported by a name of its own. */
let count = 0;

export class Poster {
  /** Hidden until it is loaded and its position is known. What it shows, the canvas is named by. */
  readonly element: HTMLImageElement;
  private readonly name = `poster-${count += 1}`;
  private readonly box: Box | null = null;
  private core: ExhibitCore | null = null;
  private frame: { view: HTMLElement; insets: Insets } | null = null;

  constructor({ detail }: ExhibitContext, { poster }: ExhibitModel) {
    this.element = el("img", {
      class: "exhibit-poster",
      alt: "",
      decoding: "sync",
      draggable: "false",
      elementtiming: this.name,
    });
    const src = fileURL(detail, poster?.image);
    if (!poster || src === null) return;
    this.box = { min: poster.min as Box["min"], max: poster.max as Box["max"] };
    this.element.addEventListener("load", () => this.place());
    this.element.src = src;
  }

  /** The core is loaded, which knows the first view. Resolves when the poster is shown, without one at once. */
  async start(core: ExhibitCore): Promise<void> {
    this.core = core;
    if (!this.box) return;
    const isShown = presented(this.name);
    this.place();
    await Promise.race([isShown, new Promise((resolve) => setTimeout(resolve, patience))]);
  }

  /** The view has another size, or controls cover more of it. */
  resize(view: HTMLElement, insets: Insets): void {
    this.frame = { view, insets };
    this.place();
  }

  private place(): void {
    const { element, box, core, frame } = this;
    const { naturalWidth, naturalHeight } = element;
    if (!box || !core || !frame || naturalWidth === 0 || naturalHeight === 0) return;
    const { clientWidth: width, clientHeight: height } = frame.view;
    if (width === 0 || height === 0) return;
    const placed = posterRectangle(core, box, { ...frame.insets, width, height }, naturalWidth / naturalHeight);
    element.style.left = `${placed.x.toFixed(1)}px`;
    element.style.top = `${placed.y.toFixed(1)}px`;
    element.style.width = `${placed.width.toFixed(1)}px`;
    element.style.height = `${placed.height.toFixed(1)}px`;
    element.dataset.state = "shown";
  }
}

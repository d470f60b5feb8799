/** Which part of the sheet the drawing shows: moved and zoomed by people, or the whole sheet. No DOM. */

import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import type { Sheet } from "./types.ts";
import { panned, resized, type Size, type ViewBox, wholeSheet, zoomed } from "./viewport.ts";

export class SheetView {
  private readonly box = signal<ViewBox | null>(null);
  private sheet: Sheet | null = null;
  private pane: Size = { width: 1, height: 1 };
  /** By a person; until then the whole sheet stays visible. */
  private isMoved = false;

  /** Null until there is a sheet. */
  readonly viewBox: ReadonlySignal<ViewBox | null> = this.box;

  /** Keeps the view where the sheet has the same storey and size. */
  setSheet(sheet: Sheet | null): void {
    const before = this.sheet;
    this.sheet = sheet;
    if (!sheet) return;
    const isSame = sheet.storey === before?.storey && sheet.width === before.width && sheet.height === before.height;
    if (!isSame || !this.isMoved) this.fit();
  }

  /** In pixels. */
  setPane(pane: Size): void {
    this.pane = pane;
    const box = this.box.peek();
    if (!box || !this.isMoved) this.fit();
    else this.box.value = resized(box, pane);
  }

  fit(): void {
    this.isMoved = false;
    if (this.sheet) this.box.value = wholeSheet(this.sheet, this.pane);
  }

  /** Around a point in pixels; without one around the middle. */
  zoom(factor: number, x = this.pane.width / 2, y = this.pane.height / 2): void {
    this.move((box, sheet) => zoomed(box, factor, x / this.pane.width, y / this.pane.height, sheet));
  }

  /** By pixels. */
  pan(dx: number, dy: number): void {
    this.move((box, sheet) => panned(box, dx / this.pane.width, dy / this.pane.height, sheet));
  }

  private move(change: (box: ViewBox, sheet: Sheet) => ViewBox): void {
    const box = this.box.peek();
    if (!box || !this.sheet) return;
    this.isMoved = true;
    this.box.value = change(box, this.sheet);
  }
}

/** The visible part of a sheet as an SVG view box. Pure functions; the box always has the aspect ratio of the pane. */

export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The limits of the zoom: the smallest visible width in millimetres, the largest in widths of the sheet. */
const minWidth = 12;
const maxSheets = 3;

/** The whole sheet in the middle of the pane, with a small margin. */
export function wholeSheet(sheet: Size, pane: Size): ViewBox {
  const scale = Math.max(sheet.width / pane.width, sheet.height / pane.height) * 1.02;
  const width = pane.width * scale;
  const height = pane.height * scale;
  return { x: (sheet.width - width) / 2, y: (sheet.height - height) / 2, width, height };
}

/** Shows `factor` times as much; the point at the fractions (x, y) of the pane stays fixed. */
export function zoomed(box: ViewBox, factor: number, x: number, y: number, sheet: Size): ViewBox {
  const widest = Math.max(sheet.width, sheet.height * box.width / box.height) * maxSheets;
  const width = Math.min(widest, Math.max(minWidth, box.width * factor));
  const height = box.height * width / box.width;
  return clamped({ x: box.x + (box.width - width) * x, y: box.y + (box.height - height) * y, width, height }, sheet);
}

/** Moves by fractions of the pane. */
export function panned(box: ViewBox, x: number, y: number, sheet: Size): ViewBox {
  return clamped({ ...box, x: box.x - x * box.width, y: box.y - y * box.height }, sheet);
}

/** For a pane of another size: the same centre and at least the same extent. */
export function resized(box: ViewBox, pane: Size): ViewBox {
  const scale = Math.max(box.width / pane.width, box.height / pane.height);
  const width = pane.width * scale;
  const height = pane.height * scale;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** The centre of the pane stays on the sheet. */
function clamped(box: ViewBox, sheet: Size): ViewBox {
  const bounded = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  return {
    ...box,
    x: bounded(box.x, -box.width / 2, sheet.width - box.width / 2),
    y: bounded(box.y, -box.height / 2, sheet.height - box.height / 2),
  };
}

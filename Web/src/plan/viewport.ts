/** Which part of a sheet is seen, as an SVG view box. Pure functions; the box always has the window's proportions. */

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

/** How near one may come: so many millimetres of the sheet are the least that is seen across. */
const nearest = 12;
const farthest = 3;

/** The whole sheet in the window's middle, with a small margin. */
export function wholeSheet(sheet: Size, pane: Size): ViewBox {
  const scale = Math.max(sheet.width / pane.width, sheet.height / pane.height) * 1.02;
  const [width, height] = [pane.width * scale, pane.height * scale];
  return { x: (sheet.width - width) / 2, y: (sheet.height - height) / 2, width, height };
}

/** Shows `factor` times as much; the place at the fractions (x, y) of the window stays where it is. */
export function zoomed(box: ViewBox, factor: number, x: number, y: number, sheet: Size): ViewBox {
  const widest = Math.max(sheet.width, sheet.height * box.width / box.height) * farthest;
  const width = Math.min(widest, Math.max(nearest, box.width * factor));
  const height = box.height * width / box.width;
  return kept({ x: box.x + (box.width - width) * x, y: box.y + (box.height - height) * y, width, height }, sheet);
}

/** Moves the picture by fractions of the window. */
export function panned(box: ViewBox, x: number, y: number, sheet: Size): ViewBox {
  return kept({ ...box, x: box.x - x * box.width, y: box.y - y * box.height }, sheet);
}

/** For a window of other proportions: the same middle, as much across or up as before. */
export function resized(box: ViewBox, pane: Size): ViewBox {
  const scale = Math.max(box.width / pane.width, box.height / pane.height);
  const [width, height] = [pane.width * scale, pane.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** The window's middle never leaves the sheet. */
function kept(box: ViewBox, sheet: Size): ViewBox {
  const bounded = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  return {
    ...box,
    x: bounded(box.x, -box.width / 2, sheet.width - box.width / 2),
    y: bounded(box.y, -box.height / 2, sheet.height - box.height / 2),
  };
}

/** Which rows of a long list are drawn. Pure functions. */

export interface Layout {
  /** Number of things. */
  count: number;
  columns: number;
  /** In pixels, with the gap below. */
  rowHeight: number;
}

export interface VisibleRange {
  /** Indices of things. */
  first: number;
  /** Less than `first` where nothing is drawn. */
  last: number;
}

/** Rows above and below the visible ones that are drawn too. */
const overscan = 3;

export function rowCount({ count, columns }: Layout): number {
  return Math.ceil(count / columns);
}

/**
 * The things to draw.
 * - Parameter top: the upper edge of the list in the window, in pixels; negative where it is scrolled.
 * - Parameter height: of the window.
 */
export function visibleRange(layout: Layout, top: number, height: number): VisibleRange {
  const { count, columns, rowHeight } = layout;
  const firstRow = Math.max(0, Math.floor(-top / rowHeight) - overscan);
  const lastRow = Math.min(rowCount(layout) - 1, Math.ceil((height - top) / rowHeight) + overscan);
  return { first: firstRow * columns, last: Math.min(count, (lastRow + 1) * columns) - 1 };
}

/** How many columns of at least `minWidth` fit, and at least one. */
export function columnsIn(width: number, minWidth: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
}

/** Where the focus goes by a key; null for other keys. */
export function focusTarget(key: string, from: number, layout: Layout, rowsPerPage: number): number | null {
  const { count, columns } = layout;
  const target = {
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    ArrowRight: columns > 1 ? from + 1 : from,
    ArrowLeft: columns > 1 ? from - 1 : from,
    j: from + 1,
    k: from - 1,
    PageDown: from + columns * rowsPerPage,
    PageUp: from - columns * rowsPerPage,
    Home: 0,
    End: count - 1,
  }[key];
  if (target === undefined) return null;
  // Up from the first row and down from the last one stay.
  if ((key === "ArrowDown" || key === "ArrowUp") && (target < 0 || target >= count)) return from;
  return Math.min(count - 1, Math.max(0, target));
}

/** Our own icons: lines of 1.75 on a grid of 24. They stand beside a word or inside a button with a name, so they are hidden from it. */

const shapes = {
  add: "M12 5v14M5 12h14",
  backup: "M4 8.5h16v11H4zM3 4.5h18v4H3zM9.5 12.5h5",
  back: "M14.5 5.5 8 12l6.5 6.5",
  check: "m5 12.5 4.5 4.5L19 7.5",
  close: "m6 6 12 12M18 6 6 18",
  conflict: "M4 7h6.5L14 12l-3.5 5H4M20 7h-3M20 17h-3M14 12h6",
  copy: "M9 8.5h10.5v11H9zM15 8.5v-4H4.5v11H9",
  cut: "M4 14.5 12 19l8-4.5M4 14.5 12 10l8 4.5M4 9l8-4.5L20 9M4 9v2M20 9v2",
  device: "M4.5 5.5h15v10h-15zM2.5 19h19M10 15.5v3.5M14 15.5v3.5",
  disk: "M4 13.5 6.5 5h11l2.5 8.5v5.5H4zM4 13.5h16M16.5 16.3h.1",
  download: "M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14",
  file: "M7 3.5h6.5L18 8v12.5H7zM13.5 3.5V8H18",
  folder:
    "M3.5 7a1.5 1.5 0 0 1 1.5-1.5h4l2 2.5h8A1.5 1.5 0 0 1 20.5 9.5V17a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17z",
  info: "M12 11v5.5M12 7.6v.1M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  keys: "M3.5 6.5h17v11h-17zM7 10h.1M10.3 10h.1M13.6 10h.1M17 10h.1M8 14h8",
  look:
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  minus: "M5 12h14",
  more: "M5.5 12h.1M12 12h.1M18.5 12h.1",
  place: "M12 3.5 20 8v8l-8 4.5L4 16V8zM4 8l8 4.5L20 8M12 12.5v8",
  rename: "m14.5 5.5 4 4L8.5 19.5l-5 1 1-5zM12.5 7.5l4 4",
  reset: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 4v4.7h4.7",
  retry: "M19.5 12a7.5 7.5 0 1 1-2.4-5.5l2.4 2.2M19.5 4v4.7h-4.7",
  rims:
    "M9 3.5H5A1.5 1.5 0 0 0 3.5 5v14A1.5 1.5 0 0 0 5 20.5h14a1.5 1.5 0 0 0 1.5-1.5v-4M13 3.5l3 2.5-2 3 4 1.5-1.5 3 4 1.5",
  scan:
    "M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16M8 14.5v-5M12 16V8M16 14.5v-3",
  sync: "M19.5 10.5A7.7 7.7 0 0 0 5.8 7.7L4.2 9.5M4 5v4.7h4.7M4.5 13.5a7.7 7.7 0 0 0 13.7 2.8l1.6-1.8M20 19v-4.7h-4.7",
  table: "M3 10.5 12 6l9 4.5-9 4.5zM3 10.5v3.8l9 4.5 9-4.5v-3.8M12 15v3.8",
  trash: "M5 7h14M10 4h4M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H11",
  warning: "M12 4 21 19.5H3zM12 10v4.5M12 16.9v.1",
} as const;

export type IconName = keyof typeof shapes;

const svg = "http://www.w3.org/2000/svg";

export function icon(name: IconName): SVGSVGElement {
  const element = document.createElementNS(svg, "svg");
  element.setAttribute("viewBox", "0 0 24 24");
  element.setAttribute("class", `icon icon-${name}`);
  element.setAttribute("aria-hidden", "true");
  element.append(stroke(shapes[name]));
  return element;
}

/** A room as a sand table with a lamp in it, for the empty library. */
export function roomDrawing(): SVGSVGElement {
  const element = document.createElementNS(svg, "svg");
  element.setAttribute("viewBox", "0 0 160 112");
  element.setAttribute("class", "room-drawing");
  element.setAttribute("aria-hidden", "true");
  element.append(
    stroke("M80 36 142 67 80 98 18 67z", "floor"),
    stroke("M18 67V41L80 10l62 31v26M80 10v26"),
    stroke("M98 19v13l18 9V28zM33 59.5V48l14-7v11.5"),
    stroke("M62 63 84 52l24 12-22 11zM62 63v7l24 12V75M86 82l22-11v-7"),
    stroke("M54 77v-14M49.500 63h9L56.500 56h-5zM50.500 78.500h7", "lamp"),
  );
  return element;
}

function stroke(path: string, kind?: string): SVGPathElement {
  const element = document.createElementNS(svg, "path");
  element.setAttribute("d", path);
  if (kind) element.setAttribute("class", kind);
  return element;
}

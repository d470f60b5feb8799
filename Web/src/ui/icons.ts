/**
 * Our own icons: lines of 1.75 on a grid of 24. They are beside a word or inside a button with a name, so they are
 * hidden from screen readers.
 */

const shapes = {
  add: "M12 5v14M5 12h14",
  audio: "M9 18.5V6l10-2v12.5M9 18.5a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0zM19 16.5a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0z",
  back: "M14.5 5.5 8 12l6.5 6.5",
  backup: "M4 8.5h16v11H4zM3 4.5h18v4H3zM9.5 12.5h5",
  camera: "M3.5 7.5h4L9 5h6l1.5 2.5h4v11.5h-17zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  check: "m5 12.5 4.5 4.5L19 7.5",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7v5.3l3.5 2",
  close: "m6 6 12 12M18 6 6 18",
  conflict: "M4 7h6.5L14 12l-3.5 5H4M20 7h-3M20 17h-3M14 12h6",
  copy: "M9 8.5h10.5v11H9zM15 8.5v-4H4.5v11H9",
  cut: "M4 14.5 12 19l8-4.5M4 14.5 12 10l8 4.5M4 9l8-4.5L20 9M4 9v2M20 9v2",
  depth: "M8 4.5v15M5 7.5l3-3 3 3M5 16.5l3 3 3-3M15 9.5h5M14 14.5h6",
  device: "M4.5 5.5h15v10h-15zM2.5 19h19M10 15.5v3.5M14 15.5v3.5",
  disk: "M4 13.5 6.5 5h11l2.5 8.5v5.5H4zM4 13.5h16M16.5 16.3h.1",
  download: "M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14",
  file: "M7 3.5h6.5L18 8v12.5H7zM13.5 3.5V8H18",
  fly: "M4 12.5 20 5l-4.5 15-4-6.5zM11.5 13.5 20 5",
  folder:
    "M3.5 7a1.5 1.5 0 0 1 1.5-1.5h4l2 2.5h8A1.5 1.5 0 0 1 20.5 9.5V17a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17z",
  follow: "M12 19.5C6 15 4 12.5 4 9.5A4 4 0 0 1 12 8a4 4 0 0 1 8 1.5c0 3-2 5.5-8 10z",
  forward: "m9.5 5.5 6.5 6.5-6.5 6.5",
  history: "M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4.5 17.8v-4h4M12 8v4.3l3 1.7",
  info: "M12 11v5.5M12 7.6v.1M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  keys: "M3.5 6.5h17v11h-17zM7 10h.1M10.3 10h.1M13.6 10h.1M17 10h.1M8 14h8",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.5 1.5M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  list: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  look:
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  measure: "M3 15.5 15.5 3l5.5 5.5L8.5 21zM6.2 12.3l2 2M9.3 9.2l3 3M12.4 6.1l2 2",
  memory: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  microphone: "M12 14.5a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3",
  minus: "M5 12h14",
  more: "M5.5 12h.1M12 12h.1M18.5 12h.1",
  parts: "M12 3.5 16 6v5l-4 2.5L8 11V6zM8 11l-4 2.5v4.5l4 2.5 4-2.5v-4.5M16 11l4 2.5v4.5l-4 2.5-4-2.5",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  people: "M9 11.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6zM3 19.5c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5" +
    "M15.5 5.2a3.3 3.3 0 0 1 0 6.2M17.5 14.5c2.2.7 3.5 2.5 3.5 5",
  photo: "M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.3h.1",
  move: "M12 3.5v17M3.5 12h17M9.5 6 12 3.5 14.5 6M9.5 18l2.5 2.5 2.5-2.5M6 9.5 3.5 12 6 14.5M18 9.5l2.5 2.5-2.5 2.5",
  place: "M12 3.5 20 8v8l-8 4.5L4 16V8zM4 8l8 4.5L20 8M12 12.5v8",
  plan: "M4 4.5h16v15H4zM11 4.5v5M11 13v6.5M11 15.5H4M16 10.5h4M11 9.5h1.5",
  play: "M8 5.5v13l11-6.5z",
  record: "M12 17.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z",
  rename: "m14.5 5.5 4 4L8.5 19.5l-5 1 1-5zM12.5 7.5l4 4",
  redo: "m15.5 5 4.5 4.5-4.5 4.5M20 9.5H9.5a5 5 0 0 0 0 10H13",
  reset: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 4v4.7h4.7",
  retry: "M19.5 12a7.5 7.5 0 1 1-2.4-5.5l2.4 2.2M19.5 4v4.7h-4.7",
  edges:
    "M9 3.5H5A1.5 1.5 0 0 0 3.5 5v14A1.5 1.5 0 0 0 5 20.5h14a1.5 1.5 0 0 0 1.5-1.5v-4M13 3.5l3 2.5-2 3 4 1.5-1.5 3 4 1.5",
  scan: "M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16" +
    "M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16M8 14.5v-5M12 16V8M16 14.5v-3",
  search: "M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4.5 4.5",
  settings: "M4 7.5h8.5M17.5 7.5H20M15 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM4 16.5h2.5M11.5 16.5H20" +
    "M9 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  share: "M17.5 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6.5 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" +
    "M17.5 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.7 10.9l6.6-4.2M8.7 13.2l6.6 4.2",
  stop: "M7 7h10v10H7z",
  silence: "M4 9.5h3.5L12 5.5v13L7.5 14.5H4zM16 9.5l5 5M21 9.5l-5 5",
  size: "M10 4.5h9.5V14M19.5 4.5l-15 15M4.5 10.5v9h9",
  sound: "M4 9.5h3.5L12 5.5v13L7.5 14.5H4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  sync: "M19.5 10.5A7.7 7.7 0 0 0 5.8 7.7L4.2 9.5M4 5v4.7h4.7M4.5 13.5a7.7 7.7 0 0 0 13.7 2.8l1.6-1.8M20 19v-4.7h-4.7",
  table: "M3 10.5 12 6l9 4.5-9 4.5zM3 10.5v3.8l9 4.5 9-4.5v-3.8M12 15v3.8",
  text: "M5 6h14M5 10.5h14M5 15h9",
  trash: "M5 7h14M10 4h4M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5",
  turn: "M4 12c0-2.5 3.6-4.5 8-4.5s8 2 8 4.5-3.6 4.5-8 4.5M15 13.5l-3 3 3 3",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H11",
  up: "m5.5 14.5 6.5-6 6.5 6",
  video: "M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3z",
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
    stroke("M54 77v-14M49.5 63h9L56.5 56h-5zM50.5 78.5h7", "lamp"),
  );
  return element;
}

function stroke(path: string, kind?: string): SVGPathElement {
  const element = document.createElementNS(svg, "path");
  element.setAttribute("d", path);
  if (kind) element.setAttribute("class", kind);
  return element;
}

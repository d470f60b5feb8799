/** The field of the composer for the position of a memory: moving it, and showing its photo or video as a screen. */

import type { Placement } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { formatDecimal } from "../i18n/numbers.ts";
import { effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import type { Sheet } from "../ui/sheet.ts";
import type { ComposerStore } from "./composer-store.ts";
import type { Anchor } from "./types.ts";

/** Both return null when the visitor cancels. */
export interface LocationCallbacks {
  /** Lets the visitor choose position and viewpoint. */
  place(start: Anchor | null): Promise<Placement | null>;
  /** Lets the visitor position a screen for the image at an address (null: a video). */
  placeScreen(anchor: Anchor, address: string | null): Promise<Anchor["screen"]>;
}

export function locationField(
  store: ComposerStore,
  callbacks: LocationCallbacks,
  sheet: () => Sheet,
  owner: AbortSignal,
): HTMLElement {
  const position = el("p", { class: "where-words" });
  const view = el("p", { class: "where-words" });
  const button = (shape: IconName, label: string, act: () => Promise<void>): HTMLButtonElement => {
    const text = el("span", {}, label);
    const onclick = (): void => void act().then(() => element.focus());
    const element = el("button", { class: "button small", type: "button", onclick }, icon(shape), text);
    return element;
  };
  const move = button("place", t("Move"), () => hidden(sheet(), () => moveMemory(store, callbacks)));
  const screen = button("photo", t("Place as a screen"), () => hidden(sheet(), () => placeScreen(store, callbacks)));
  effect(() => {
    const { anchor, viewpoint, kind } = store.memory.value;
    setText(position, positionText(anchor));
    setText(view, viewpoint ? t("Others see it from where you looked when you placed it.") : t("It has no viewpoint."));
    const isVisual = kind === "photo" || kind === "video";
    screen.hidden = !isVisual || (!store.before && store.media.value.length === 0);
    setText(screen.querySelector("span")!, anchor.screen ? t("Move the screen") : t("Place as a screen"));
  }, owner);
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, t("Position")),
    position,
    view,
    el("div", { class: "field-buttons" }, move, screen),
  );
}

function positionText(anchor: Anchor): string {
  const surface = anchor.object
    ? t("On {object}", { object: anchor.object.name || t("an object|after On") })
    : t("On the surface you chose");
  const height = anchor.height > 0.005 ? t(", {height} m above it", { height: formatDecimal(anchor.height, 2) }) : "";
  return `${surface}${height}${anchor.screen ? t(", shown as a screen") : ""}.`;
}

/** Hides the sheet while `act` uses the 3D view. */
async function hidden(sheet: Sheet, act: () => Promise<void>): Promise<void> {
  sheet.element.hidden = true;
  try {
    await act();
  } finally {
    sheet.element.hidden = false;
  }
}

async function moveMemory(store: ComposerStore, callbacks: LocationCallbacks): Promise<void> {
  const placement = await callbacks.place(store.memory.peek().anchor);
  if (!placement) return;
  const { anchor, viewpoint } = placement;
  store.update({ anchor: { ...anchor, screen: null, state: "held" }, viewpoint });
}

async function placeScreen(store: ComposerStore, callbacks: LocationCallbacks): Promise<void> {
  const file = store.media.peek()[0];
  const created = file?.kind === "photo" ? URL.createObjectURL(file.body) : null;
  try {
    const address = created ?? store.before?.media[0]?.thumbnails?.medium ?? null;
    const screen = await callbacks.placeScreen(store.memory.peek().anchor, address);
    if (screen) store.update({ anchor: { ...store.memory.peek().anchor, screen } });
  } finally {
    if (created !== null) URL.revokeObjectURL(created);
  }
}

/** The sheet with everything in a space that is a thing or can be one, for the keyboard, screen readers and a quick look. */

import type { SceneObject, SpaceThing } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon, type IconName } from "../ui/icons.ts";
import type { SpaceThingsStore } from "./space-things-store.ts";

export interface ThingsSheetProps {
  store: SpaceThingsStore;
  openThing(id: string): void;
  openObject(id: string): void;
  addAll(): void;
  place(): void;
}

export function thingsSheet(
  props: ThingsSheetProps,
  owner: AbortSignal,
): { content: HTMLElement[]; foot: HTMLElement[] } {
  const { store } = props;
  const status = el("p", { class: "quiet", role: "status" });
  const things = el("ul", { class: "choice-rows", "aria-label": t("Things") });
  const objectsTitle = el("h3", {});
  const objects = el("ul", { class: "choice-rows", "aria-label": t("Objects") });
  const addLabel = el("span", {});
  const addAll = el("button", { class: "button", type: "button", onclick: props.addAll }, icon("add"), addLabel);
  effect(() => {
    const phase = store.phase.value;
    const count = store.things.value.length;
    setText(
      status,
      phase.state === "failed"
        ? t("The things didn't load: {problem}", { problem: phase.message })
        : statusText(phase.state, count),
    );
    things.replaceChildren(...store.things.value.map((thing) => row("thing", thing, () => props.openThing(thing.id))));
  }, owner);
  effect(() => {
    const found = store.newObjects.value;
    objects.replaceChildren(...found.map((object) => row("parts", object, () => props.openObject(object.id))));
    objects.hidden = objectsTitle.hidden = addAll.hidden = found.length === 0;
    setText(
      objectsTitle,
      plural(found.length, {
        one: "{count} object that is no thing yet",
        other: "{count} objects that are no things yet",
      }),
    );
    setText(addLabel, found.length === 1 ? t("Add it as a thing") : t("Add all objects as things"));
  }, owner);
  const place = el(
    "button",
    { class: "button primary", type: "button", onclick: props.place },
    icon("memory"),
    t("Place a thing here"),
  );
  return {
    content: [status, things, objectsTitle, objects, addAll],
    foot: [el("div", { class: "sheet-actions" }, place)],
  };
}

function statusText(state: "loading" | "ready" | "failed", count: number): string {
  if (state === "loading") return t("Loading…");
  return count === 0
    ? t("No thing has a position in this space yet.")
    : plural(count, { one: "{count} thing", other: "{count} things" });
}

function row(image: IconName, { name }: Pick<SpaceThing | SceneObject, "name">, open: () => void): HTMLElement {
  return el("li", {}, el("button", { class: "choice-row", type: "button", onclick: open }, icon(image), name));
}

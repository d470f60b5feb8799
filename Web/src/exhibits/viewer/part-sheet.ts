/** The list of a model's parts, and the description of the selected one. */

import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import type { ExhibitPart } from "../../api/generated.ts";

export interface PartSheetProps {
  parts: readonly ExhibitPart[];
  selected: ReadonlySignal<string | null>;
  select(id: string | null): void;
}

/** The tree of parts; each part is a button that selects it. */
export function partTree(props: PartSheetProps, owner: AbortSignal): HTMLElement {
  const branch = (parts: readonly ExhibitPart[]): HTMLElement =>
    el("ul", { class: "exhibit-parts" }, ...parts.map((part) => partItem(part, props, branch, owner)));
  return branch(props.parts);
}

function partItem(
  part: ExhibitPart,
  { selected, select }: PartSheetProps,
  branch: (parts: readonly ExhibitPart[]) => HTMLElement,
  owner: AbortSignal,
): HTMLElement {
  const about = el("p", { class: "exhibit-part-about quiet", hidden: true }, part.description ?? "");
  const button = el("button", {
    class: "exhibit-part",
    type: "button",
    "aria-pressed": "false",
    onclick: () => select(selected.peek() === part.id ? null : part.id),
  }, part.name);
  effect(() => {
    const isSelected = selected.value === part.id;
    button.setAttribute("aria-pressed", String(isSelected));
    about.hidden = !isSelected || !part.description;
    if (isSelected) button.scrollIntoView({ block: "nearest" });
  }, owner);
  return el("li", {}, button, about, part.parts.length > 0 && branch(part.parts));
}

/** All rooms, walls and openings of the storey as a list, for keyboard and screen reader and for those who look for something by its name. */

import { el } from "../ui/dom.ts";
import { units } from "../ui/units.ts";
import type { PlanStore } from "./plan-store.ts";
import type { PartKind } from "./types.ts";
import { type PartLine, partLines } from "./words.ts";

const groups: { kind: PartKind; title: string }[] = [
  { kind: "room", title: "Rooms" },
  { kind: "wall", title: "Walls" },
  { kind: "opening", title: "Doors and windows" },
];

/** Arrows go from line to line and light what they come to; Enter or Space selects. One tab stop. */
export function partList(store: PlanStore, signal: AbortSignal): HTMLElement {
  const element = el("div", { class: "plan-list", role: "listbox", "aria-label": "Parts of the plan" });
  let current: string | null = null;

  function refresh(): void {
    const { storey } = store;
    const lines = storey ? partLines(storey, units.current) : [];
    const hadFocus = element.contains(document.activeElement);
    if (!lines.some(({ id }) => id === current)) current = store.selected?.id ?? lines[0]?.id ?? null;
    element.replaceChildren(
      ...groups.flatMap(({ kind, title }) => {
        const own = lines.filter((line) => line.kind === kind);
        if (own.length === 0) return [];
        return [
          el(
            "div",
            { class: "plan-group", role: "group", "aria-label": title },
            el("h3", { "aria-hidden": "true" }, title),
            ...own.map(option),
          ),
        ];
      }),
    );
    mark();
    if (hadFocus) optionOf(current)?.focus();
  }

  function option(line: PartLine): HTMLElement {
    const choose = (): void => {
      current = line.id;
      store.select({ kind: line.kind, id: line.id });
      mark();
      // Where there is room for one of them only, the details take the list's place.
      element.parentElement?.querySelector<HTMLElement>(".plan-details h3")?.focus({ preventScroll: true });
    };
    return el(
      "div",
      {
        class: "plan-option",
        role: "option",
        tabindex: -1,
        "data-id": line.id,
        "data-kind": line.kind,
        "aria-label": `${line.name}, ${line.measure}${line.unseen === "" ? "" : `, ${line.unseen}`}`,
        onclick: choose,
        onfocus: () => store.light(line.kind === "room" ? line.id : null),
        onpointerenter: () => store.light(line.kind === "room" ? line.id : null),
        onpointerleave: () => store.light(null),
      },
      el("span", { class: "plan-option-name" }, line.name),
      line.unseen !== "" && el("span", { class: "tag" }, line.unseen),
      el("span", { class: "plan-option-measure" }, line.measure),
    );
  }

  const options = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>("[role=option]")];
  const optionOf = (id: string | null): HTMLElement | undefined => options().find((one) => one.dataset.id === id);

  function mark(): void {
    for (const one of options()) {
      one.setAttribute("aria-selected", String(one.dataset.id === store.selected?.id));
      one.classList.toggle("lit", one.dataset.id === store.lit);
      one.tabIndex = one.dataset.id === current ? 0 : -1;
    }
  }

  element.addEventListener("keydown", (event) => {
    const all = options();
    const at = all.findIndex((one) => one === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const here = all[at];
    if (next !== undefined && all.length > 0) {
      const target = all[Math.min(all.length - 1, Math.max(0, next))]!;
      current = target.dataset.id ?? null;
      mark();
      target.focus();
    } else if ((event.key === "Enter" || event.key === " ") && here) {
      here.click();
    } else return;
    event.preventDefault();
  }, { signal });
  element.addEventListener("focusout", (event) => {
    if (!element.contains(event.relatedTarget as Node | null)) store.light(null);
  }, { signal });

  units.listen(() => refresh(), signal);
  store.listen((change) => {
    if (change === "plan" || change === "storey") refresh();
    else if (change === "selection") {
      current = store.selected?.id ?? current;
      mark();
      optionOf(current)?.scrollIntoView({ block: "nearest" });
    } else if (change === "light") mark();
  });
  refresh();
  return element;
}

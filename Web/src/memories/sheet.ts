/** A sheet over the place: from the side on wide pages, from below on narrow ones, where it can be drawn up. One at a time. */

import { type Child, el, freshID } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";

export interface Sheet {
  element: HTMLElement;
  setTitle(title: string): void;
  close(): void;
}

export interface SheetParts {
  kind: string;
  title: string;
  content: Child[];
  /** The row of buttons at its lower edge, which stays while the rest scrolls. */
  foot?: Child[];
  /** Beside the title. */
  tools?: Child[];
  /** Narrow pages: begins drawn up, for what has to be written or read at length. */
  tall?: boolean;
  /** What gets the focus; else the title. */
  focus?: () => HTMLElement | null;
  closed?: () => void;
}

export class Sheets {
  private open: Sheet | null = null;

  /** `changed` is called when a sheet came or went. */
  constructor(private readonly area: HTMLElement, private readonly changed: (open: boolean) => void) {}

  get current(): HTMLElement | null {
    return this.open?.element ?? null;
  }

  show(parts: SheetParts): Sheet {
    const returnTo = this.open ? null : document.activeElement;
    this.open?.close();
    const id = freshID("sheet");
    const title = el("h2", { id, tabindex: -1 }, parts.title);
    const grow = el("button", {
      class: "icon-button sheet-grow",
      type: "button",
      "aria-expanded": String(parts.tall ?? false),
      "aria-label": "Draw the sheet up",
      title: "Draw the sheet up",
      onclick: () => {
        const tall = element.classList.toggle("tall");
        grow.setAttribute("aria-expanded", String(tall));
      },
    }, icon("up"));
    const shut = el(
      "button",
      { class: "icon-button", type: "button", "aria-label": "Close", title: "Close", onclick: () => close() },
      icon("close"),
    );
    const element = el(
      "aside",
      { class: `sheet-over sheet-${parts.kind}${parts.tall ? " tall" : ""}`, "aria-labelledby": id },
      el("header", { class: "sheet-head" }, title, ...(parts.tools ?? []), grow, shut),
      el("div", { class: "sheet-body" }, ...parts.content),
      parts.foot && el("footer", { class: "sheet-foot" }, ...parts.foot),
    );
    element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) {
        event.preventDefault();
        close();
      }
      // The place's own keys don't hear what is typed here.
      event.stopPropagation();
    });
    const close = (): void => {
      if (this.open !== sheet) return;
      this.open = null;
      const hadFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      element.remove();
      parts.closed?.();
      this.changed(this.open !== null);
      if (!hadFocus || this.open) return;
      const target = returnTo instanceof HTMLElement && returnTo.isConnected && returnTo !== document.body
        ? returnTo
        : this.area.querySelector<HTMLElement>("canvas:not([hidden])") ?? this.area;
      target.focus({ preventScroll: true });
    };
    const sheet: Sheet = { element, close, setTitle: (text) => title.replaceChildren(text) };
    this.open = sheet;
    this.area.append(element);
    this.changed(true);
    (parts.focus?.() ?? title).focus({ preventScroll: true });
    return sheet;
  }

  close(): void {
    this.open?.close();
  }
}

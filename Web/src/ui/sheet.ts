/**
 * Sheets over the 3D view: at the side on wide pages, at the bottom on narrow ones, where they can be expanded. One
 * is open at a time.
 */

import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { type Child, el, freshID } from "./dom.ts";
import { iconButton } from "./icon-button.ts";
import { icon } from "./icons.ts";

export interface Sheet {
  element: HTMLElement;
  close(): void;
}

export interface SheetProps {
  /** The suffix of its CSS class. */
  kind: string;
  title: string;
  content: Child[];
  /** Buttons at the lower edge, which don't scroll. */
  foot?: Child[];
  /** Buttons beside the title. */
  tools?: Child[];
  /** On narrow pages: opens expanded. */
  tall?: boolean;
  /** The element that gets the focus; otherwise the title. */
  focus?: () => HTMLElement | null;
  /** Aborted when the sheet closes: ends the effects of its content. */
  owner?: AbortController;
  closed?: () => void;
}

export class Sheets {
  private readonly openSheet = signal<Sheet | null>(null);
  readonly current: ReadonlySignal<Sheet | null> = this.openSheet;

  constructor(private readonly area: HTMLElement) {}

  /** Opens a sheet in place of the one that is open. */
  show(props: SheetProps): Sheet {
    const focusedBefore = this.openSheet.peek() ? null : document.activeElement;
    this.close();
    const element = sheetElement(props, () => close());
    const close = (): void => {
      if (this.openSheet.peek() !== sheet) return;
      const hadFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      element.remove();
      props.owner?.abort();
      this.openSheet.value = null;
      props.closed?.();
      if (hadFocus && !this.openSheet.peek()) this.returnFocus(focusedBefore);
    };
    const sheet: Sheet = { element, close };
    this.area.append(element);
    this.openSheet.value = sheet;
    const title = element.querySelector<HTMLElement>("h2")!;
    (props.focus?.() ?? title).focus({ preventScroll: true });
    return sheet;
  }

  close(): void {
    this.openSheet.peek()?.close();
  }

  private returnFocus(before: Element | null): void {
    const canReturn = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const canvas = this.area.querySelector<HTMLElement>("canvas:not([hidden])");
    (canReturn ? before : canvas ?? this.area).focus({ preventScroll: true });
  }
}

function sheetElement(props: SheetProps, close: () => void): HTMLElement {
  const id = freshID("sheet");
  const element: HTMLElement = el(
    "aside",
    { class: `sheet-over sheet-${props.kind}${props.tall ? " tall" : ""}`, "aria-labelledby": id },
    el(
      "header",
      { class: "sheet-head" },
      el("h2", { id, tabindex: -1 }, props.title),
      ...(props.tools ?? []),
      expandButton(props.tall ?? false, () => element.classList.toggle("tall")),
      iconButton("close", t("Close"), close),
    ),
    el("div", { class: "sheet-body" }, ...props.content),
    props.foot && el("footer", { class: "sheet-foot" }, ...props.foot),
  );
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      close();
    }
    // Keys typed here must not reach the 3D view.
    event.stopPropagation();
  });
  return element;
}

/** `toggle` returns whether the sheet is expanded now. */
function expandButton(expanded: boolean, toggle: () => boolean): HTMLButtonElement {
  const button = el("button", {
    class: "icon-button sheet-grow",
    type: "button",
    "aria-expanded": String(expanded),
    "aria-label": t("Expand the sheet"),
    title: t("Expand the sheet"),
    onclick: () => button.setAttribute("aria-expanded", String(toggle())),
  }, icon("up"));
  return button;
}

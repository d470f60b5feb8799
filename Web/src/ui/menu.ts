/** A button that opens a short menu: arrows move in it, Escape and a press elsewhere close it. */

import { el, freshID } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

export interface MenuItem {
  icon: IconName;
  label: string;
  danger?: boolean;
  /** Either a link, for downloads… */
  href?: string;
  download?: string;
  /** …or the address of another page… */
  page?: string;
  /** …or an action. */
  action?: () => void;
  /** For one of several options: whether it is chosen. */
  checked?: boolean;
}

export function menuButton(label: string, items: () => MenuItem[], image: IconName = "more"): HTMLElement {
  const id = freshID("menu");
  const button = el("button", {
    class: "icon-button",
    type: "button",
    "aria-label": label,
    title: label,
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    "aria-controls": id,
    onclick: () => list.hidden ? open() : close(),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" || !list.hidden) return;
      event.preventDefault();
      open();
    },
  }, icon(image));
  const list = el("div", { class: "menu", id, role: "menu", "aria-label": label, hidden: true, onkeydown: move });
  const root = el("div", { class: "menu-root" }, button, list);

  function open(): void {
    list.replaceChildren(...items().map(itemElement));
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    entries()[0]?.focus();
    document.addEventListener("pointerdown", outside, true);
    root.addEventListener("focusout", left);
  }

  function close(refocus = true): void {
    document.removeEventListener("pointerdown", outside, true);
    root.removeEventListener("focusout", left);
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    if (refocus) button.focus();
  }

  function outside(event: PointerEvent): void {
    if (!root.isConnected || !root.contains(event.target as Node)) close(false);
  }

  function left(event: FocusEvent): void {
    if (event.relatedTarget && !root.contains(event.relatedTarget as Node)) close(false);
  }

  function entries(): HTMLElement[] {
    return [...list.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  }

  function move(event: KeyboardEvent): void {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      close(event.key === "Escape");
      if (event.key === "Escape") event.preventDefault();
    } else if (next !== undefined) {
      event.preventDefault();
      all[(next + all.length) % all.length]?.focus();
    }
    event.stopPropagation();
  }

  function itemElement(item: MenuItem): HTMLElement {
    const common = {
      class: `menu-item${item.danger ? " danger" : ""}`,
      role: item.checked === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": item.checked === undefined ? null : String(item.checked),
      tabindex: -1,
    };
    if (item.href !== undefined) {
      const link = { ...common, href: item.href, download: item.download ?? "", onclick: () => close() };
      return el("a", link, icon(item.icon), item.label);
    }
    if (item.page !== undefined) {
      const isHere = item.page === location.pathname;
      const link = { ...common, href: item.page, "aria-current": isHere && "page", onclick: () => close(false) };
      return el("a", link, icon(item.icon), item.label);
    }
    const act = (): void => {
      close();
      item.action?.();
    };
    return el("button", { ...common, type: "button", onclick: act }, icon(item.icon), item.label);
  }

  return root;
}

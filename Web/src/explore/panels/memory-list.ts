/**
 * All memories as buttons, the nearest first, for keyboard and screen reader. It follows the canvas in the order
 * of the page, shows itself while it has the focus, and keeps its order while it is in use.
 */

import { t } from "../../i18n/messages.ts";
import { el, freshID, setText } from "../../ui/dom.ts";
import { plural } from "../../ui/format.ts";

export interface ListedMemory {
  id: string;
  /** Its description in one line. */
  words: string;
}

const atOnce = 12;

export class MemoryList {
  readonly element: HTMLElement;
  private readonly list = el("ul", { class: "reach-items" });
  private readonly title = el("h2", {});
  private readonly more = el("button", { class: "button small", type: "button", onclick: () => this.extend() });
  private shown = atOnce;

  /** `ask` returns the nearest `count` and the total; `focused` is called with the one that has the focus, or null. */
  constructor(
    private readonly ask: (count: number) => { nearest: ListedMemory[]; total: number },
    private readonly open: (id: string) => void,
    private readonly focused: (id: string | null) => void,
    leave: () => void,
  ) {
    const id = freshID("reach");
    this.title.id = id;
    this.element = el(
      "section",
      { class: "reach", "aria-labelledby": id, hidden: true },
      this.title,
      this.list,
      this.more,
    );
    this.element.addEventListener("focusin", (event) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      this.focused(target?.dataset.id ?? null);
    });
    this.element.addEventListener("focusout", (event) => {
      if (this.element.contains(event.relatedTarget as Node | null)) return;
      this.focused(null);
      this.shown = atOnce;
      this.refresh();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        leave();
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        event.stopPropagation();
        this.step(event.key === "ArrowDown" ? 1 : -1);
      }
    });
  }

  private get holdsFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** Updates the order to the visitor's position, unless the list is in use. */
  refresh(): void {
    if (!this.holdsFocus) this.fill();
  }

  /** Focuses the nearest. */
  focus(): void {
    this.refresh();
    this.list.querySelector("button")?.focus();
  }

  /** The next one of the list, for bumpers of a gamepad: the first after the last. */
  step(way: number): void {
    const buttons = [...this.list.querySelectorAll("button")];
    if (buttons.length === 0) return;
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[at < 0 ? (way > 0 ? 0 : buttons.length - 1) : (at + way + buttons.length) % buttons.length]?.focus();
  }

  private extend(): void {
    const last = this.list.childElementCount;
    this.shown += 50;
    this.fill();
    this.list.children[last]?.querySelector("button")?.focus();
  }

  private fill(): void {
    const { nearest, total } = this.ask(this.shown);
    this.element.hidden = total === 0;
    setText(
      this.title,
      t("{memories}, the nearest first", {
        memories: plural(total, { one: "{count} memory", other: "{count} memories" }),
      }),
    );
    const rest = total - nearest.length;
    this.more.hidden = rest <= 0;
    setText(this.more, `${plural(rest, { one: "{count} further memory", other: "{count} further memories" })}`);
    // Buttons are reused: usually only their text changes.
    nearest.forEach(({ id, words }, at) => {
      const present = this.list.children[at]?.firstElementChild as HTMLButtonElement | undefined;
      const button = present ?? el("button", {
        class: "reach-item",
        type: "button",
        onclick: (event: Event) => this.open((event.currentTarget as HTMLElement).dataset.id ?? ""),
      });
      button.dataset.id = id;
      setText(button, words);
      if (!present) this.list.append(el("li", {}, button));
    });
    while (this.list.childElementCount > nearest.length) this.list.lastElementChild?.remove();
  }
}

/**
 * A text field that lists what fits while one types: arrows choose, Enter takes, Escape closes (the combobox pattern of
 * the WAI-ARIA Authoring Practices).
 */

import { t } from "../../i18n/messages.ts";
import { el, freshID } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";

export interface ComboOption {
  label: string;
  /** What is beside the label, as a number. */
  detail?: string;
  icon?: IconName;
  /** Called when the option is taken. */
  take: () => void;
}

export interface ComboboxProps {
  id?: string;
  /** For assistive technology, where no label element names the field. */
  name?: string;
  placeholder?: string;
  /** What fits a text; at most a dozen. */
  options: (text: string) => ComboOption[];
  /** Called when the field is left, with the text that is in it, unless an option was taken. */
  left?: (text: string) => void;
  /** Called by Enter where no option is chosen. */
  entered?: (text: string) => void;
}

export interface Combobox {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Lists the options again, as when they have arrived. */
  refresh(): void;
  /** Takes what was typed as if the field were left. */
  commit(): void;
}

/**
 * For `onmousedown` of a button that saves: the field keeps the focus until the click, so that taking what was typed
 * doesn't move the button away from under the pointer.
 */
export function keepFocus(event: Event): void {
  event.preventDefault();
}

export function combobox(props: ComboboxProps): Combobox {
  return new ComboboxElement(props);
}

class ComboboxElement implements Combobox {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private options: ComboOption[] = [];
  private active = -1;
  /** The text when the field got the focus: it is left only where it changed. */
  private before = "";

  constructor(private readonly props: ComboboxProps) {
    const listID = freshID("options");
    this.list = el("ul", { class: "combo-list", id: listID, role: "listbox", hidden: true });
    this.list.setAttribute("aria-label", props.name ?? t("Suggestions"));
    this.input = el("input", {
      id: props.id ?? freshID("combo"),
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": listID,
      "aria-label": props.name,
      placeholder: props.placeholder,
      autocomplete: "off",
      maxlength: 400,
      oninput: () => this.open(),
      onfocus: () => {
        this.before = this.input.value;
        this.open();
      },
      onblur: () => this.commit(),
      onkeydown: (event: KeyboardEvent) => this.key(event),
      onclick: () => this.open(),
    });
    this.element = el("div", { class: "combo" }, this.input, this.list);
  }

  refresh(): void {
    if (document.activeElement === this.input) this.open();
  }

  private open(): void {
    // The text of a field that was just focused is no search: everything is offered.
    const text = this.input.value === this.before ? "" : this.input.value;
    this.options = this.props.options(text.trim());
    this.active = -1;
    this.list.replaceChildren(...this.options.map((option, at) => this.item(option, at)));
    this.list.hidden = this.options.length === 0;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.mark(-1);
  }

  private close(): void {
    this.list.hidden = true;
    this.active = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  private item(option: ComboOption, at: number): HTMLElement {
    return el(
      "li",
      {
        class: "combo-option",
        id: `${this.list.id}-${at}`,
        role: "option",
        "aria-selected": "false",
        // The field keeps the focus.
        onpointerdown: (event: Event) => event.preventDefault(),
        onclick: () => this.take(at),
      },
      option.icon && icon(option.icon),
      el("span", { class: "combo-label" }, option.label),
      option.detail !== undefined && el("span", { class: "quiet" }, option.detail),
    );
  }

  private mark(at: number): void {
    this.active = at;
    [...this.list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === at));
      if (index === at) item.scrollIntoView({ block: "nearest" });
    });
    if (at < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `${this.list.id}-${at}`);
  }

  private take(at: number): void {
    const option = this.options[at];
    this.close();
    option?.take();
    this.before = this.input.value;
  }

  commit(): void {
    this.close();
    if (this.input.value === this.before) return;
    this.before = this.input.value;
    this.props.left?.(this.input.value.trim());
  }

  private key(event: KeyboardEvent): void {
    const isOpen = !this.list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return this.open();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const count = this.options.length;
      this.mark(this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count);
    } else if (event.key === "Enter") {
      if (isOpen && this.active >= 0) {
        event.preventDefault();
        this.take(this.active);
      } else if (this.props.entered) {
        event.preventDefault();
        this.close();
        this.before = this.input.value;
        this.props.entered(this.input.value.trim());
      } else this.close();
    } else if (event.key === "Escape" && isOpen) {
      // A dialog around the field stays open.
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }
}

/** Creates elements. Text becomes text nodes, never markup. */

type Attribute = string | number | boolean | null | undefined;
// deno-lint-ignore no-explicit-any -- each event has its own type, known where the listener is written
type Listener = (event: any) => void;
export type Child = Node | string | null | undefined | false;

/** `el("button", { class: "quiet", "aria-label": "Close", onclick: close }, icon("close"))` */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute | Listener> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else setAttribute(element, name, value);
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** True sets an empty attribute; false, null and undefined remove it. */
export function setAttribute(element: Element, name: string, value: Attribute): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

let lastID = 0;

/** An id that no other element has, for labels. */
export function freshID(prefix: string): string {
  lastID += 1;
  return `${prefix}-${lastID}`;
}

/** Changes text only where it differs, so that nothing is announced or laid out twice. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

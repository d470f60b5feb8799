/** A button that opens the choice of files, or the camera. */

import { el } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";

export interface FileButtonProps {
  label: string;
  icon: IconName;
  /** Types of files, as the attribute `accept`. */
  accept: string;
  multiple?: boolean;
  /** Opens the camera on devices that have one for this. */
  isCamera?: boolean;
  class?: string;
  chosen: (files: File[]) => void;
}

export const imageTypes = "image/*,.heic,.heif";
export const attachmentTypes = "application/pdf,image/*,.heic,.heif";

export function fileButton(props: FileButtonProps): HTMLElement {
  const input = el("input", {
    type: "file",
    accept: props.accept,
    multiple: props.multiple ?? false,
    capture: props.isCamera ? "environment" : null,
    hidden: true,
    tabindex: -1,
    "aria-label": props.label,
    onchange: () => {
      const files = [...input.files ?? []];
      input.value = "";
      if (files.length > 0) props.chosen(files);
    },
  });
  return el(
    "span",
    { class: "file-button" },
    el(
      "button",
      { class: props.class ?? "button", type: "button", onclick: () => input.click() },
      icon(props.icon),
      props.label,
    ),
    input,
  );
}

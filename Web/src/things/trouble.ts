/** Why a page of things can't be shown, and what to do. */

import { unreachableMessage } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";

export interface Trouble {
  icon: IconName;
  title: string;
  text?: string;
  actions?: HTMLElement[];
}

export function troubleContent({ icon: image, title, text, actions }: Trouble): Node[] {
  return [
    icon(image),
    el("p", { class: "trouble-title" }, title),
    ...(text ? [el("p", {}, text)] : []),
    ...(actions && actions.length > 0 ? [el("div", { class: "trouble-actions" }, ...actions)] : []),
  ];
}

/** A failed request; `retry` is tried by a button. */
export function failure(message: string, retry: () => void): Trouble {
  return {
    icon: "warning",
    title: message,
    ...(message === unreachableMessage
      ? { text: t("Is it still running? Start it again with “diorama serve”; your things are stored safely.") }
      : {}),
    actions: [el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again"))],
  };
}

/** The spaces of the library that have a model, to choose from. */

import { api, assetOf } from "../../api/client.ts";
import type { Space } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { messageOf } from "../../ui/notice.ts";

/** A list that loads itself. `choose` gets the chosen space. */
export function spaceList(choose: (space: Space) => void, owner: AbortSignal): HTMLElement {
  const element = el("ul", { class: "exhibit-spaces", "aria-busy": "true" });
  const say = (text: string): void => element.replaceChildren(el("li", { class: "quiet" }, text));
  say(t("Loading the spaces …"));
  api.spaces().then(({ spaces }) => {
    if (owner.aborted) return;
    element.removeAttribute("aria-busy");
    const usable = spaces.filter((space) => assetOf(space, "mesh"));
    if (usable.length === 0) return say(t("The library has no scanned space yet."));
    element.replaceChildren(...usable.map((space) => el("li", {}, spaceButton(space, choose))));
  }).catch((error) => {
    if (!owner.aborted) say(t("Couldn't load the spaces: {problem}", { problem: messageOf(error) }));
  });
  return element;
}

function spaceButton(space: Space, choose: (space: Space) => void): HTMLElement {
  const thumbnail = assetOf(space, "thumbnail");
  return el(
    "button",
    { class: "exhibit-space", type: "button", onclick: () => choose(space) },
    thumbnail ? el("img", { src: thumbnail.url, alt: "", loading: "lazy" }) : el("span", { class: "exhibit-no-image" }),
    el("span", {}, space.name),
  );
}

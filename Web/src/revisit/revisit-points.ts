/** The two points of a revisit, each with its image and a button to choose it. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { pointNames, type RevisitPoint, type RevisitStore } from "./revisit-store.ts";

export interface RevisitPointsProps {
  store: RevisitStore;
  /** Of the space; the images are downloaded under it. */
  name: string;
  isOwner: boolean;
  choose(index: number): void;
}

export function revisitPoints(props: RevisitPointsProps, owner: AbortSignal): HTMLElement {
  const { store } = props;
  const list = el("ol", { class: "revisit-points" });
  const note = el("p", { class: "quiet" });
  effect(() => {
    const points = store.points.value;
    const urls = points.map(({ picture }) => picture && URL.createObjectURL(picture));
    list.replaceChildren(...pointNames.map((_, index) => pointItem(props, index, points, urls[index] ?? null)));
    return () => urls.forEach((url) => url && URL.revokeObjectURL(url));
  }, owner);
  effect(() => {
    setText(
      note,
      store.isShared.value
        ? t("The points are stored with the space: other devices have them, too.")
        : props.isOwner
        ? t("Two points are stored with the space, for your other devices and for visitors.")
        : t("Points that you choose stay on this device."),
    );
  }, owner);
  return el("div", {}, list, note);
}

function pointItem(
  { name, choose }: RevisitPointsProps,
  index: number,
  points: readonly RevisitPoint[],
  url: string | null,
): HTMLElement {
  const pointName = pointNames[index]!;
  const title = pointName[0]!.toUpperCase() + pointName.slice(1);
  const download = t("{name} point {number}.jpg", { name, number: index + 1 });
  return el(
    "li",
    {},
    url &&
      el("img", { class: "media-preview", src: url, alt: t("{title}, marked with a ring in the scan", { title }) }),
    el(
      "div",
      { class: "field-buttons" },
      el(
        "button",
        { class: "button small", type: "button", disabled: index > points.length, onclick: () => choose(index) },
        icon("place"),
        points[index] ? t("Choose {pointName} again", { pointName }) : t("Choose {pointName}", { pointName }),
      ),
      url && el("a", { class: "button small", href: url, download }, icon("download"), t("Download the image")),
    ),
  );
}

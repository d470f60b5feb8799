/** The whole window accepts dropped files: a drop beside the zone doesn't make the browser open the file. */

import { t } from "../i18n/messages.ts";
import { type Picked, pickedFromDrop } from "./dropped.ts";
import { messageOf, notify } from "../ui/notice.ts";

/** `element` gets the class `over` while files are dragged over the window. */
export function acceptDrops(element: HTMLElement, picked: (picked: Picked) => void, owner: AbortSignal): void {
  /** Elements that the pointer has entered and not left. */
  let depth = 0;
  const setDepth = (value: number): void => {
    depth = value;
    element.classList.toggle("over", depth > 0);
  };
  const listen = (type: "dragenter" | "dragleave" | "dragover" | "drop", act: (data: DataTransfer) => void): void =>
    addEventListener(type, (event) => {
      const data = event.dataTransfer;
      if (!data?.types.includes("Files")) return;
      if (type === "dragover" || type === "drop") event.preventDefault();
      act(data);
    }, { signal: owner });
  listen("dragenter", () => setDepth(depth + 1));
  listen("dragleave", () => setDepth(Math.max(0, depth - 1)));
  listen("dragover", (data) => data.dropEffect = "copy");
  listen("drop", (data) => {
    setDepth(0);
    pickedFromDrop(data).then(
      picked,
      (error) => notify(t("Couldn't read the dropped files: {problem}", { problem: messageOf(error) })),
    );
  });
}

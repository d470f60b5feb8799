/** The size of the messages' text: three sizes, kept in the browser. */

import { announce } from "../ui/announce.ts";
import { menuButton } from "../ui/menu.ts";
import { choiceFormat, type StoredSetting, storedSetting } from "../ui/stored-setting.ts";

export const textSizes = ["small", "medium", "large"] as const;
export type TextSize = typeof textSizes[number];

const names: Record<TextSize, string> = { small: "Small text", medium: "Medium text", large: "Large text" };

export function storedTextSize(): StoredSetting<TextSize> {
  return storedSetting("diorama.guide.text-size", choiceFormat(textSizes, "medium"));
}

export function textSizeButton(setting: StoredSetting<TextSize>): HTMLElement {
  const choose = (size: TextSize): void => {
    setting.set(size);
    announce(`${names[size]}.`);
  };
  return menuButton("Text size", () =>
    textSizes.map((size) => ({
      icon: "check",
      label: names[size],
      checked: size === setting.peek(),
      action: () => choose(size),
    })), "textSize");
}

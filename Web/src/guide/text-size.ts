/** The size of the messages' text: three sizes, kept in the browser. */

import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { menuButton } from "../ui/menu.ts";
import { choiceFormat, type StoredSetting, storedSetting } from "../ui/stored-setting.ts";

export const textSizes = ["small", "medium", "large"] as const;
export type TextSize = typeof textSizes[number];

const names: Record<TextSize, string> = { small: t("Small text"), medium: t("Medium text"), large: t("Large text") };

export function storedTextSize(): StoredSetting<TextSize> {
  return storedSetting("diorama.guide.text-size", choiceFormat(textSizes, "medium"));
}

export function textSizeButton(setting: StoredSetting<TextSize>): HTMLElement {
  const choose = (size: TextSize): void => {
    setting.set(size);
    announce(`${names[size]}.`);
  };
  return menuButton(t("Text size"), () =>
    textSizes.map((size) => ({
      icon: "check",
      label: names[size],
      checked: size === setting.peek(),
      action: () => choose(size),
    })), "textSize");
}

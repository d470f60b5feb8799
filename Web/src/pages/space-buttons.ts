/** The buttons of a space's bar for memories, sharing, following and revisiting. */

import type { Me } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import type { Pin, SandTable } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { shareSheet } from "../share/share-sheet.ts";
import { announce } from "../ui/announce.ts";
import { iconButton } from "../ui/icon-button.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Sheets } from "../ui/sheet.ts";

export interface SpaceButtonsProps {
  space: string;
  name(): string;
  visitor: Me | null;
  sheets: Sheets;
  table: Pick<SandTable, "place">;
  openList(): void;
  pins(): readonly Pin[];
}

export function spaceButtons(props: SpaceButtonsProps, owner: AbortSignal): HTMLElement[] {
  const { space, sheets, visitor, name } = props;
  const isOwner = visitor?.kind === "owner";
  const canFollow = isOwner || visitor?.kind === "account";
  const share = (): void => shareSheet(sheets, space, name());
  return [
    iconButton("list", t("All memories"), () => props.openList()),
    ...(isOwner ? [iconButton("share", t("Share"), share)] : []),
    ...(canFollow ? [followButton(space, owner)] : []),
    iconButton("camera", t("Revisit on the spot"), () => void openRevisit(props, isOwner)),
  ];
}

/** Following marks new memories in the library. */
function followButton(space: string, owner: AbortSignal): HTMLButtonElement {
  const isFollowed = signal(false);
  const button = iconButton("follow", t("Follow this space"), () => void toggle());
  effect(() => {
    button.setAttribute("aria-pressed", String(isFollowed.value));
    button.classList.toggle("on", isFollowed.value);
    button.title = isFollowed.value ? t("You follow this space") : t("Follow this space");
  }, owner);
  const load = async (): Promise<void> => {
    try {
      isFollowed.value = (await shareApi.follows()).includes(space);
      // Following a followed space again marks its memories as seen.
      if (isFollowed.peek()) await shareApi.follow(space, true);
    } catch {
      button.hidden = true;
    }
  };
  const toggle = async (): Promise<void> => {
    const follow = !isFollowed.peek();
    isFollowed.value = follow;
    try {
      await shareApi.follow(space, follow);
      announce(
        follow
          ? t("You follow this space: new memories are marked in the library.")
          : t("You no longer follow this space."),
      );
    } catch (error) {
      isFollowed.value = !follow;
      notify(t("Couldn't change that: {problem}", { problem: messageOf(error) }));
    }
  };
  void load();
  return button;
}

async function openRevisit(props: SpaceButtonsProps, isOwner: boolean): Promise<void> {
  const { sheets, space, table, pins } = props;
  try {
    const { revisitSheet } = await import("../revisit/revisit-sheet.ts");
    await revisitSheet({ sheets, space, table, pins, name: props.name(), isOwner });
  } catch (error) {
    notify(t("This part of the page didn't load: {problem}", { problem: messageOf(error) }));
  }
}

/** What a place's bar offers beside looking: its memories, sharing, following, and revisiting it on the spot. */

import type { Me } from "../api/generated.ts";
import type { Pin, SandTable } from "../explore/interface.ts";
import type { Sheets } from "../memories/sheet.ts";
import { announce } from "../ui/announce.ts";
import { el, setAttribute } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { shareApi } from "./share-api.ts";
import { shareSheet } from "./share-sheet.ts";

export interface SpaceButtons {
  elements: HTMLElement[];
  /** Shows what this visitor may do. */
  allow(visitor: Me | null): void;
}

export function spaceButtons(
  parts: { space: string; sheets: Sheets; openList(): void; table: Pick<SandTable, "place">; pins(): readonly Pin[] },
): SpaceButtons {
  const { space, sheets } = parts;
  const tool = (shape: IconName, name: string, act: () => void, hidden = true): HTMLButtonElement =>
    el(
      "button",
      { class: "icon-button", type: "button", "aria-label": name, title: name, hidden, onclick: act },
      icon(shape),
    );
  const name = (): string => document.querySelector(".place-name")?.textContent ?? "This space";
  const list = tool("list", "All memories", parts.openList, false);
  const share = tool("share", "Share", () => shareSheet(sheets, space, name()));
  const follow = tool("follow", "Follow this space", () => void toggle());
  const revisit = tool("camera", "Revisit on the spot", () => void openRevisit(), false);
  let followed = false;

  function showFollow(on: boolean): void {
    followed = on;
    setAttribute(follow, "aria-pressed", String(on));
    follow.classList.toggle("on", on);
    follow.title = on ? "You follow this space" : "Follow this space";
  }

  /** Following a space that one follows already says that all its memories were seen. */
  async function showFollowed(): Promise<void> {
    try {
      showFollow((await shareApi.follows()).includes(space));
      if (followed) await shareApi.follow(space, true);
    } catch {
      follow.hidden = true;
    }
  }

  async function toggle(): Promise<void> {
    const on = !followed;
    showFollow(on);
    try {
      await shareApi.follow(space, on);
      announce(
        on ? "You follow this space: new memories are marked in the library." : "You no longer follow this space.",
      );
    } catch (error) {
      showFollow(!on);
      notify(`Couldn't change that: ${messageOf(error)}`);
    }
  }

  async function openRevisit(): Promise<void> {
    try {
      const { revisitSheet } = await import("../revisit/revisit-sheet.ts");
      await revisitSheet({ ...parts, name: name(), owner: !share.hidden });
    } catch (error) {
      notify(`This part of the page didn't load: ${messageOf(error)}`);
    }
  }

  return {
    elements: [list, share, follow, revisit],
    allow(visitor): void {
      share.hidden = visitor?.kind !== "owner";
      follow.hidden = visitor?.kind !== "owner" && visitor?.kind !== "account";
      if (follow.hidden) return;
      void showFollowed();
    },
  };
}

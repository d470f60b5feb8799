/** Revisiting the real place: two points or a printed marker are prepared here, and found again there. */

import type { Pin, Placement, SandTable } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { messageOf } from "../ui/notice.ts";
import type { Sheet, Sheets } from "../ui/sheet.ts";
import { showInAR } from "./ar-session.ts";
import { memoryImages } from "./memory-images.ts";
import { revisitCamera } from "./revisit-camera.ts";
import { revisitMarker } from "./revisit-marker.ts";
import { revisitPoints } from "./revisit-points.ts";
import { RevisitStore } from "./revisit-store.ts";
import { snapshotImages } from "./snapshot.ts";
import type { Guide } from "./tapped-points.ts";

export interface RevisitProps {
  sheets: Sheets;
  space: string;
  name: string;
  table: Pick<SandTable, "place">;
  pins: () => readonly Pin[];
  isOwner: boolean;
}

export async function revisitSheet(props: RevisitProps): Promise<void> {
  new Revisit(props, await RevisitStore.load(props.space, location.search, props.isOwner));
}

class Revisit {
  private readonly owner = new AbortController();
  private readonly sheet: Sheet;

  constructor(private readonly props: RevisitProps, private readonly store: RevisitStore) {
    const { sheets, space, name, isOwner } = props;
    const { signal } = this.owner;
    const begin = (guide: Guide): void => void this.begin(guide);
    const problem = el("p", { class: "field-problem", role: "alert" });
    effect(() => setText(problem, store.problem.value), signal);
    this.sheet = sheets.show({
      kind: "revisit",
      title: t("Revisit on the spot"),
      tall: true,
      owner: this.owner,
      content: [
        el(
          "p",
          {},
          t(
            "Stand in the real place, hold up your phone, and see the memories where they belong. Choose " +
              "two points that you will find again: a door's corner and a window's, some metres apart.",
          ),
        ),
        revisitPoints({ store, name, isOwner, choose: (index) => void this.choosePoint(index) }, signal),
        problem,
        el("h3", {}, t("There")),
        revisitCamera({ store, space, name, begin }, signal),
        memoryImages({ space, pins: props.pins() }, signal),
        el("h3", {}, t("Or by a printed marker")),
        revisitMarker({ store, name, isOwner, choose: () => void this.chooseMarker(), begin }, signal),
      ],
    });
    void this.drawMissing();
  }

  /** Draws the images of points that were chosen on another device. */
  private async drawMissing(): Promise<void> {
    const { signal } = this.owner;
    const missing = this.store.points.peek().flatMap(({ picture }, index) => picture === null ? [index] : []);
    if (missing.length === 0) return;
    try {
      const wanted = missing.map((index) => this.store.points.peek()[index]!.placement)
        .map(({ viewpoint, anchor }) => ({ viewpoint, point: anchor.point }));
      const images = await snapshotImages(this.props.space, wanted, signal);
      for (const [i, index] of missing.entries()) await this.store.setPicture(index, images[i]!);
    } catch (error) {
      if (!signal.aborted) this.store.problem.value = messageOf(error);
    }
  }

  /** Lets the visitor choose a position on the sand table; null when they cancel or the sheet is closed. */
  private async place(label: string): Promise<Placement | null> {
    const { element } = this.sheet;
    element.hidden = true;
    try {
      const placement = await this.props.table.place({ label });
      return this.owner.signal.aborted ? null : placement;
    } finally {
      element.hidden = false;
    }
  }

  private async choosePoint(index: number): Promise<void> {
    const placement = await this.place(t("Use this point"));
    if (!placement) return;
    const { signal } = this.owner;
    try {
      const { viewpoint, anchor } = placement;
      const [picture] = await snapshotImages(this.props.space, [{ viewpoint, point: anchor.point }], signal);
      await this.store.setPoint(index, { placement, picture: picture! });
      announce(t("The point is stored, with an image of it."));
    } catch (error) {
      if (!signal.aborted) this.store.problem.value = messageOf(error);
    }
  }

  private async chooseMarker(): Promise<void> {
    const placement = await this.place(t("Mount the marker here"));
    if (!placement) return;
    const { point, normal } = placement.anchor;
    const isUpright = Math.hypot(normal[0], normal[2]) >= 0.5;
    if (isUpright) await this.store.setMarker({ point, normal });
    else this.store.problem.value = t("A marker has to be on a wall: choose an upright surface.");
  }

  private async begin(guide: Guide): Promise<void> {
    this.store.problem.value = "";
    try {
      await showInAR(this.props.space, guide, this.props.pins());
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
      this.store.problem.value = isRefused ? t("The camera is not allowed for this page.") : messageOf(error);
    }
  }
}

/** What is prepared for a revisit: two points with images, or the pose of a printed marker. Stored on this device. */

import { shareApi } from "../api/share-api.ts";
import type { Placement } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { database } from "../offline/database.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { linkState } from "../share/link-text.ts";
import { messageOf } from "../ui/notice.ts";
import { alignByPoints, type Marker, markerFromText } from "./align.ts";

/** How the two points are called, in their order. */
export const pointNames = [t("the first point"), t("the second point")];

export interface RevisitPoint {
  placement: Placement;
  /** An image of the scan in which the point is marked. */
  picture: Blob;
}

/** A link by which everyone who scans the marker opens the space. */
export interface MarkerLink {
  id: string;
  /** The path with its secret: `/s/TOKEN`. */
  path: string;
}

/** As it is stored in the database. */
interface StoredRevisit {
  points: RevisitPoint[];
  marker: Marker | null;
  link?: MarkerLink | null;
}

const services = { links: shareApi.links, makeLink: shareApi.makeLink };

export class RevisitStore {
  private readonly currentPoints = signal<readonly RevisitPoint[]>([]);
  private readonly currentMarker = signal<Marker | null>(null);
  private readonly currentLink = signal<MarkerLink | null>(null);
  readonly points: ReadonlySignal<readonly RevisitPoint[]> = this.currentPoints;
  readonly marker: ReadonlySignal<Marker | null> = this.currentMarker;
  /** The marker's link; null where the owner has made none, or it is not valid any more. */
  readonly link: ReadonlySignal<MarkerLink | null> = this.currentLink;
  /** The last problem, as a text to show; empty without one. */
  readonly problem = signal("");

  constructor(
    private readonly space: string,
    { points, marker, link }: StoredRevisit,
    private readonly source: Pick<typeof services, "links" | "makeLink"> = services,
  ) {
    this.currentPoints.value = points;
    this.currentMarker.value = marker;
    this.currentLink.value = link ?? null;
  }

  /** `query`: of the page's address; that of a printed marker contains the marker's pose. */
  static async load(space: string, query: string): Promise<RevisitStore> {
    const stored = await database.get<StoredRevisit>("snapshots", space).catch(() => undefined) ??
      { points: [], marker: null };
    const marker = markerFromText(new URLSearchParams(query).get("marker")) ?? stored.marker;
    return new RevisitStore(space, { ...stored, marker });
  }

  /** `index` is at most the number of points. */
  async setPoint(index: number, point: RevisitPoint): Promise<void> {
    this.problem.value = "";
    this.currentPoints.value = [
      ...this.points.peek().slice(0, index),
      point,
      ...this.points.peek().slice(index + 1),
    ];
    await this.save();
  }

  async setMarker(marker: Marker): Promise<void> {
    this.problem.value = "";
    this.currentMarker.value = marker;
    await this.save();
  }

  /** Makes the link that the printed address contains: without one, whoever scans it would have to sign in. */
  async makeLink(): Promise<void> {
    this.problem.value = "";
    try {
      const { id, url } = await this.source.makeLink(this.space, { name: "Printed marker" });
      this.currentLink.value = { id, path: url! };
    } catch (error) {
      this.problem.value = t("The link wasn't made: {problem}", { problem: messageOf(error) });
      return;
    }
    await this.save();
  }

  /** Forgets a link that was revoked, removed or has expired. */
  async checkLink(): Promise<void> {
    const link = this.link.peek();
    if (link === null) return;
    const list = await this.source.links(this.space).catch(() => null);
    const found = list?.links.find(({ id }) => id === link.id);
    if (list === null || found && linkState(found) === "valid") return;
    this.currentLink.value = null;
    await this.save();
  }

  /** Whether the two points are far enough apart to define a direction. */
  get definesDirection(): boolean {
    const points = this.points.value.slice(0, 2).map(({ placement: { anchor } }) => anchor.point);
    return alignByPoints(points.map((point) => ({ place: point, real: point }))) !== null;
  }

  private async save(): Promise<void> {
    const stored: StoredRevisit = {
      points: [...this.points.peek()],
      marker: this.marker.peek(),
      link: this.link.peek(),
    };
    try {
      await database.put("snapshots", this.space, stored);
    } catch {
      this.problem.value = t("This browser can't store the points.");
    }
  }
}

/**
 * What is prepared for a revisit: two points with images, or the pose of a printed marker. The points are stored with the space,
 * and all of it on this device.
 */

import { api } from "../api/client.ts";
import type { SpaceAlignment } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import type { Anchor, Placement } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { database } from "../offline/database.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import type { Vec3 } from "../scene/view.ts";
import { linkState } from "../share/link-text.ts";
import { messageOf } from "../ui/notice.ts";
import { alignByPoints, type Marker, markerFromText } from "./align.ts";

/** How the two points are called, in their order. */
export const pointNames = [t("the first point"), t("the second point")];

export interface RevisitPoint {
  placement: Placement;
  /** An image of the scan in which the point is marked; null until it is drawn. */
  picture: Blob | null;
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
  /** Whether the points were chosen here by the owner and couldn't be stored with the space yet. */
  isUnsent?: boolean;
}

const services = {
  links: shareApi.links,
  makeLink: shareApi.makeLink,
  alignment: (space: string): Promise<SpaceAlignment> => api.alignment(space),
  setAlignment: (space: string, points: SpaceAlignment): Promise<SpaceAlignment> => api.setAlignment(space, points),
};

export class RevisitStore {
  private readonly currentPoints = signal<readonly RevisitPoint[]>([]);
  private readonly currentMarker = signal<Marker | null>(null);
  private readonly currentLink = signal<MarkerLink | null>(null);
  private readonly shared = signal(false);
  private isUnsent: boolean;
  readonly points: ReadonlySignal<readonly RevisitPoint[]> = this.currentPoints;
  readonly marker: ReadonlySignal<Marker | null> = this.currentMarker;
  /** The marker's link; null where the owner has made none, or it is not valid any more. */
  readonly link: ReadonlySignal<MarkerLink | null> = this.currentLink;
  /** Whether the points are stored with the space, so that other devices have them. */
  readonly isShared: ReadonlySignal<boolean> = this.shared;
  /** The last problem, as a text to show; empty without one. */
  readonly problem = signal("");

  constructor(
    private readonly space: string,
    { points, marker, link, isUnsent }: StoredRevisit,
    private readonly source: typeof services = services,
    /** Only the owner's points are stored with the space; those of others stay on their device. */
    private readonly isOwner = false,
  ) {
    this.currentPoints.value = points;
    this.currentMarker.value = marker;
    this.currentLink.value = link ?? null;
    this.isUnsent = isUnsent ?? false;
  }

  /** `query`: of the page's address; that of a printed marker contains the marker's pose. */
  static async load(space: string, query: string, isOwner: boolean): Promise<RevisitStore> {
    const stored = await database.get<StoredRevisit>("snapshots", space).catch(() => undefined) ??
      { points: [], marker: null };
    const marker = markerFromText(new URLSearchParams(query).get("marker")) ?? stored.marker;
    const store = new RevisitStore(space, { ...stored, marker }, services, isOwner);
    await store.adoptShared();
    return store;
  }

  /** Takes the points that are stored with the space; where there are none, or without the server, those of this device stay. */
  async adoptShared(): Promise<void> {
    if (this.isUnsent && this.isOwner) return await this.send();
    const found = await this.source.alignment(this.space).catch(() => null);
    if (found === null || found.points.length === 0) return;
    this.shared.value = true;
    const old = this.points.peek();
    this.currentPoints.value = found.points.map(({ point, viewpoint }): RevisitPoint => {
      const position: Vec3 = point;
      const same = old.find(({ placement }) => isSame(placement, position, viewpoint.matrix));
      const anchor: Anchor = { point: position, normal: [0, 1, 0], object: null, offset: [0, 0, 0], height: 0 };
      return same ?? { placement: { anchor, viewpoint }, picture: null };
    });
    await this.save();
  }

  /** Adds the image that was drawn of a point. */
  async setPicture(index: number, picture: Blob): Promise<void> {
    this.currentPoints.value = this.points.peek().map((point, i) => i === index ? { ...point, picture } : point);
    await this.save();
  }

  /** `index` is at most the number of points. */
  async setPoint(index: number, point: RevisitPoint): Promise<void> {
    this.problem.value = "";
    this.currentPoints.value = [
      ...this.points.peek().slice(0, index),
      point,
      ...this.points.peek().slice(index + 1),
    ];
    this.shared.value = false;
    await this.save();
    if (this.isOwner && this.definesDirection) await this.send();
  }

  /** Stores the points with the space; where that fails, they are sent when the points are needed the next time. */
  private async send(): Promise<void> {
    const points = this.points.peek().slice(0, 2).map(({ placement: { anchor, viewpoint } }) => {
      const { matrix, fieldOfView, aspect } = viewpoint;
      return { point: anchor.point, viewpoint: { matrix: [...matrix], fieldOfView, aspect } };
    });
    let problem = "";
    try {
      await this.source.setAlignment(this.space, { points });
    } catch (error) {
      problem = t("The points are stored on this device only: {problem}", { problem: messageOf(error) });
    }
    this.isUnsent = problem !== "";
    this.shared.value = !this.isUnsent;
    await this.save();
    if (problem) this.problem.value = problem;
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
      isUnsent: this.isUnsent,
    };
    try {
      await database.put("snapshots", this.space, stored);
    } catch {
      this.problem.value = t("This browser can't store the points.");
    }
  }
}

function isSame({ anchor, viewpoint }: Placement, point: Vec3, matrix: readonly number[]): boolean {
  return anchor.point.every((value, i) => value === point[i]) &&
    viewpoint.matrix.every((value, i) => value === matrix[i]);
}

/**
 * Sets a pin: first its position on the sand table, then the viewpoint from which it is seen. Without a pointer it is
 * set before the avatar.
 */

import { type Hit, pickKinds, type Placement as CorePlacement } from "../../core/core.ts";
import { t } from "../../i18n/messages.ts";
import { announce } from "../../ui/announce.ts";
import type { Anchor, Placement } from "../sand-table.ts";
import { matrixOf, openFieldOfView } from "../viewpoints/viewpoint.ts";
import { PinPanel, type PinStep } from "./pin-panel.ts";
import { defaultHeight, positionText, surfaceAhead, surfaceAt } from "./pin-target.ts";
import type { PlacementContext, PlacementTask } from "./placement-task.ts";

export interface PinPlacementOptions {
  /** Of the button that confirms the position. */
  label?: string;
  /** The position that is changed. */
  start?: Anchor;
  /** Whether the viewpoint is chosen as well; it is by default. */
  choosesView?: boolean;
}

export class PinPlacement implements PlacementTask {
  readonly element: HTMLElement;
  private readonly panel: PinPanel;
  private step: PinStep = "position";
  /** Chosen by the pointer; null: the surface before the avatar. */
  private chosen: Hit | null = null;
  private hovered: Hit | null = null;
  private placed: CorePlacement | null = null;
  /** Chosen by the slider, in metres. */
  private height: number | null = null;
  /** The avatar's pose for which `placed` is. */
  private pose = "";
  private hasEnded = false;

  constructor(
    private readonly context: PlacementContext,
    private readonly options: PinPlacementOptions,
    private readonly end: (placement: Placement | null) => void,
  ) {
    const { label, start } = options;
    this.panel = new PinPanel(label ?? t("Pin it here"), {
      setHeight: (metres) => {
        this.height = metres;
        this.update();
      },
      confirm: () => this.confirm(),
      back: () => this.back(),
    });
    this.element = this.panel.element;
    if (start) {
      const index = context.objects.findIndex(({ id }) => id === start.object?.id);
      const kind = index < 0 ? pickKinds.mesh : pickKinds.object;
      this.chosen = { kind, index, point: start.point, normal: start.normal, distance: 0 };
      this.height = start.height;
    }
    this.panel.showStep(this.step);
    this.update();
  }

  tap(x: number, y: number): void {
    if (this.step !== "position") return;
    const hit = surfaceAt(this.context, x, y);
    if (!hit) return;
    this.chosen = hit;
    this.hovered = null;
    this.update();
    if (this.placed) announce(positionText(this.placed, this.context.objects));
  }

  hover(at: { x: number; y: number } | null): void {
    if (this.step !== "position" || this.chosen) return;
    this.hovered = at ? surfaceAt(this.context, at.x, at.y) : null;
    this.update();
  }

  advance(): void {
    if (this.step !== "position" || this.chosen || this.hovered) return;
    const { position, heading } = this.context.state.avatar;
    const pose = `${position.map((value) => value.toFixed(2))} ${heading.toFixed(2)}`;
    if (pose === this.pose) return;
    this.pose = pose;
    this.update();
  }

  cancel(): void {
    this.finish(null);
  }

  private back(): void {
    if (this.step === "position") return this.finish(null);
    this.step = "position";
    this.context.look("sandtable");
    this.panel.showStep(this.step);
    this.update();
  }

  private confirm(): void {
    if (!this.placed) return;
    const isLast = this.step === "view" || this.options.choosesView === false;
    if (isLast) return this.finish(this.placement(this.placed));
    this.step = "view";
    this.context.scene.markers.showBox(null);
    this.context.look("eyes", this.placed.cue);
    this.panel.showStep(this.step);
  }

  private placement({ point, normal, height, object: index }: CorePlacement): Placement {
    const { state: { camera }, frame, objects } = this.context;
    const object = objects[index];
    return {
      anchor: {
        point,
        normal,
        object: object ? { id: object.id, name: object.name } : null,
        offset: [0, 0, 0],
        height,
      },
      viewpoint: {
        matrix: matrixOf(camera.position, camera.rotation),
        ...openFieldOfView(camera.fov, frame),
      },
    };
  }

  private finish(placement: Placement | null): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.context.scene.markers.showGhost(null);
    this.context.scene.markers.showBox(null);
    if (this.step === "view") this.context.look("sandtable");
    this.end(placement);
    this.context.invalidate();
  }

  private update(): void {
    const { exploration, scene: { markers }, objects, invalidate } = this.context;
    const hit = this.chosen ?? this.hovered ?? surfaceAhead(this.context);
    const placed = this.placed = hit && exploration.place(hit, this.height ?? defaultHeight(hit));
    this.panel.showHeight(placed);
    markers.showGhost(placed && { point: placed.point, normal: placed.normal, head: placed.cue });
    markers.showBox(placed ? objects[placed.object] ?? null : null);
    invalidate();
  }
}

/** The mode in which a visitor walks through the space: the sand table. A feature above this layer implements it. */

import type { Object3D } from "three";
import type { GestureTarget } from "./gestures.ts";
import type { Model } from "./model.ts";
import type { SurfacePick } from "./surface-pick.ts";
import type { Vec3 } from "./view.ts";
import type { Viewer } from "./viewer.ts";

export interface WalkMode {
  readonly gestures: GestureTarget;
  /** Throws where it can't start. */
  enter(): Promise<void>;
  leave(): void;
  /** A finer model replaces the previous one. */
  refined(model: Model): void;
  /** Splats are drawn, too: the cut and the air of the walk mode apply to them. */
  joined(splats: Object3D): void;
  /** Sets the colours of the page's theme. */
  tint(style: CSSStyleDeclaration): void;
  /** Picks on the surface of the space. Null: the page was left meanwhile. */
  surface(): Promise<SurfacePick | null>;
  /** Where the visitor stands; null outside of the walk mode. Turn about y in radians; 0 looks along −z. */
  readonly visitor: { position: Vec3; heading: number } | null;
  /** The memories of the space. */
  readonly pins: readonly { id: string; title: string; position: Vec3 }[];
  openPin(id: string): void;
  dispose(): void;
}

/** What a walk mode is made of. */
export interface WalkModeContext {
  viewer: Viewer;
  model: Model;
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  /** The id of the space. */
  space: string;
  reducedMotion(): boolean;
  /** Switches to the walk mode. */
  show(): Promise<void>;
  /** Shows the keys. */
  help(): void;
}

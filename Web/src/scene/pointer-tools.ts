/** Tools that get the pointer's taps and hovers before the gestures of the current mode do. */

import type { GestureTarget } from "./gestures.ts";

export interface PointerTool {
  /** CSS pixels from the top left of the canvas; null: the pointer has left it. */
  hover?(at: { x: number; y: number } | null): void;
  /** Returns whether the tap is consumed: no other tool or gesture gets it then. */
  tap?(x: number, y: number): boolean;
}

export class PointerTools {
  private tools: readonly PointerTool[] = [];

  /** Adds a tool until `owner` aborts. */
  add(tool: PointerTool, owner: AbortSignal): void {
    this.tools = [...this.tools, tool];
    owner.addEventListener("abort", () => this.tools = this.tools.filter((each) => each !== tool));
  }

  /** The gestures of `target`, with the tools before them. */
  before(target: GestureTarget): GestureTarget {
    return {
      turn: (dx, dy) => target.turn(dx, dy),
      move: (dx, dy) => target.move(dx, dy),
      zoom: (factor, x, y) => target.zoom(factor, x, y),
      twist: (angle) => target.twist(angle),
      hold: () => target.hold(),
      release: (vx, vy) => target.release(vx, vy),
      ended: () => target.ended?.(),
      tap: (x, y) => {
        if (!this.tools.some((tool) => tool.tap?.(x, y))) target.tap?.(x, y);
      },
      hover: (at) => {
        for (const tool of this.tools) tool.hover?.(at);
        target.hover?.(at);
      },
    };
  }
}

/** The exports of exhibit.wasm. The Swift side is Sources/WebCore/Exports+Exhibit.swift. */

import type { MemoryExports } from "./wasm.ts";

export interface ExhibitExports extends MemoryExports {
  dio_exhibit_card_new(): number;
  dio_exhibit_card_free(handle: number): void;
  dio_exhibit_card_state(handle: number): number;
  dio_exhibit_card_resize(handle: number, width: number, exitDistance: number): void;
  dio_exhibit_card_press(handle: number, x: number, y: number, isLowerHalf: number, time: number): void;
  dio_exhibit_card_move(handle: number, x: number, y: number, time: number): void;
  dio_exhibit_card_release(handle: number, x: number, y: number, time: number): number;
  dio_exhibit_card_cancel(handle: number): void;
  dio_exhibit_card_swipe(handle: number, side: number): void;
  dio_exhibit_card_next(handle: number): void;
  dio_exhibit_card_come_back(handle: number, side: number): void;
  dio_exhibit_card_turn_over(handle: number, isAnimated: number): void;
  dio_exhibit_card_advance(handle: number, seconds: number, time: number): number;
  dio_exhibit_orbit_new(limits: number, pose: number): number;
  dio_exhibit_orbit_free(handle: number): void;
  dio_exhibit_orbit_state(handle: number): number;
  dio_exhibit_orbit_limit(handle: number, limits: number): void;
  dio_exhibit_orbit_fit(handle: number, yaw: number, pitch: number, tangentX: number, tangentY: number): number;
  dio_exhibit_orbit_hold(handle: number): void;
  dio_exhibit_orbit_drag(handle: number, dx: number, dy: number): void;
  dio_exhibit_orbit_pan(handle: number, dx: number, dy: number, metresPerPixel: number): void;
  dio_exhibit_orbit_pinch(handle: number, factor: number): void;
  dio_exhibit_orbit_twist(handle: number, angle: number): void;
  dio_exhibit_orbit_release(handle: number, vx: number, vy: number): void;
  dio_exhibit_orbit_zoom(handle: number, factor: number): void;
  dio_exhibit_orbit_turn(handle: number, yaw: number, pitch: number): void;
  dio_exhibit_orbit_fly(handle: number, pose: number, duration: number): void;
  dio_exhibit_orbit_advance(handle: number, seconds: number): number;
  dio_exhibit_labels_new(): number;
  dio_exhibit_labels_free(handle: number): void;
  dio_exhibit_labels_place(handle: number, labels: number, count: number, areas: number): number;
}

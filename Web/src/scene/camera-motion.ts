/** The camera of the free look over time: its view, the height of the ceiling cut, and the flight to the next ones. */

import { between, easeOut, type View } from "./view.ts";

interface Flight {
  from: View;
  to: View;
  fromCut: number;
  toCut: number;
  /** Milliseconds, as of `performance.now()`. */
  started: number;
  duration: number;
}

/** What a step of the motion has changed. */
export type MotionStep = "resting" | "flying" | "arrived";

export class CameraMotion {
  private flight: Flight | null = null;
  private currentView: View = { target: [0, 0, 0], yaw: 0, pitch: 0.5, span: 5, fov: 1 };
  private currentCut = Infinity;

  get view(): View {
    return this.currentView;
  }

  /** Nothing is drawn above this height in metres; infinite without a cut. */
  get cut(): number {
    return this.currentCut;
  }

  /** The view at the end of the current flight. */
  get destination(): View {
    return this.flight?.to ?? this.currentView;
  }

  /** Jumps; ends the flight. Without `cut` the cut goes to that of the flight's end. */
  set(view: View, cut: number = this.flight?.toCut ?? this.currentCut): void {
    this.flight = null;
    this.currentView = view;
    this.currentCut = cut;
  }

  /** Starts a flight of `duration` milliseconds. `top`: the height of the model, where an infinite cut begins. */
  fly(view: View, cut: number, duration: number, top: number): void {
    this.flight = {
      from: this.currentView,
      to: view,
      fromCut: Math.min(this.currentCut, top),
      toCut: cut,
      started: performance.now(),
      duration,
    };
  }

  /** Ends the flight where it is. */
  stop(): void {
    this.flight = null;
  }

  /** Moves along the flight, to `now` in milliseconds. */
  advance(now: number, top: number): MotionStep {
    const { flight } = this;
    if (!flight) return "resting";
    const fraction = Math.min(1, Math.max(0, (now - flight.started) / flight.duration));
    if (fraction === 1) {
      this.set(flight.to, flight.toCut);
      return "arrived";
    }
    const eased = easeOut(fraction);
    this.currentView = between(flight.from, flight.to, eased);
    this.currentCut = flight.fromCut + (Math.min(flight.toCut, top) - flight.fromCut) * eased;
    return "flying";
  }
}

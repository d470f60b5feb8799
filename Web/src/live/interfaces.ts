/** What the mode Live uses of effects and sounds. */

/** An effect of a session, at a position or on a companion. */
export interface LiveEffect {
  id: string;
  style: "sparkles" | "snow" | "bubbles" | "confetti" | "hearts";
  /** In metres of the space. */
  position: [number, number, number];
  durationSeconds: number;
  /** The id of the companion that it follows. */
  companion: string | null;
}

/** Draws effects. */
export interface EffectsLayer {
  /** Begins an effect that started `ageSeconds` ago. */
  play(effect: LiveEffect, ageSeconds: number): void;
  /** Lets `seconds` pass. */
  frame(seconds: number): void;
  dispose(): void;
}

/** Plays sounds. */
export interface LiveSounds {
  play(
    sound:
      | "spawn"
      | "remove"
      | "join"
      | "leave"
      | "action"
      | "sparkles"
      | "snow"
      | "bubbles"
      | "confetti"
      | "hearts"
      | "reaction"
      | "found",
  ): void;
}

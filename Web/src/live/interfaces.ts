export interface EffectsLayer {
  play(effect: LiveEffect, ageSeconds: number): void;
  frame(seconds: number): void;
  dispose(): void;
}

export interface LiveEffect {
  id: string;
  style: "sparkles" | "snow" | "bubbles" | "confetti" | "hearts";
  position: [number, number, number];
  durationSeconds: number;
  companion: string | null;
}

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

// Generated from Sources/Exploration by scripts/generate-core-types.sh: change the Swift sources, not this file.

export const stateVersion = 1;
export const stateSize = 160;

/** The maximum number of pins in each list of a state. */
export const maxEvents = 16;

/** `Exploration` in words of 32 bits. */
export const stateLayout = {
  version: 0,
  flags: 1,
  steps: 2,
  rescues: 3,
  cameraPosition: 4,
  cameraRotation: 7,
  cameraFieldOfView: 11,
  cameraOrthographicHeight: 12,
  cameraNear: 13,
  cameraFar: 14,
  cameraOpenness: 15,
  avatarPosition: 16,
  avatarHeading: 19,
  avatarSpeed: 20,
  avatarFloor: 21,
  cutHeight: 22,
  cutSoftness: 23,
  cutWallDirection: 24,
  cutFocus: 27,
  cutWallFrom: 30,
  cutWallTo: 31,
  cutWallLow: 32,
  cutWallHigh: 33,
  cutWallStrength: 34,
  cutReserved: 35,
  nearestIndex: 36,
  nearestDistance: 37,
  pinCount: 38,
  cuesVersion: 39,
  atmosphere: 40,
  discovered: 46,
  entered: 63,
  left: 80,
  near: 97,
  words: 130,
} as const;

/** Bits of the state's `flags`. */
export const stateFlags = {
  flying: 1,
  away: 2,
  grounded: 4,
  moving: 8,
  gliding: 16,
  look: 32,
  orthographic: 64,
} as const;

/** `Place` in words of 32 bits. */
export const placeLayout = {
  min: 0,
  max: 3,
  floor: 6,
  ceiling: 7,
  start: 8,
  words: 11,
} as const;

/** `SpaceShape` in words of 32 bits. */
export const shapeLayout = {
  floor: 0,
  ceiling: 1,
  cutLowest: 2,
  cutHighest: 3,
  cutUsual: 4,
  isWalkable: 5,
  words: 6,
} as const;

/** `Pick` in words of 32 bits. */
export const pickLayout = {
  kind: 0,
  index: 1,
  point: 2,
  normal: 5,
  distance: 8,
  words: 9,
} as const;

/** `Placement` in words of 32 bits. */
export const placementLayout = {
  point: 0,
  normal: 3,
  object: 6,
  height: 7,
  aboveFloor: 8,
  headroom: 9,
  cue: 10,
  words: 13,
} as const;

/** `FloatingScreen` in words of 32 bits. */
export const screenLayout = {
  position: 0,
  rotation: 3,
  size: 7,
  words: 9,
} as const;

/** `ObjectBox` in words of 32 bits. */
export const objectLayout = {
  center: 0,
  size: 3,
  rotation: 6,
  words: 10,
} as const;

/** `Cue` in words of 32 bits. */
export const cueLayout = {
  strength: 0,
  hue: 1,
  size: 2,
  ripple: 3,
  words: 4,
} as const;

/** `Kind`. */
export const pickKinds = {
  none: 0,
  mesh: 1,
  object: 2,
  pin: 3,
} as const;

/** Bits of `PickTargets`. */
export const pickTargets = {
  mesh: 1,
  objects: 2,
  pins: 4,
  hidden: 8,
  all: 7,
} as const;

/** `ScreenHandle`. */
export const screenHandles = {
  move: 0,
  moveX: 1,
  moveY: 2,
  moveZ: 3,
  turnX: 4,
  turnY: 5,
  turnZ: 6,
  scale: 7,
} as const;

/** `CameraMode`. */
export const cameraModes = {
  sandTable: 0,
  look: 1,
} as const;

/** `LengthUnits`. */
export const lengthUnits = {
  metric: 0,
  imperial: 1,
  metres: 2,
  centimetres: 3,
  millimetres: 4,
  feet: 5,
  inches: 6,
} as const;

/** `ExplorationError`. */
export const errorCodes = {
  badMesh: -1,
  emptyMesh: -2,
  tooLarge: -3,
  badNumber: -4,
  badRecording: -5,
  foreignVersion: -6,
} as const;

/** The moods of memories, in the order of their numbers. */
export const moods = ["joy", "calm", "wonder", "longing", "sorrow", "courage"] as const;

export type Mood = (typeof moods)[number];

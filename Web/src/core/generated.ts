// Generated from Sources/Exploration and Sources/WebCore by scripts/generate-core-types.sh: change the Swift sources, not
// this file.

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

/** `LiveStateWords` in words of 32 bits. */
export const liveStateLayout = {
  status: 0,
  participant: 1,
  role: 2,
  flags: 3,
  reason: 4,
  remedy: 5,
  sequence: 6,
  words: 7,
} as const;

/** `ParticipantWords` in words of 32 bits. */
export const liveParticipantLayout = {
  id: 0,
  role: 1,
  flags: 2,
  color: 3,
  position: 4,
  rotation: 7,
  pointer: 11,
  nameLength: 14,
  name: 15,
  words: 31,
} as const;

/** `CompanionWords` in words of 32 bits. */
export const liveCompanionLayout = {
  creator: 0,
  number: 1,
  model: 2,
  owner: 3,
  flags: 4,
  position: 5,
  rotation: 8,
  scale: 12,
  action: 13,
  phase: 14,
  words: 15,
} as const;

/** `MeasurementWords` in words of 32 bits. */
export const liveMeasurementLayout = {
  creator: 0,
  number: 1,
  flags: 2,
  color: 3,
  length: 4,
  count: 5,
  points: 6,
  words: 102,
} as const;

/** `EventWords` in words of 32 bits. */
export const liveEventLayout = {
  kind: 0,
  participant: 1,
  number: 2,
  companionCreator: 3,
  companionNumber: 4,
  flags: 5,
  code: 6,
  remedy: 7,
  position: 8,
  age: 11,
  duration: 12,
  words: 13,
} as const;

/** Bits of the flags of live blocks. */
export const liveFlags = {
  joined: 1,
  locked: 2,
  muted: 4,
  settled: 8,
  present: 16,
  itself: 32,
  hasPose: 64,
  hasPointer: 128,
  changeable: 256,
  hasCompanion: 512,
  on: 1024,
  closed: 2048,
} as const;

/** `Kind`. */
export const liveEventKinds = {
  connected: 0,
  connectionRefused: 1,
  refused: 2,
  joined: 3,
  left: 4,
  kicked: 5,
  spawned: 6,
  removed: 7,
  handedOver: 8,
  action: 9,
  effect: 10,
  reaction: 11,
  locked: 12,
  effectsMuted: 13,
  renamed: 14,
  measured: 15,
  measurementRemoved: 16,
} as const;

/** `Status`. */
export const liveStatus = {
  disconnected: 0,
  connecting: 1,
  connected: 2,
  refused: 3,
} as const;

/** `Role`. */
export const liveRoles = {
  host: 0,
  guest: 1,
  viewer: 2,
} as const;

/** `CompanionAction`. */
export const liveActions = {
  idle: 0,
  walk: 1,
  wave: 2,
  dance: 3,
  twirl: 4,
  jump: 5,
  sparkle: 6,
} as const;

/** `EffectStyle`. */
export const liveStyles = {
  sparkles: 0,
  snow: 1,
  bubbles: 2,
  confetti: 3,
  hearts: 4,
} as const;

/** `ReactionSymbol`. */
export const liveSymbols = {
  heart: 0,
  laugh: 1,
  clap: 2,
  surprise: 3,
  thumbsUp: 4,
  wave: 5,
} as const;

/** `Reason`. */
export const liveReasons = {
  clientTooOld: 0,
  serverTooOld: 1,
  kicked: 2,
  roomFull: 3,
  notPermitted: 4,
  notOwner: 5,
  locked: 6,
  effectsMuted: 7,
  notFound: 8,
  forged: 9,
  tooFast: 10,
  timeOutOfRange: 11,
  notJoined: 12,
} as const;

/** `Remedy`. */
export const liveRemedies = {
  nothing: 0,
  updateClient: 1,
  updateServer: 2,
  askHost: 3,
  retryLater: 4,
  joinAgain: 5,
  removeSomething: 6,
} as const;

/** `LiveLimits`. */
export const liveLimits = {
  maxNameBytes: 64,
  minScale: 0.05,
  maxScale: 20.0,
  models: 6,
  maxMeasurementPoints: 32,
  maxMeasurementsPerAuthor: 16,
} as const;

export const listedAdjectives: readonly string[] = [
  "Brave",
  "Bright",
  "Calm",
  "Cheerful",
  "Clever",
  "Cosy",
  "Curious",
  "Daring",
  "Dreamy",
  "Fluffy",
  "Gentle",
  "Golden",
  "Happy",
  "Jolly",
  "Kind",
  "Lively",
  "Lucky",
  "Merry",
  "Mighty",
  "Quick",
  "Silver",
  "Sleepy",
  "Sunny",
  "Swift",
];

export const listedAnimals: readonly string[] = [
  "Badger",
  "Bear",
  "Beaver",
  "Dolphin",
  "Dragon",
  "Fox",
  "Gecko",
  "Hedgehog",
  "Koala",
  "Ladybird",
  "Lynx",
  "Mole",
  "Otter",
  "Owl",
  "Panda",
  "Penguin",
  "Puffin",
  "Rabbit",
  "Robin",
  "Seal",
  "Squirrel",
  "Tortoise",
  "Whale",
  "Yak",
];

/** `CardWords` in words of 32 bits. */
export const exhibitCardLayout = {
  phase: 0,
  flags: 1,
  x: 2,
  y: 3,
  rotation: 4,
  flip: 5,
  nextProgress: 6,
  words: 7,
} as const;

/** `OrbitWords` in words of 32 bits. */
export const exhibitOrbitLayout = {
  flags: 0,
  yaw: 1,
  pitch: 2,
  distance: 3,
  target: 4,
  eye: 7,
  words: 10,
} as const;

/** `LabelWords` in words of 32 bits. */
export const exhibitLabelLayout = {
  side: 0,
  x: 1,
  y: 2,
  words: 3,
} as const;

/** Bits of the flags of exhibit blocks. */
export const exhibitFlags = {
  moving: 1,
  showsBack: 2,
} as const;

/** `Phase`. */
export const exhibitCardPhases = {
  resting: 0,
  pressed: 1,
  held: 2,
  dragging: 3,
  returning: 4,
  flyingLeft: 5,
  flyingRight: 6,
} as const;

/** `Event`. */
export const exhibitCardEvents = {
  none: 0,
  tap: 1,
  longPress: 2,
  swipedLeft: 3,
  swipedRight: 4,
} as const;

/** `Side`. */
export const exhibitLabelSides = {
  hidden: 0,
  left: 1,
  right: 2,
} as const;

/** Constants of `ExhibitMotion`: pixels, milliseconds, radians, factors. */
export const exhibitMotion = {
  swipeFraction: 0.35,
  swipeSpeed: 700.0,
  minSwipeDistance: 24.0,
  longPressTime: 500,
  longPressTolerance: 10.0,
  keyTurn: 0.174533,
  keyZoom: 0.8,
  labelGap: 6.0,
  homeYaw: 0.6,
  homePitch: 0.2,
  homeMargin: 1.08,
  fieldOfView: 0.5585054,
} as const;

/** `SplatHeaderWords` in words of 32 bits. */
export const splatHeaderLayout = {
  count: 0,
  degree: 1,
  words: 2,
} as const;

/** `SplatSetWords` in words of 32 bits. */
export const splatSetLayout = {
  count: 0,
  lower: 1,
  upper: 4,
  words: 7,
} as const;

/** `SplatHitWords` in words of 32 bits. */
export const splatHitLayout = {
  point: 0,
  normal: 3,
  distance: 6,
  words: 7,
} as const;

/** `SplatDecodingError`. */
export const splatErrors = {
  notSPZ: -1,
  unknownVersion: -2,
  truncated: -3,
  otherDegree: -4,
  tooMany: -5,
} as const;

/** `SplatSet`. */
export const splatLimits = {
  pieceSize: 16384,
  harmonicWordsPerDegree: 4,
} as const;

/** The moods of memories, in the order of their numbers. */
export const moods = ["joy", "calm", "wonder", "longing", "sorrow", "courage"] as const;

export type Mood = (typeof moods)[number];

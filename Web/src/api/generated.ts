// Generated from docs/openapi.yaml by scripts/generate-api-types.py: change that document, not this file.

/**
 * A KSUID; ids sort by the time they were made. (They are numbers below 2^160, and begin with a small letter
 * from 2147 on.)
 */
export type Id = string;

/** UTC, to the millisecond. */
export type Time = string;

/** 1 to 200 characters on one line. Space at the ends is cut. */
export type Name = string;

export interface Health {
  status: "ok";
  version: string;
}

export interface SpaceList {
  spaces: Space[];
  /** The `after` of the next page; null on the last. */
  next: Id | null;
  /** Spaces in the library. */
  total: number;
}

export interface Space {
  id: Id;
  name: string;
  /** What people say of it; may be empty. */
  description: string;
  /** The address of the image that it is shown by in lists. */
  cover: string | null;
  created: Time;
  modified: Time;
  areaSquareMetres: number | null;
  triangleCount: number;
  pointCount: number;
  /** Extent in metres, y up; null where the space holds nothing. */
  bounds: Bounds | null;
  /** What it was reconstructed from; null for a model. */
  capture: Capture | null;
  /** What the scan tells of itself; null where nothing is known. */
  report: Report | null;
  assets: Asset[];
  /** Memories of others since it was last looked at; null where it is not followed. */
  newMemories: number | null;
}

/** What a scan tells of itself. Shares are 0 to 1; null is what is not known. */
export interface Report {
  /** How it was reconstructed: interior, object or exterior. */
  mode: string;
  frames: number;
  /** Seconds of recording. */
  duration: number | null;
  /** When the recording began. */
  recorded: Time | null;
  device: string | null;
  place: Place | null;
  /** Extents along x, y and z in metres. */
  size: Point | null;
  /** Observed share of what coverageRefersTo names. */
  coverage: number | null;
  /**
   * What coverage refers to: the surface that was found, with the gaps that it encloses. What nobody looked at
   * is not part of it.
   */
  coverageRefersTo: string;
  /** How much of the floor, the walls and the ceiling was observed; null where the scan shows no room. */
  shell: Shell | null;
  /** Why shell is null; null in reports of earlier versions. */
  noRoom: string | null;
  /** unknown: lengths have an arbitrary unit, as those of photos without a reference. */
  scale: "known" | "unknown";
  /** The parts together. */
  quality: number | null;
  parts: {
    /** How densely the surface was measured. */
    density: number | null;
    /** How squarely, and from how many sides, it was looked at. */
    angles: number | null;
    /** How sharp the pictures are. */
    sharpness: number | null;
  };
  /** What would make the scan better, a sentence each, the most useful first. */
  advice: string[];
  /** Where the camera's path comes from. */
  poses: {
    /** recorded, refined (aligned with the model) or odometry (found from the pictures). */
    source: string;
    /** Below 0.5 the shape as a whole may be wrong. */
    confidence: number | null;
    /** How often the walk came back to a place and was tied to it. */
    loops: number;
    /** The most that a frame was moved; metres. */
    correction: number | null;
    /** Length by the depths to length by the recorded trajectory; null where the 95 % interval includes 1. */
    depthScale: DepthScale | null;
  };
}

export interface DepthScale {
  ratio: number;
  standardDeviation: number;
  /** Ends of the 95 % interval of the ratio. */
  interval: readonly [number, number];
}

/** The shell of the scanned rooms, as far as free space was seen. */
export interface Shell {
  total: ShellPart;
  floor: ShellPart;
  walls: ShellPart;
  ceiling: ShellPart;
  /** Metres of the outline where no wall was observed. */
  openOutline: number | null;
  /** Whether the rooms go on where nobody looked: the shares are upper bounds. */
  isOpen: boolean;
  /** Metres from floor to ceiling; where no ceiling was observed as high as anything that was seen, at least 2.4. */
  height: number | null;
}

export interface ShellPart {
  /** m², observed and unobserved. */
  area: number | null;
  /** Observed share, behind observed furniture included. */
  observed: number | null;
}

/** WGS 84, of the capture's origin. */
export interface Place {
  /** Degrees north. */
  latitude: number;
  /** Degrees east. */
  longitude: number;
  /** Metres above the ellipsoid. */
  altitude: number | null;
  /** Degrees clockwise from true north to the world's -z axis. */
  heading: number | null;
  /** Standard deviation of the horizontal position in metres. */
  accuracy: number | null;
}

export interface Bounds {
  min: Point;
  max: Point;
}

export type Point = readonly [number, number, number];

export interface Capture {
  id: Id;
  /** The layout of the capture's files. */
  kind: string;
  frameCount: number;
  /** Frames that could not be used. */
  skippedFrames: number;
  /** How long the reconstruction took. */
  seconds: number;
  /** What one should know about it, a line each. */
  notes: string[];
}

export interface Asset {
  kind: AssetKind;
  url: string;
  contentType: string;
  byteCount: number;
  /** The name for a download. */
  fileName: string;
  /** Of a `lod`: 1 for the next coarser than the mesh, and so on. */
  level: number | null;
  triangleCount: number | null;
}

/**
 * `lod` is the mesh with fewer triangles. `rims` are the edges beyond which nothing was seen, as JSON:
 * `{"rims":[[x,y,z,x,y,z,...],...]}`, lines in metres. `noise` is what is known of the errors of the mesh, as
 * JSON. `view` is the view in which the space is first shown, as JSON: `{"kind":"around","yaw":0.4,"pitch":0.3}`
 * shows all of it from a direction (radians; yaw around the vertical axis, 0 looking along -z; pitch above the
 * horizon), and `{"kind":"inside","eye":[x,y,z],"target":[x,y,z]}` looks from a point at another. `splats` are
 * Gaussian splats of the place in the space's frame, the most important first, as a stream of SPZ parts
 * (docs/splats-viewer.md).
 */
export type AssetKind = "mesh" | "cloud" | "thumbnail" | "source" | "lod" | "rims" | "noise" | "view" | "splats";
export const assetKindValues: readonly AssetKind[] = [
  "mesh",
  "cloud",
  "thumbnail",
  "source",
  "lod",
  "rims",
  "noise",
  "view",
  "splats",
];

/** What was scanned; an object is cut out and closed, an exterior is coarser and farther. */
export type ScanMode = "interior" | "object" | "exterior";
export const scanModeValues: readonly ScanMode[] = ["interior", "object", "exterior"];

export type Mood = "joy" | "calm" | "wonder" | "longing" | "sorrow" | "courage";
export const moodValues: readonly Mood[] = ["joy", "calm", "wonder", "longing", "sorrow", "courage"];

export type MemoryKind = "text" | "photo" | "audio" | "video" | "session";
export const memoryKindValues: readonly MemoryKind[] = ["text", "photo", "audio", "video", "session"];

/**
 * `private` is the author's alone; `public` is for whoever may see the space; `anonymous` the same without the
 * author's name; `shared` is for the accounts of its audience. `x-everyone` lists those that whoever may see the
 * space may see.
 */
export type Privacy = "private" | "public" | "anonymous" | "shared";
export const privacyValues: readonly Privacy[] = ["private", "public", "anonymous", "shared"];
export const privacyForEveryone: readonly Privacy[] = ["public", "anonymous"];

/** Where a memory is pinned; metres. */
export interface Anchor {
  point: Point;
  normal: Point;
  object: AnchorObject | null;
  offset: Point;
  /** Of the cue above its foot. */
  height: number;
  /** The floating screen of a photo or video. */
  screen: FloatingScreen | null;
  state: AnchorState;
}

/** Whether its surface was still there in the last new scan. */
export type AnchorState = "held" | "moved" | "lost";
export const anchorStateValues: readonly AnchorState[] = ["held", "moved", "lost"];

export interface AnchorObject {
  id: Name;
  name: string;
}

/** Its centre in metres, its rotation as a quaternion x, y, z, w (it faces its own +z), width and height. */
export interface FloatingScreen {
  position: readonly [number, number, number];
  rotation: readonly [number, number, number, number];
  size: readonly [number, number];
}

/** Where to pin a memory; metres. What is left out has its default value. */
export interface NewAnchor {
  point: readonly [number, number, number];
  normal?: readonly [number, number, number] | null;
  object?: AnchorObject | null;
  offset?: readonly [number, number, number] | null;
  /** Of the cue above its foot. */
  height?: number | null;
  screen?: FloatingScreen | null;
  state?: "held" | "moved" | "lost" | null;
}

/** From where, and through what lens, its creator looked. The matrix is camera to world, column-major. */
export interface Viewpoint {
  matrix: readonly number[];
  /** Vertical, radians. */
  fieldOfView: number;
  /** Width by height. */
  aspect: number;
}

export interface Push {
  /** Whether the server was started with a contact for push services. */
  isEnabled: boolean;
  /** The server's key (VAPID), as base64url; null where it notifies nobody. */
  publicKey: string | null;
  subscriptions: PushSubscriptionEntry[];
}

export interface PushSubscriptionEntry {
  id: Id;
  name: string;
  language: string;
  created: Time;
  /** Why the last notification could not be sent. */
  problem: string | null;
}

export interface NewPushSubscription {
  /** An https address of the public internet. */
  endpoint: string;
  /** As the browser gives them, base64url. */
  keys: {
    p256dh: string;
    auth: string;
  };
  name: Name;
  language: "en" | "de" | "fr" | "es" | "cs";
}

export interface SpaceAlignment {
  /**
   * Two points, at least half a metre apart seen from above; none where they were not chosen, or are to be
   * removed.
   */
  points: {
    /** Where it is in the space: x, y, z in metres. */
    point: readonly [number, number, number];
    viewpoint: Viewpoint;
  }[];
}

export interface MemoryEdit {
  title?: Name;
  text?: string;
  kind?: MemoryKind;
  mood?: Mood | null;
  tags?: string[];
  privacy?: Privacy;
  /** Accounts; they count where the privacy is `shared`. */
  audience?: Id[];
  anchor?: NewAnchor;
  viewpoint?: Viewpoint | null;
}

export interface NewMemory {
  title: Name;
  text?: string;
  kind?: MemoryKind;
  mood?: Mood | null;
  tags?: string[];
  privacy?: Privacy;
  /** Accounts; they count where the privacy is `shared`. */
  audience?: Id[];
  anchor: NewAnchor;
  viewpoint?: Viewpoint | null;
  /**
   * A KSUID made by whoever writes it, at most an hour ahead of the server's clock. Sending it twice makes one
   * memory; the second time gives what is there.
   */
  id?: string;
}

export interface Memory {
  id: Id;
  space: Id | null;
  kind: MemoryKind;
  title: string;
  text: string;
  mood: Mood | null;
  tags: string[];
  privacy: Privacy;
  /** For its author; empty for others. */
  audience: Id[];
  /** Null where it is anonymous for the visitor, or the owner's who has no account. */
  author: MemoryAuthor | null;
  mine: boolean;
  created: Time;
  modified: Time;
  trashed: Time | null;
  anchor: Anchor | null;
  /** The position of the cue in metres; null without an anchor. */
  position: readonly [number, number, number] | null;
  viewpoint: Viewpoint | null;
  media: MemoryMedia[];
}

export interface MemoryAuthor {
  id: Id;
  name: string;
  /** The address of their picture; null without one, and for visitors by a link. */
  picture: string | null;
}

export interface Person {
  id: Id;
  name: string;
}

/** The type of a file. `x-maxBytes` is the largest file of each type. */
export type MediaKind = "photo" | "audio" | "video" | "session";
export const mediaKindValues: readonly MediaKind[] = ["photo", "audio", "video", "session"];

/** Addresses of JPEG images. */
export interface Thumbnails {
  small: string;
  medium: string;
  large: string;
}

export interface MemoryMedia {
  id: Id;
  kind: MediaKind;
  url: string;
  contentType: string;
  /** Of the original; null for others, who get a copy. */
  byteCount: number | null;
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
  /** Null for sounds. */
  thumbnails: Thumbnails | null;
  poster: string | null;
  alternative: string;
  transcript: string;
}

export interface MemoryList {
  memories: Memory[];
  /** The `after` of the next page; null on the last. */
  next: Id | null;
  /** In all pages; of a search, a tag or a part of a space at most 1000 are counted. */
  total: number;
}

export interface MemoryVersions {
  versions: MemoryVersion[];
}

export interface MemoryVersion {
  number: number;
  /** Until when it said this; null for now. */
  until: Time | null;
  title: string;
  text: string;
  kind: MemoryKind;
  mood: Mood | null;
  tags: string[];
  anchor: Anchor | null;
  viewpoint: Viewpoint | null;
}

export interface Pins {
  pins: Pin[];
  version: string;
}

/**
 * Id, x, y and z of the cue in metres, index of the mood (-1 for none), index of the kind, title, and 1 where
 * everyone in the space may see it, else 0. Indices count the values of Mood and MemoryKind in their order here.
 */
export type Pin = readonly [Id, number, number, number, number, number, string, 0 | 1];

export interface MemoryEvent {
  event: "memory";
  data: string;
}

export interface MemoryChange {
  id: Id;
  change: "added" | "changed" | "removed";
}

export type ModelFormat =
  | "ply"
  | "obj"
  | "stl"
  | "glb"
  | "gltf"
  | "fbx"
  | "dae"
  | "usdz"
  | "las"
  | "laz"
  | "e57"
  | "pts"
  | "pcd"
  | "xyz"
  | "splat"
  | "spz";
export const modelFormatValues: readonly ModelFormat[] = [
  "ply",
  "obj",
  "stl",
  "glb",
  "gltf",
  "fbx",
  "dae",
  "usdz",
  "las",
  "laz",
  "e57",
  "pts",
  "pcd",
  "xyz",
  "splat",
  "spz",
];

export interface Contents {
  /** The format of the stored file by its content; its file extension. */
  format: string;
  bytes: number;
  name?: string;
  /** Of all that is shown in the rest pose; missing where nothing is. */
  bounds?: Bounds;
  /** As often as nodes place them. */
  triangles: number;
  /** Vertices and points, as often as nodes place them. */
  vertices: number;
  /** The offset of map coordinates in metres; missing where there is none. */
  origin?: Point;
  /** The coordinate reference system as WKT. */
  crs?: string;
  /** Those without a parent. Nodes below level 100 are listed at that level. */
  nodes: ContentsNode[];
  materials: ContentsMaterial[];
  images: ContentsImage[];
  skins: {
    name?: string;
    joints: number;
  }[];
  animations: {
    name?: string;
    /** Seconds. */
    duration: number;
    /** Properties of nodes that change. */
    channels: number;
  }[];
  /** What was not read, or was assumed. */
  notes: string[];
  /** The format of `losses`. */
  target?: string;
  losses: Loss[];
}

export interface ContentsNode {
  /** Its number in the file. */
  node: number;
  name?: string;
  mesh?: ContentsMesh;
  skin?: number;
  camera?: "perspective" | "orthographic";
  light?: "directional" | "point" | "spot";
  /** How often the mesh stands here; missing for once. */
  instances?: number;
  isVisible: boolean;
  children: ContentsNode[];
}

export interface ContentsMesh {
  /** Its number in the file. */
  mesh: number;
  name?: string;
  morphTargets: number;
  primitives: {
    topology: "triangles" | "lines" | "points";
    /** Triangles, segments or points. */
    count: number;
    vertices: number;
    /** What the vertices have beside their positions. */
    attributes: string[];
    /** Its number in `materials`. */
    material?: number;
  }[];
}

export interface ContentsMaterial {
  name?: string;
  /** Linear red, green and blue, and opacity. */
  baseColor: readonly [number, number, number, number];
  metallic: number;
  roughness: number;
  alphaMode: "OPAQUE" | "MASK" | "BLEND";
  isDoubleSided: boolean;
  /** Numbers of the images by what they are for: baseColor, normal and so on. */
  textures: Record<string, number>;
  extensions: ("unlit" | "clearcoat" | "transmission")[];
}

export interface ContentsImage {
  name?: string;
  format: "jpeg" | "png" | "webp" | "ktx2" | "other";
  /** Encoded. */
  bytes: number;
  /** Pixels; missing where they can't be told. */
  width?: number;
  height?: number;
}

/** What a written file can't hold of its source. */
export interface Loss {
  kind:
    | "texture"
    | "colors"
    | "colorDepth"
    | "normals"
    | "textureCoordinates"
    | "attributes"
    | "harmonics"
    | "unit"
    | "upAxis"
    | "precision"
    | "shape"
    | "size"
    | "names"
    | "crs"
    | "hierarchy"
    | "materials"
    | "skins"
    | "animations"
    | "cameras"
    | "lights";
  /** For people; the same as in the command line. */
  sentence: string;
}

export interface ObjectList {
  objects: SceneObject[];
}

/** A piece of furniture of the plan, as a box in the world. */
export interface SceneObject {
  id: string;
  category: string;
  name: string;
  center: Point;
  /** Width, height and depth in metres. */
  size: Point;
  /** A quaternion x, y, z, w. */
  rotation: readonly [number, number, number, number];
}

export type Units = "metric" | "imperial";
export const unitsValues: readonly Units[] = ["metric", "imperial"];

/** `metric` and `imperial` choose the unit by the length; the others have all lengths in one unit. */
export type LengthUnits = "metric" | "imperial" | "m" | "cm" | "mm" | "ft" | "in";
export const lengthUnitsValues: readonly LengthUnits[] = ["metric", "imperial", "m", "cm", "mm", "ft", "in"];

export type PlanFormat = "json" | "svg" | "pdf" | "png" | "dxf" | "dwg" | "ifc";
export const planFormatValues: readonly PlanFormat[] = ["json", "svg", "pdf", "png", "dxf", "dwg", "ifc"];

export interface Plan {
  /** Null where the space has none. */
  plan: FloorPlan | null;
  /** Those that are applied, oldest first. */
  edits: PlanEdit[];
  /** Those that were undone; the last is redone next. */
  undone: PlanEdit[];
  canEdit: boolean;
  /** What was assumed or not seen, a sentence each. */
  notes: string[];
  sheets: PlanSheet[];
}

/** The page on which a storey is drawn. */
export interface PlanSheet {
  storey: number;
  name: string;
  /** Millimetres. */
  width: number;
  /** Millimetres. */
  height: number;
  /** 50 for 1 to 50. */
  scale: number;
  /** From metres of the plan to millimetres of the sheet, as SVG's matrix(). */
  toSheet: readonly [number, number, number, number, number, number];
}

/** Metres; plan x is the world's x, plan y its -z. */
export type PlanPoint = readonly [number, number];

/** docs/plans.md describes it. Metres and radians. */
export interface FloorPlan {
  id: string;
  name: string;
  /** Direction of true north, anticlockwise from the plan's +y. */
  north?: number;
  storeys: Storey[];
}

export interface Storey {
  id: string;
  name: string;
  /** World y of its floor. */
  elevation: number;
  height: number;
  walls: Wall[];
  openings: Opening[];
  rooms: Room[];
  furniture: Record<string, unknown>[];
  slabs: Slab[];
}

/** A floor, a ceiling or a roof that was observed. */
export interface Slab {
  id: string;
  kind: "floor" | "ceiling" | "roof";
  polygon: PlanPoint[];
  /** Height of the upper face above the storey's floor. */
  top: number;
  thickness: number;
  /** Only one face was observed. */
  assumesThickness: boolean;
  /** The id of the room that it closes. */
  room?: string;
  confidence?: number;
  isUnseen: boolean;
}

export interface Wall {
  id: string;
  start: PlanPoint;
  end: PlanPoint;
  thickness: number;
  height: number;
  isExternal?: boolean;
  /** Only one face was seen. */
  assumesThickness: boolean;
  confidence?: number;
  isUnseen: boolean;
}

export interface Opening {
  id: string;
  kind: "door" | "window" | "opening";
  /** The id of its wall. */
  wall: string;
  /** From the wall's start to the nearer jamb. */
  offset: number;
  width: number;
  /** Height of the lower edge above the storey's floor. */
  sill: number;
  height: number;
  swing?: {
    hinge: "start" | "end" | "both";
    side: "left" | "right";
  };
  confidence?: number;
  isUnseen: boolean;
}

export interface Room {
  id: string;
  name: string;
  use:
    | "living"
    | "dining"
    | "kitchen"
    | "bedroom"
    | "bathroom"
    | "toilet"
    | "corridor"
    | "office"
    | "storage"
    | "laundry"
    | "stairs"
    | "garage"
    | "balcony"
    | "unknown";
  /** Along the walls' inner faces, anticlockwise. */
  polygon: PlanPoint[];
  /** Of an unseen ceiling the upper end of the walls, which is not a measurement. */
  ceilingHeight: number;
  /** No ceiling was observed: its height and the volume are not determined. */
  isCeilingUnseen: boolean;
  areaRange?: AreaRange;
  confidence?: number;
  isUnseen: boolean;
}

/** Between which values a room's area lies. Absent where its whole outline was observed. */
export interface AreaRange {
  /** Square metres at least. */
  lower: number;
  /** Square metres at most. Absent where nothing limits the room: its area is not determined. */
  upper?: number;
  /** Share of the outline along which walls were observed. */
  observedOutline: number;
}

/** An edit of a plan, with its id and time. */
export type PlanEdit = NewPlanEdit & {
  id: Id;
  created: Time;
};

export type NewPlanEdit = {
  kind: "rename-room";
  room: string;
  name: string;
} | {
  kind: "move-wall";
  wall: string;
  /** Metres, to the left of the wall's direction. */
  distance: number;
} | {
  kind: "delete-opening";
  opening: string;
};

/** What a point clings to; `auto` lets the server choose, `none` leaves it where it is. */
export type Snap = "auto" | "vertex" | "edge" | "plane" | "corner" | "surface" | "none";
export const snapValues: readonly Snap[] = ["auto", "vertex", "edge", "plane", "corner", "surface", "none"];

export interface MeasurementPlace {
  at: readonly [number, number, number];
  snap?: Snap | null;
}

export type MeasurementKind =
  | "distance"
  | "path"
  | "area"
  | "perimeter"
  | "angle"
  | "height"
  | "clearance"
  | "volume"
  | "size";
export const measurementKindValues: readonly MeasurementKind[] = [
  "distance",
  "path",
  "area",
  "perimeter",
  "angle",
  "height",
  "clearance",
  "volume",
  "size",
];

export interface MeasurementRequest {
  /** `snap` measures nothing, it finds the points. */
  kind: MeasurementKind | "snap";
  name?: string | null;
  points?: MeasurementPlace[] | null;
  /** Metres around each point. */
  radius?: number | null;
  /** The id or name of a room of the plan, for area, perimeter and volume. */
  room?: string | null;
  /** The id of an object of the plan */
  object?: string | null;
  /** Of a distance: between the parallel planes at the points. */
  planes?: boolean | null;
  /** Of a clearance at one point, along which direction. */
  along?: Point | null;
  /** Of a clearance at one point: the smallest within so many metres of the line. */
  spread?: number | null;
}

export interface MeasuredPoint {
  at: Point;
  snap: "vertex" | "edge" | "plane" | "corner" | "surface" | "none";
  /** Of the plane or surface that it is on. */
  normal: Point | null;
}

/** One of several values of a measurement. */
export interface MeasuredValue {
  name: string;
  value: number;
  unit: "m" | "m2" | "m3" | "rad";
  /** Half of the interval that holds the true value in 95 of 100 cases. */
  halfWidth95: number | null;
  /** Why it is not known. */
  reason: string | null;
  /** With its uncertainty, in metric units. */
  text: string;
  /** The same in feet and inches. */
  imperial: string;
  texts: UnitTexts;
}

/** A value with its uncertainty, its lengths in one unit. */
export interface UnitTexts {
  m: string;
  cm: string;
  mm: string;
  ft: string;
  in: string;
}

export interface Measured {
  kind: MeasurementKind | "snap";
  /** Null of a snap and where there are several `values`. */
  value: number | null;
  unit: "m" | "m2" | "m3" | "rad" | null;
  /** Half of the interval that holds the true value in 95 of 100 cases; null where nobody can tell. */
  halfWidth95: number | null;
  /** Why nobody can tell. */
  reason: string | null;
  /** With its uncertainty, in metric units. */
  text: string | null;
  /** The same in feet and inches. */
  imperial: string | null;
  texts: UnitTexts | null;
  notes: string[];
  points: MeasuredPoint[];
  /** The room of the plan that was measured. */
  room: string | null;
  /** The object of the plan that was measured. */
  object: string | null;
  /** Width, height and depth of a size; empty for all other kinds. */
  values: MeasuredValue[];
}

/** A measurement that is kept. */
export interface Measurement {
  kind: MeasurementKind;
  value: number;
  unit: "m" | "m2" | "m3" | "rad";
  /** Half of the interval that holds the true value in 95 of 100 cases; null where nobody can tell. */
  halfWidth95: number | null;
  /** Why nobody can tell. */
  reason: string | null;
  /** With its uncertainty, in metric units. */
  text: string;
  /** The same in feet and inches. */
  imperial: string;
  texts: UnitTexts;
  notes: string[];
  points: MeasuredPoint[];
  /** The room of the plan that was measured. */
  room: string | null;
  /** The object of the plan that was measured. */
  object: string | null;
  /** Width, height and depth of a size; empty for all other kinds. */
  values: MeasuredValue[];
  id: Id;
  name: string;
  created: Time;
  modified: Time;
  trashed: Time | null;
}

export interface MeasurementList {
  measurements: Measurement[];
  canEdit: boolean;
}

export interface CheckRequest {
  points: readonly [MeasurementPlace, MeasurementPlace];
  /** Metres around each point. */
  radius?: number | null;
  /** The true length, metres. */
  length: number;
  /** Half of the interval that holds the true length in 95 of 100 cases, metres; below `length`. */
  tolerance: number;
  name?: string | null;
}

/** A check distance that is kept; metres. */
export interface Check {
  id: Id;
  name: string;
  created: Time;
  points: MeasuredPoint[];
  length: number;
  tolerance: number;
  /** In the model, without the correction. */
  measured: number;
  /** The true length less that of the corrected model; null where the scale is not known. */
  residual: number | null;
  /** Half of the interval in which the residual is expected in 95 of 100 cases; null where it is not known. */
  expected: number | null;
  /** Whether the residual is outside of that interval. */
  isOutlier: boolean;
}

export interface CheckList {
  checks: Check[];
  scale: Scale | null;
  /** Why the check distances can't be used. */
  problem: string | null;
  canEdit: boolean;
}

export interface Scale {
  /** The factor from the model's lengths to true ones. */
  value: number;
  /** Half of its interval of 95 %; null where it is not known. */
  halfWidth95: number | null;
  /** Why it is not known. */
  reason: string | null;
  /** `scale 1.0062 ± 0.0009 (95 %) from 3 check distances` */
  text: string;
}

export interface MeasurementEdit {
  name?: string | null;
  points?: MeasurementPlace[] | null;
}

export interface MediaEdit {
  alternative?: string | null;
  transcript?: string | null;
}

export interface Grants {
  grants: Grant[];
}

export interface Grant {
  account: Id;
  permission: Permission;
}

export type Permission = "see" | "pin";
export const permissionValues: readonly Permission[] = ["see", "pin"];

export interface Follows {
  follows: Follow[];
}

export interface Follow {
  space: Id;
  /** Of others, since it was last looked at; at most 1000 are counted. */
  newMemories: number;
}

export interface Me {
  kind: "owner" | "account" | "visit" | "nobody";
  id: Id | null;
  name: string | null;
  /** The space of a visit. */
  space: Id | null;
  /** The exhibit of a visit. */
  exhibit: ExhibitKey | null;
  /** Of an account, what it may do by space. The owner may do everything. */
  permissions: Record<string, Permission>;
  /** Whether memories are shown to the visitor at all. */
  showsMemories: boolean;
  /** Whether the demo library is shown in place of the owner's own. */
  isDemo: boolean;
  /** Whether pages show that something waits in the inbox. */
  notifications: boolean;
  /** Whether the page of spaces shows the first steps in a new library. */
  firstSteps: boolean;
  units: LengthUnits | null;
  language: Language | null;
  /** The address of the account's picture. */
  picture: string | null;
}

/** A language of the pages (BCP 47). */
export type Language = "en" | "de" | "fr" | "es" | "cs";
export const languageValues: readonly Language[] = ["en", "de", "fr", "es", "cs"];

export interface AccountPicture {
  /** Its address. */
  picture: string | null;
}

export interface Settings {
  account: SettingsAccount | null;
  /** The account's tier. */
  tier: string;
  /** Units of lengths on pages; null for each browser's own. */
  units: LengthUnits | null;
  /** Language of the pages; null for the browser's. */
  language: Language | null;
  /** Whether pages show that something waits in the inbox. */
  notifications: boolean;
  /** Whether the page of spaces shows the first steps in a new library. */
  firstSteps: boolean;
  sync: SettingsSync;
  consent: SettingsConsent;
  /** Null where there can be no demo library. */
  demo: SettingsDemo | null;
  /** The version of the program. */
  version: string;
}

export interface SettingsAccount {
  id: Id;
  name: string;
  /** The address of the picture. */
  picture: string | null;
}

/** What this device synchronizes; `/files` and `/sync` have the details. */
export interface SettingsSync {
  /** The bucket's address. */
  bucket: string | null;
  /** The files that are downloaded in advance; null where the choice is another one. */
  files: FileChoice | null;
}

export type FileChoice = "all" | "previews" | "none";
export const fileChoiceValues: readonly FileChoice[] = ["all", "previews", "none"];

/** The consent to the use of recordings that are agreed to separately. */
export interface SettingsConsent {
  isGiven: boolean;
  given: Time | null;
  /** The words to agree to, by language; they are stored with the consent. */
  words: Record<string, string>;
}

export interface SettingsDemo {
  /** Whether it is shown to the owner in place of the own library. */
  isShown: boolean;
  isMade: boolean;
  /** Changes since it was made; counted while it is open. */
  changes: number;
  maxChanges: number;
  /** The making of the demo library that is under way; null where there is none. */
  run: SettingsRun | null;
  /** Why it couldn't be made the last time. */
  problem: string | null;
}

export interface SettingsRun {
  fraction: number;
  /** What is being done. */
  what: string;
}

export interface PrivacyReport {
  locations: StorageLocation[];
  /** The address of the bucket; missing where nothing is synchronized. */
  bucket?: string;
  /** Devices that the library is synchronized with */
  devices: number;
  /** Links that can be opened now. */
  links: number;
  /** People who can sign in, without the owner. */
  accounts: number;
  contacts: number;
}

export interface StorageLocation {
  content:
    | "catalogue"
    | "originals"
    | "previews"
    | "cache"
    | "backups"
    | "recognition"
    | "conversations"
    | "demo"
    | "identity";
  /** The file or folder on the server's machine. */
  path: string;
  byteCount: number;
}

export interface LibraryExport {
  /** The archive that is being made. */
  run: SettingsRun | null;
  /** The archive that is there. */
  archive: LibraryArchive | null;
  /** Why the last attempt failed. */
  problem: string | null;
}

export interface LibraryArchive {
  made: Time;
  byteCount: number;
  files: number;
  /** Files that neither this device nor the bucket has; `missing.txt` lists them. */
  missing: number;
}

/** At least one field. Null of units and language leaves them to each browser. */
export interface SettingsChange {
  name?: Name;
  units?: LengthUnits | null;
  language?: Language | null;
  notifications?: boolean;
  firstSteps?: boolean;
  files?: FileChoice;
  /** The consent is given to the words in this language; false withdraws all consents. */
  consent?: {
    isGiven: boolean;
    language: Language;
  };
  /** Whether the demo library is shown in place of the own one. */
  demo?: boolean;
}

export interface SignIn {
  /** What follows the `#` of the invitation's address. */
  invitation: string;
  name?: Name | null;
}

export interface Start {
  /**
   * `new` before a decision, `running`, `failed` (it can be sent again), `opening` while the library's server
   * takes over, `ready` when the library is served.
   */
  state: "new" | "running" | "failed" | "opening" | "ready";
  /** Whether this visitor may make the decision. */
  isAllowed: boolean;
  fraction: number;
  /** What is being done. */
  what: string;
  /** Why the last attempt failed. */
  error: string | null;
  /** The bucket that this device last synchronized the folder with. */
  bucket: string | null;
  /** The device whose digits the person compares. */
  comparison: StartComparison | null;
  /** Where the owner signs in once the library is served, where that is needed. */
  signIn: string | null;
}

export interface StartBody {
  name?: Name;
  /** An address like `file:///media/disk/diorama` or `s3://bucket/prefix`. */
  bucket?: string;
  /** The 24 words of the recovery phrase. */
  phrase?: string;
  account?: Id;
  /** The code or address that a device of the same person shows. */
  pair?: string;
}

export interface StartComparison {
  name: string;
  digits: string;
}

export interface OwnAccount {
  id: Id;
  name: string;
  tier: string;
  /**
   * Whether this device has the account's secret keys for sharing. `pending` until another device that has them
   * has synchronized.
   */
  keys: "none" | "ready" | "pending";
  /** This device first. */
  devices: {
    id: Id;
    name: string;
    /** When it last synchronized, to the hour. */
    lastSeen: Time | null;
    isThis: boolean;
  }[];
}

export interface AccountMerge {
  from: Id;
  into: Id;
}

export interface AccountName {
  name: Name;
}

export interface Contact {
  account: Id;
  name: string;
  /** Thirty digits for two people to compare. */
  fingerprint: string;
  /** Where the contact receives; null where the card names no bucket. */
  bucket: string | null;
  /** The text of the own card; null for others. */
  card: string | null;
  /** When the contact announced new keys; null where there are none, or the fingerprint was compared since then. */
  newKeys: string | null;
}

export interface ContactList {
  own: Contact;
  contacts: Contact[];
}

export interface ContactCardText {
  /** The text of a contact card: diorama:contact?… */
  card: string;
}

export interface ShareOffer {
  item: Id;
  /** The name or account id of a contact. */
  contact: string;
  permission?: "read" | "edit";
  message?: string;
}

export interface SentShare {
  id: Id;
  title: string;
  /** The receiver's name. */
  contact: string;
  account: Id;
  /** The shared space; null for other items. */
  space: Id | null;
  permission: "read" | "edit";
  state: ShareState;
  files: number;
  /** The size of the files as far as it is known. */
  byteCount: number;
  created: Time;
  /** When it was accepted, declined or revoked. */
  answered: Time | null;
  /** Memories of the space that are left out because they are private; null in lists. */
  privateMemories: number | null;
}

export interface SentShareList {
  shares: SentShare[];
}

export type ShareState = "offered" | "accepted" | "declined" | "revoked";
export const shareStateValues: readonly ShareState[] = ["offered", "accepted", "declined", "revoked"];

export interface ReceivedOffer {
  id: Id;
  title: string;
  message: string;
  /** The sender's name. */
  from: string;
  account: Id;
  permission: "read" | "edit";
  state: ShareState;
  files: number;
  /** The size of the files as far as it is known. */
  byteCount: number;
  /** Files of an accepted share that are not on this device yet. */
  missingFiles: number;
  spaces: Id[];
  recordings: Id[];
  /** What it has, without its files. */
  contents: {
    kind: "memory" | "place" | "recording" | "space" | "thing" | "workflow";
    count: number;
  }[];
  /** The request of this account that it answers. */
  answers: Id | null;
  /** What happened to it. */
  note: string | null;
  received: Time;
}

export interface ReceivedRequest {
  id: Id;
  title: string;
  message: string;
  /** The sender's name. */
  from: string;
  account: Id;
  state: RequestState;
  /** When the recording is needed. */
  due: Time | null;
  received: Time;
}

export type RequestState = "open" | "accepted" | "declined" | "answered" | "withdrawn";
export const requestStateValues: readonly RequestState[] = ["open", "accepted", "declined", "answered", "withdrawn"];

/** The name of a step, shot or field in answers. */
export type WorkflowKey = string;

export type ShotKind = "photo" | "video" | "audio" | "document" | "model";
export const shotKindValues: readonly ShotKind[] = ["photo", "video", "audio", "document", "model"];

export type WorkflowFieldKind = "text" | "number" | "date" | "flag" | "money" | "choice";
export const workflowFieldKindValues: readonly WorkflowFieldKind[] = [
  "text",
  "number",
  "date",
  "flag",
  "money",
  "choice",
];

export interface WorkflowShot {
  key: WorkflowKey;
  title: string;
  kind: ShotKind;
  /** How many are needed; 0 where it may be left out. */
  count: number;
}

export interface WorkflowField {
  key: WorkflowKey;
  title: string;
  kind: WorkflowFieldKind;
  required: boolean;
  choices: string[];
  minimum: number | null;
  maximum: number | null;
}

export interface WorkflowStep {
  key: WorkflowKey;
  title: string;
  shots: WorkflowShot[];
  fields: WorkflowField[];
}

/** A workflow as lists show it. */
export interface WorkflowItem {
  id: Id;
  name: string;
  about: string;
  steps: number;
  predefined: boolean;
  /** Null for a predefined workflow. */
  modified: Time | null;
}

export interface WorkflowList {
  predefined: WorkflowItem[];
  workflows: WorkflowItem[];
  next: string | null;
}

export interface Workflow {
  id: Id;
  name: string;
  about: string;
  steps: WorkflowStep[];
  predefined: boolean;
  /** Null for a predefined workflow. */
  modified: Time | null;
  trashed: Time | null;
}

export interface WorkflowShotBody {
  key?: WorkflowKey;
  title: string;
  kind?: "photo" | "video" | "audio" | "document";
  count?: number;
}

export interface WorkflowFieldBody {
  key?: WorkflowKey;
  title: string;
  kind?: WorkflowFieldKind;
  required?: boolean;
  choices?: string[];
  minimum?: number | null;
  maximum?: number | null;
}

/** A step; a missing key is made of the title. */
export interface WorkflowStepBody {
  key?: WorkflowKey;
  title: string;
  shots?: WorkflowShotBody[];
  fields?: WorkflowFieldBody[];
}

/** A new workflow, which needs a name and steps, or a change. */
export interface WorkflowBody {
  name?: string;
  about?: string;
  steps?: WorkflowStepBody[];
}

/** A recording as lists show it. */
export interface RecordingItem {
  id: Id;
  title: string;
  space: Id | null;
  thing: Id | null;
  workflow: Id | null;
  request: Id | null;
  private: boolean;
  started: Time | null;
  ended: Time | null;
  created: Time;
  modified: Time;
  trashed: Time | null;
}

export interface RecordingList {
  recordings: RecordingItem[];
  next: string | null;
  total: number;
}

export interface RecordingShot {
  key: WorkflowKey;
  title: string;
  kind: ShotKind;
  /** How many are needed; 0 where it may be left out. */
  count: number;
  /** The files that were taken. */
  media: Id[];
}

export interface RecordingField {
  key: WorkflowKey;
  title: string;
  kind: WorkflowFieldKind;
  required: boolean;
  choices: string[];
  minimum: number | null;
  maximum: number | null;
  /** The answer; null where there is none. */
  value: string | number | boolean | Money | null;
}

export interface RecordingStep {
  key: WorkflowKey;
  title: string;
  done: boolean;
  /** What is missing or wrong. */
  problems: string[];
  shots: RecordingShot[];
  fields: RecordingField[];
}

export interface RecordingMedia {
  id: Id;
  kind: ShotKind;
  contentType: string;
  fileName: string;
  byteCount: number;
  width: number | null;
  height: number | null;
}

export interface Recording {
  id: Id;
  title: string;
  space: Id | null;
  thing: Id | null;
  workflow: Id | null;
  request: Id | null;
  private: boolean;
  started: Time | null;
  ended: Time | null;
  created: Time;
  modified: Time;
  trashed: Time | null;
  notes: string;
  /** Whether a contact made it; then it can't be changed here. */
  received: boolean;
  steps: RecordingStep[];
  /** The key of the first step that is not done. */
  next: string | null;
  media: RecordingMedia[];
}

/** A new recording, which needs a title, or a change. */
export interface RecordingBody {
  title?: string;
  notes?: string;
  space?: Id | null;
  thing?: Id | null;
  workflow?: Id | null;
  private?: boolean;
  started?: Time | null;
  ended?: Time | null;
}

/** All values and files of a step. */
export interface StepAnswer {
  fields?: {
    key: WorkflowKey;
    /** A string for text, a choice and a date (ISO 8601), a number, a flag or an amount. */
    value: string | number | boolean | Money;
  }[];
  shots?: {
    key: WorkflowKey;
    media: Id[];
  }[];
}

/** A request as lists show it. */
export interface RequestItem {
  id: Id;
  direction: "incoming" | "outgoing";
  title: string;
  /** The name of the other side. */
  contact: string;
  account: string;
  state: RequestState;
  due: Time | null;
  steps: number;
  /** Number of steps that are answered. */
  done: number;
  created: Time;
  answered: Time | null;
}

export interface RequestList {
  requests: RequestItem[];
  next: string | null;
}

/** The offer that brings the answer. */
export interface RequestOffer {
  id: Id;
  state: ShareState;
}

export interface Request {
  id: Id;
  direction: "incoming" | "outgoing";
  title: string;
  /** The name of the other side. */
  contact: string;
  account: string;
  state: RequestState;
  due: Time | null;
  steps: number;
  /** Number of steps that are answered. */
  done: number;
  created: Time;
  answered: Time | null;
  message: string;
  asked: WorkflowStep[];
  recording: Recording | null;
  offer: RequestOffer | null;
}

/** What is asked of whom; either a workflow or steps. */
export interface RequestBody {
  /** The name or account id of a contact. */
  contact: string;
  /** The name of the workflow by default. */
  title?: string;
  message?: string;
  workflow?: Id;
  steps?: WorkflowStepBody[];
  due?: Time;
}

export interface RequestAnswer {
  message?: string;
  /** Whether steps may be open. */
  incomplete?: boolean;
}

export interface Inbox {
  offers: ReceivedOffer[];
  requests: ReceivedRequest[];
}

export interface Exchange {
  /** Received messages that were applied. */
  applied: number;
  /** Received messages that were refused. */
  refused: number;
  /** Received messages of unknown senders. */
  waiting: number;
  /** Shares whose changes were sent. */
  updates: number;
  /** Files to which others got access. */
  granted: number;
  /** Downloaded files of shares. */
  downloaded: number;
  /** Shared files that are not on this device yet. */
  missing: number;
  /** Messages that could not be delivered yet. */
  undelivered: number;
  /** Names of contacts that announced new keys; compare the digits of their cards again. */
  renewed: string[];
  failures: string[];
}

export interface Account {
  id: Id;
  name: string;
  email: string | null;
  /** The address of the picture. */
  picture: string | null;
  /** Whether the library is theirs. */
  isOwner: boolean;
  /** This and what follows is the owner's to know; null for others. */
  created: Time | null;
  sessions: number | null;
  /** Those that were not used yet. */
  invitations: number | null;
}

export interface AccountList {
  accounts: Account[];
  /** The most accounts that the operator allows; null without a limit, and for everybody but the owner. */
  maximum: number | null;
}

export interface Invitation {
  url: string;
  expires: Time;
}

/** A name, a description, or both. */
export interface SpaceEdit {
  name?: Name;
  description?: string;
}

export interface JobEvent {
  event: "progress";
  id: string;
  data: string;
}

export interface JobList {
  jobs: Job[];
}

export interface Job {
  id: Id;
  kind: JobKind;
  /** The name of the space, of an import the one to be; of a part that of its link. */
  title: string;
  state: JobState;
  /** Of the whole work. */
  fraction: number;
  /** What is being done, in plain words; empty before it begins. */
  what: string;
  /** Seconds left by the pace so far, where there is one. */
  remaining: number | null;
  /** Why it failed or was stopped, in one line. */
  error: string | null;
  /** The space that it works on; of an import the one that it made. */
  space: Id | null;
  created: Time;
}

/** What is made: a space, the plan of one, or the part of one that a link shows. */
export type JobKind = "import" | "plan" | "part";
export const jobKindValues: readonly JobKind[] = ["import", "plan", "part"];

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";
export const jobStateValues: readonly JobState[] = ["queued", "running", "done", "failed", "cancelled"];

export interface Sync {
  tier: "free" | "premium" | "pro" | "business" | "enterprise";
  /** Whether this library may sync. */
  isIncluded: boolean;
  isDemo: boolean;
  /** What it syncs with; null where none was chosen. */
  bucket: Bucket | null;
  /** When this device was last in step with the bucket, whoever asked for it. */
  synced: Time | null;
  /** Writes of this device that lie in no changeset yet. */
  unsentWrites: number;
  /** Changesets of others that were set aside for good. */
  refused: {
    device: Device;
    sequence: number;
    reason: string;
  }[];
  /**
   * Changesets of other devices whose content is missing here; those in `refused` included. As long as there is
   * one, this device is not synchronized, and `synced` stays at the last complete run.
   */
  behind: {
    device: Device;
    sequence: number;
    cause: "absent" | "damaged" | "refused" | "newerVersion";
    reason: string;
    remedy: string;
    since: Time;
  }[];
  /** This one first, then all that were heard of. */
  devices: SyncDevice[];
  /** The run that is under way. */
  run: SyncRun | null;
  /** The last run that ended, since the server was started. */
  last: EndedSyncRun | null;
  storage: Storage;
  backups: Backups;
}

/** What endangers the library or its copies. */
export interface LibraryHealth {
  state: HealthState;
  checked: Time;
  /** The most urgent first. */
  findings: HealthFinding[];
}

/** That of the most urgent finding. */
export type HealthState = "good" | "warning" | "bad";
export const healthStateValues: readonly HealthState[] = ["good", "warning", "bad"];

export interface HealthFinding {
  topic: "sync" | "clock" | "backup" | "disk" | "files" | "certificate";
  state: HealthState;
  /** What is wrong, in one line. */
  message: string;
  /** What to do, in one line. */
  remedy: string;
}

export interface Bucket {
  /** Holds no secrets. */
  address: string;
  kind: "folder" | "s3" | "other";
  /** The folder's path, or the bucket with its prefix. */
  name: string;
}

export interface Pairing {
  /** Whether this library may pair. */
  isIncluded: boolean;
  /** The addresses of this device in its networks. */
  addresses: string[];
  /** Where it listens for paired devices; null while it doesn't. */
  port: number | null;
  /** The code that another device can use now. */
  offer: PairingOffer | null;
  /** The device whose digits are compared. */
  session: PairingSession | null;
  /** How the last session ended, since the server was started. */
  last: EndedPairing | null;
  devices: PairedDevice[];
}

export interface PairingOffer {
  code: string;
  /** For a device that can't scan: `diorama pair ADDRESS`. */
  address: string;
  expires: Time;
}

export interface PairingSession {
  device: string;
  /** Not authenticated before the digits were compared. */
  name: string;
  digits: string;
  /** Whether the other device asks for this one's account. */
  wantsAccount: boolean;
  /** Whether it was confirmed here and waits for the other device. */
  isConfirmed: boolean;
}

export interface EndedPairing {
  name: string;
  isPaired: boolean;
  /** Why the devices are not paired. */
  error: string | null;
}

export interface PairedDevice {
  id: string;
  name: string;
  paired: Time;
  /** Where it was reached last. */
  address: string | null;
  /** When this device was last synchronized with it. */
  synchronized: Time | null;
  isConnected: boolean;
  /** Why it is not connected. */
  problem: string | null;
}

export interface RemovedDevice {
  id: string;
  name: string;
  /** Whether the encrypted library has a new epoch of keys. */
  hasNewLibraryKeys: boolean;
  /** Whether the account has new sharing keys: contacts need its new contact card. */
  hasNewAccountKeys: boolean;
  /** What is left to do, one sentence each. */
  notes: string[];
}

export interface SyncDevice {
  id: string;
  name: string;
  isThis: boolean;
  /** Those that were applied; of this device, those that it made. */
  changesets: number;
}

/** The disk usage of the library's folder. */
export interface Storage {
  byteCount: number;
  /** What is left on the disk. */
  freeByteCount: number | null;
  parts: StoragePart[];
}

export interface StoragePart {
  kind: StorageKind;
  byteCount: number;
  fileCount: number;
}

/**
 * Which files are downloaded in advance: every file, previews and thumbnails, or nothing. All other files are
 * downloaded when they are needed.
 */
export type FilePolicy = "all" | "previews" | "none";
export const filePolicyValues: readonly FilePolicy[] = ["all", "previews", "none"];

export interface Files {
  /** The library's policy; null for selections by space or tag, which an app made. */
  policy: FilePolicy | null;
  /** The spaces with a policy of their own, by name. */
  spaces: SpaceFiles[];
  cache: FileCache;
  /** Files on this device. */
  local: number;
  /** Files that are only in the bucket. */
  remoteOnly: number;
  /** Files that are neither on this device nor in the bucket. */
  missing: number;
  /** Files that are not on this device, while the bucket couldn't be asked. */
  unknown: number;
  /** Why the bucket couldn't be asked. */
  bucketProblem: string | null;
  /** Files that are missing or unknown, 50 at most. */
  missingFiles: MissingFile[];
  verification: Verification;
}

export interface SpaceFiles {
  id: Id;
  name: string;
  policy: FilePolicy;
}

/** Files that were downloaded when they were needed. The one that was used longest ago is removed first. */
export interface FileCache {
  byteCount: number;
  /** Maximum size in bytes. */
  limit: number;
}

export interface MissingFile {
  hash: string;
  name: string;
  /** The name of the space that it belongs to. */
  space: string | null;
  byteCount: number;
}

/** The check of all files. */
export interface Verification {
  /** The check that is under way. */
  run: VerificationRun | null;
  /** The last one since the server was started. */
  last: VerificationResult | null;
}

export interface VerificationRun {
  fraction: number;
  what: string;
}

export interface VerificationResult {
  ended: Time;
  problemCount: number;
  /** One line each */
  problems: string[];
}

/** A policy, a cache limit, or both. */
export interface FilesChange {
  /** `default` is for a space: the library's policy. */
  policy?: "all" | "previews" | "none" | "default" | null;
  /** The space that the policy is for; null for the library. */
  space?: Id | null;
  /** Maximum size of the cache in bytes. */
  cacheLimit?: number | null;
}

/**
 * `cache` is what came from the bucket and can come again, `setAside` what was damaged, `other` incomplete
 * transfers.
 */
export type StorageKind = "database" | "originals" | "previews" | "cache" | "backups" | "setAside" | "other";
export const storageKindValues: readonly StorageKind[] = [
  "database",
  "originals",
  "previews",
  "cache",
  "backups",
  "setAside",
  "other",
];

export interface Backups {
  count: number;
  latest: Backup | null;
  /** The latest that was checked and is sound. */
  latestGood: Backup | null;
  /** Whether something was written since the latest; true where that is not sure. */
  isChanged: boolean | null;
  /** Whether one is being made. */
  isRunning: boolean;
  /** Whether backups are made at quiet times and when the server ends. */
  isAutomatic: boolean;
  /** Why the latest automatic backup failed, in one line. */
  problem: string | null;
}

export interface Trash {
  items: TrashItem[];
}

export interface TrashItem {
  id: string;
  kind:
    | "thing"
    | "place"
    | "recording"
    | "memory"
    | "media"
    | "workflow"
    | "measurement"
    | "exhibit"
    | "loan"
    | "maintenance"
    | "space";
  name: string;
  trashed: Time;
  /** Of a space, the number of its memories. */
  memories: number | null;
}

export interface Purged {
  purged: number;
}

export interface Retention {
  /** Days until files that nothing names are removed from the bucket. */
  bucketDays: number;
  /** Days until backups with data that was deleted since are removed. */
  backupDays: number;
}

export interface Device {
  id: string;
  /** `a device` where it never told its name. */
  name: string;
  isThis: boolean;
}

export interface SyncRun {
  began: Time;
  fraction: number;
  /** What is being done, in plain words. */
  what: string;
  /** Seconds left by the pace so far, where there is one. */
  remaining: number | null;
  /** Whether it was told to end, and has not yet. */
  isCancelled: boolean;
}

export interface EndedSyncRun {
  began: Time;
  ended: Time;
  /** `behind`: it ran to its end, and changes of other devices are missing here. */
  outcome: "done" | "behind" | "failed" | "cancelled";
  /** Why it failed, in one line. */
  error: string | null;
  /** Whether the same may succeed later without anything being changed. */
  isTransient: boolean;
  /** Changesets. */
  sent: number;
  /** Changesets. */
  received: number;
  /** Rows that appeared here or are gone, and cells that changed. */
  changed: number;
  conflicts: number;
  /** Files. */
  uploaded: number;
  /** Files. */
  downloaded: number;
  /** Of the files that moved. */
  byteCount: number;
  /** Files that wait for a network that is not metered. */
  held: number;
  /** Files that failed; they are tried again. */
  failureCount: number;
  /** The first of them. */
  failures: {
    /** Its name in the bucket. */
    file: string;
    reason: string;
  }[];
  /** Devices whose changesets can't be taken in at present. */
  waiting: {
    device: Device;
    reason: string;
  }[];
}

export interface ConflictList {
  conflicts: Conflict[];
}

export interface Conflict {
  /** On this device. */
  number: number;
  noticed: Time;
  table: string;
  /** The row's id. */
  id: string;
  /** What people call the row. */
  name: string | null;
  column: string;
  won: ConflictSide;
  lost: ConflictSide;
  /** Whether the value that lost was put back. */
  isUndone: boolean;
}

export interface ConflictSide {
  value: ConflictValue;
  written: Time;
  device: Device;
}

export interface ConflictValue {
  kind: "text" | "number" | "empty" | "data";
  /** The text, or the number as SQL writes it. */
  text: string;
  /** Whether the text is longer than the 500 characters here. */
  isCut: boolean;
  /** Of data. */
  byteCount: number | null;
}

export interface Backup {
  id: Id;
  made: Time;
  /** A copy-on-write clone, or SQLite's VACUUM INTO. */
  method: "clone" | "vacuum";
  byteCount: number;
  state: "good" | "bad" | "unchecked";
  checked: Time | null;
  /** What is wrong with a bad one, in one line. */
  problem: string | null;
}

export interface Link {
  id: Id;
  /** The space that it opens; null where it opens an exhibit. */
  space: Id | null;
  /** The exhibit that it opens; null where it opens a space. */
  exhibit: ExhibitKey | null;
  name: Name;
  /** The page's path with its secret, where the link was just made. */
  url: string | null;
  hasPassword: boolean;
  created: Time;
  /** When it ends by itself. */
  expires: Time | null;
  /** The box that visitors get, in metres. */
  part: Bounds | null;
  /** Whether visitors see the public memories in it. */
  showsMemories: boolean;
  /** How often it was opened. */
  views: number;
  lastViewed: Time | null;
  revoked: Time | null;
  /** The job that cuts its part, where the link was just made. */
  job: Job | null;
}

/** The id of an exhibit, or artemis. */
export type ExhibitKey = string;

export interface LinkList {
  links: Link[];
  /** Scheme, host and port at which other machines of the network reach the server; null where they don't. */
  origin: string | null;
}

export interface NewVisit {
  /** What follows `/s/` in the link's address. */
  token: string;
  password?: string | null;
}

export interface Visit {
  /** The ticket, sent as X-Diorama-Visit. */
  visit: string;
  /** The space that the link opens; null where it opens an exhibit. */
  space: Id | null;
  /** The exhibit that the link opens; null where it opens a space. */
  exhibit: ExhibitKey | null;
  expires: Time;
  showsMemories: boolean;
}

export interface LiveSession {
  code: string;
  space: Id;
  spaceName: string;
  /** The page by which people join. */
  link: string;
  created: Time;
  expires: Time;
  /** Those who are connected now. */
  participants: number;
  /** What the sender of the request is if they join. */
  role: "host" | "guest" | "viewer";
  maxMinutes: number;
  /** Whether invited people take part; false: they watch. */
  allowsGuests: boolean;
  /** Whether names are chosen from a list. */
  reactionsOnly: boolean;
  recording: boolean;
  /** The memory that the last recording became; null for everybody but the host, and where nobody took part. */
  memory: Id | null;
}

export interface LiveSessionList {
  sessions: LiveSession[];
}

/** What is missing stays as it is. */
export interface LiveSettings {
  /** Minutes from the beginning until the session ends by itself. */
  maxMinutes?: number;
  allowsGuests?: boolean;
  reactionsOnly?: boolean;
}

export interface ExhibitList {
  exhibits: ExhibitSummary[];
  /** Exhibits whose documents can't be read, as of a later version on another device; for the owner. */
  unreadable: UnreadableExhibit[];
}

export interface UnreadableExhibit {
  id: Id;
  title: string;
  /** What is wrong with the document, as a sentence. */
  problem: string;
}

export interface ExhibitSummary {
  id: string;
  title: string;
  summary: string;
  /** An image of its first model that has one. */
  image: string | null;
  models: number;
  cards: number;
  /** Null for the built-in one. */
  created: Time | null;
  modified: Time | null;
  isBuiltIn: boolean;
  /** Whether the visitor may change it. */
  canEdit: boolean;
}

export interface ExhibitDetail {
  id: string;
  /** Changes with the document. */
  revision: string;
  isBuiltIn: boolean;
  canEdit: boolean;
  created: Time | null;
  modified: Time | null;
  document: Exhibit;
  files: ExhibitFile[];
}

export interface ExhibitFile {
  /** As the document names it: `models/NAME` or `images/NAME`. */
  path: string;
  url: string;
  contentType: string;
  /** 0 for files of the built-in exhibit that are not made yet. */
  byteCount: number;
}

/** A title, or the id of the exhibit that is copied. */
export interface NewExhibit {
  title?: string | null;
  copyOf?: string | null;
}

export interface ExhibitAddition {
  /** Of the whole work. */
  fraction: number;
  /** What is being done, in plain words. */
  what: string;
  /** Seconds left by the pace so far. */
  remaining: number | null;
}

/** The id of a space that has a model, or of a thing that has a model or a photo; a photo becomes a thin panel. */
export interface LibraryModel {
  space?: Id | null;
  thing?: Id | null;
}

/**
 * The document of an exhibit, as in `exhibit.json` of a package (docs/exhibits.md). Lengths are metres, y up.
 * Ids are slugs, unique in their list, those of parts in their model.
 */
export interface Exhibit {
  version: 1;
  title: string;
  summary: string;
  /** A BCP 47 tag. */
  language: string;
  license: string;
  credits: ExhibitCredit[];
  models: ExhibitModel[];
  cards: LearnCard[];
  guides: ExhibitGuide[];
  timelines: ExhibitTimeline[];
  scenarios: ExhibitScenario[];
}

export type Slug = string;

/** x, y, z in metres. */
export type ExhibitVector = readonly [number, number, number];

export interface ExhibitCredit {
  text: string;
  url?: string;
}

/** What a card, event or step points to. */
export interface ExhibitTarget {
  model: Slug;
  part?: Slug;
}

export interface ExhibitModel {
  id: Slug;
  name: string;
  description: string;
  /** The finest model as GLB. */
  file: string;
  /** Coarser models, the finest first. */
  levels: ExhibitModelLevel[];
  /** In real scale. */
  usdz?: string;
  /** In table scale. */
  tableUSDZ?: string;
  tableScale: number;
  image?: string;
  imageDescription?: string;
  poster?: ExhibitPoster;
  parts: ExhibitPart[];
}

/**
 * What the viewer shows of a model until its first frame: the model alone on a transparent background, seen as
 * in the first view (docs/exhibit-viewer.md).
 */
export interface ExhibitPoster {
  /** PNG or WebP, as `images/orion-poster.webp`. */
  image: string;
  min: ExhibitVector;
  max: ExhibitVector;
}

export interface ExhibitModelLevel {
  file: string;
  triangleCount: number;
}

export interface ExhibitPart {
  id: Slug;
  name: string;
  description?: string;
  position: ExhibitVector;
  /** The node of the model's file that belongs to it. */
  node?: string;
  offset?: ExhibitVector;
  parts: ExhibitPart[];
}

export interface LearnCard {
  id: Slug;
  category: "overview" | "timeline" | "systems" | "crew";
  title: string;
  short: string;
  detailed: string[];
  simplified: SimplifiedCard;
  image?: string;
  imageDescription?: string;
  target?: ExhibitTarget;
  sources: ExhibitCredit[];
}

export interface SimplifiedCard {
  short: string;
  detailed: string[];
}

export interface ExhibitGuide {
  id: Slug;
  name: string;
  role: string;
  description: string;
  isSimulated: boolean;
  sources: ExhibitCredit[];
}

/** Who answers questions from a corpus, on this machine. */
export interface Guide {
  /** What it answers about, as `Artemis II: to the Moon with Orion and SLS`. */
  title: string;
  /** To be shown at all times beside the conversation. */
  notice: string;
  personas: Persona[];
  /** Passages that answers may cite. */
  passages: number;
  /** What composes the answers, as `extractive`. */
  model: string;
  /** Whether conversations of this visitor can be kept. */
  conversations: boolean;
}

export interface Persona {
  id: string;
  name: string;
  role: string;
  /** May be empty. */
  organization: string;
  summary: string;
  /** Whether it is simulated after a real person. */
  isReal: boolean;
  /** A drawing as SVG. */
  portrait: string | null;
  /** Questions that the corpus answers. */
  suggestions: string[];
}

export interface GuideQuestion {
  /** The id of who is asked; the first one where it is left out. */
  persona?: string | null;
  question: string;
  /** Earlier questions of the conversation, oldest first; ignored where `conversation` is the id of one. */
  history?: string[] | null;
  /** The id of the conversation that goes on, or `new` to begin one that is kept; left out, nothing is kept. */
  conversation?: string | null;
}

export interface GuideAnswer {
  /** The whole text. */
  answer: string;
  /** Whether the sources don't answer, or the question isn't answered. */
  declined: boolean;
  /** Why it isn't an answer from sources; null for one. */
  reason:
    | "unknown"
    | "identity"
    | "private"
    | "injection"
    | "opinion"
    | "falsePremise"
    | "greeting"
    | "thanks"
    | "help"
    | null;
  /** Of the question. */
  language: "en" | "de" | "fr" | "es";
  persona: string;
  sentences: GuideSentence[];
  citations: GuideCitation[];
  /** What could be asked next. */
  suggestions: string[];
  model: string;
  seconds: number;
  /** Where the question and this answer are kept. */
  conversation: string | null;
}

/** An event; its data is a `GuideSentence`, a `GuideAnswer` or a `Problem`, by its name. */
export interface GuideEvent {
  event: "sentence" | "answer" | "failure";
  data: string;
}

export interface GuideSentence {
  text: string;
  /** Whether it stands in the source word for word. */
  isQuotation: boolean;
  /** Numbers of `citations`; empty for phrases without facts. */
  citations: number[];
}

export interface GuideCitation {
  number: number;
  /** The passage, as `heat-shield/material`. */
  id: string;
  /** Of the document. */
  title: string;
  source: string;
  url: string | null;
  /** Of the source: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  date: string;
  /** The whole paragraph. */
  passage: string;
  /** The sentence of the paragraph that is cited. */
  sentence: string;
  target: GuideTarget | null;
}

/** What a passage is about: a part of a model, a card, a memory in a space, or a space. */
export interface GuideTarget {
  model: string | null;
  part: string | null;
  card: string | null;
  space: string | null;
  memory: string | null;
}

export interface ConversationList {
  conversations: ConversationSummary[];
  /** The value of `after` for what follows. */
  next: string | null;
}

export interface ConversationSummary {
  id: Id;
  /** `exhibit:ID`, `space:ID` or `library`. */
  about: string;
  persona: string;
  /** The first question. */
  title: string;
  /** The text around the words that were searched. */
  excerpt: string | null;
  messages: number;
  created: Time;
  modified: Time;
}

export interface Conversation {
  id: Id;
  about: string;
  persona: string;
  title: string;
  messages: ConversationMessage[];
  /** The value of `before` for the messages before these. */
  earlier: number | null;
  created: Time;
  modified: Time;
}

/** A question with its answer. */
export interface ConversationMessage {
  number: number;
  question: string;
  answer: GuideAnswer;
  time: Time;
}

export interface ExhibitTimeline {
  id: Slug;
  title: string;
  events: ExhibitEvent[];
}

export interface ExhibitEvent {
  id: Slug;
  time: string;
  title: string;
  text?: string;
  card?: Slug;
  target?: ExhibitTarget;
}

export interface ExhibitScenario {
  id: Slug;
  title: string;
  text: string;
  steps: ExhibitStep[];
}

export interface ExhibitStep {
  title: string;
  text: string;
  seconds?: number;
  target?: ExhibitTarget;
}

export interface ReanchorRequest {
  from: Id;
  /** Only report what would become of them. */
  dryRun?: boolean | null;
}

export interface LinkDraft {
  name: Name;
  /** At most 800 bytes of UTF-8. */
  password?: string | null;
  expires?: Time | null;
  part?: Bounds | null;
  showsMemories?: boolean | null;
}

/**
 * What is missing stays; so do a name and a choice that are null. A password or an end that is null is taken
 * away.
 */
export interface LinkChange {
  name?: Name | null;
  /** At most 800 bytes of UTF-8. */
  password?: string | null;
  expires?: Time | null;
  showsMemories?: boolean | null;
  /** False opens a revoked link again. */
  revoked?: boolean | null;
}

export interface Reanchoring {
  /** Their surface is where it was. */
  held: number;
  /** Their surface was found elsewhere, as that of a chair. */
  moved: number;
  /** The new scan has no such surface. */
  lost: number;
  /** Median distance in metres between both scans where they overlap. */
  residual: number | null;
  overlap: number | null;
  /** Nothing was changed where it is null. */
  undo: Id | null;
  pins: {
    memory: Id;
    state: "held" | "moved" | "lost";
    /** Metres from where it would be if nothing had changed. */
    distance: number | null;
    point: Point;
  }[];
}

export interface Money {
  /** Cents, pence, yen: the smallest units of the currency. */
  minorUnits: number;
  currency: string;
}

/** What a file is to its thing. */
export type MediaRole = "receipt" | "manual" | "label" | "warranty";
export const mediaRoleValues: readonly MediaRole[] = ["receipt", "manual", "label", "warranty"];

export type FieldType = "text" | "number" | "date" | "flag" | "money" | "other";
export const fieldTypeValues: readonly FieldType[] = ["text", "number", "date", "flag", "money", "other"];

export interface ThingField {
  name: string;
  type: FieldType;
  /** A string for text and for a date (ISO 8601), a number, a flag or an amount. */
  value: string | number | boolean | Money;
}

/** A thing as lists show it. */
export interface ThingItem {
  id: Id;
  name: string;
  category: string | null;
  brand: string | null;
  model: string | null;
  serial: string | null;
  quantity: number;
  value: Money | null;
  place: Id | null;
  path: string[];
  space: Id | null;
  position: Point | null;
  object: string | null;
  tags: string[];
  warrantyUntil: Time | null;
  insured: boolean;
  lent: boolean;
  /** The file of the thing that lists show. */
  cover: Id | null;
  created: Time;
  modified: Time;
  trashed: Time | null;
}

export interface ThingList {
  things: ThingItem[];
  next: string | null;
  total: number;
}

export interface Thing {
  id: Id;
  name: string;
  category: string | null;
  brand: string | null;
  model: string | null;
  serial: string | null;
  quantity: number;
  value: Money | null;
  place: Id | null;
  path: string[];
  space: Id | null;
  position: Point | null;
  object: string | null;
  tags: string[];
  warrantyUntil: Time | null;
  insured: boolean;
  lent: boolean;
  /** The file of the thing that lists show. */
  cover: Id | null;
  created: Time;
  modified: Time;
  trashed: Time | null;
  condition: string | null;
  purchased: Time | null;
  price: Money | null;
  seller: string | null;
  warrantyNotes: string | null;
  spaceName: string | null;
  fields: ThingField[];
  notes: string;
  media: ThingMedia[];
  loans: Loan[];
  maintenance: Maintenance[];
  recordings: ThingRecording[];
}

export interface ThingMedia {
  id: Id;
  kind: "photo" | "audio" | "video" | "document" | "model";
  role: MediaRole | null;
  contentType: string;
  fileName: string;
  byteCount: number;
  width: number | null;
  height: number | null;
  caption: string;
  alternative: string;
  position: number;
}

/** What is left out stays. */
export interface ThingMediaEdit {
  caption?: string;
  alternative?: string;
  role?: MediaRole | null;
  position?: number;
}

export interface ThingRecording {
  id: Id;
  title: string;
  created: Time;
}

/** A new thing, which needs a name, or a change. */
export interface ThingBody {
  name?: string;
  category?: string | null;
  brand?: string | null;
  model?: string | null;
  serial?: string | null;
  condition?: string | null;
  seller?: string | null;
  quantity?: number;
  value?: Money | null;
  price?: Money | null;
  purchased?: Time | null;
  warrantyUntil?: Time | null;
  warrantyNotes?: string | null;
  tags?: string[];
  place?: Id | null;
  insured?: boolean;
  fields?: ThingField[];
  notes?: string;
}

export interface ThingEdits {
  ids: Id[];
  category?: string | null;
  brand?: string | null;
  condition?: string | null;
  place?: Id | null;
  insured?: boolean;
  addTags?: string[];
  removeTags?: string[];
  /** Put the things into the trash instead; no other change then. */
  trash?: boolean;
}

export interface Undoable {
  changed: number;
  /** To be sent to /undo; null where nothing was changed. */
  undo: Id | null;
}

export interface Undone {
  restored: number;
  /** Number of values that were changed since, and stay. */
  kept: number;
}

export interface WordCount {
  word: string;
  count: number;
}

export interface ThingWords {
  categories: WordCount[];
  brands: WordCount[];
  tags: WordCount[];
}

export interface ThingTotal {
  key: string | null;
  /** Of a place, its path. */
  name: string | null;
  things: number;
  /** The sum of the quantities. */
  items: number;
  values: Money[];
}

export interface ThingTotals {
  by: "place" | "category" | "tag" | "currency";
  totals: ThingTotal[];
}

export interface Reminder {
  /** `request`: a contact's, to be answered here; `answer`: of a contact, to a request of the owner. */
  kind: "warranty" | "maintenance" | "loan" | "request" | "answer";
  id: Id;
  /** Null for requests. */
  thing: Id | null;
  /** Of the thing, or the title of the request. */
  name: string;
  /** The borrower, the contact or the title of the maintenance; empty for a warranty. */
  detail: string;
  due: Time;
}

export interface Reminders {
  reminders: Reminder[];
}

export interface ThingMatch {
  id: Id;
  name: string;
  score: number;
  cover: Id | null;
}

export interface ScannedCode {
  format: string;
  text: string;
  /** The thing whose label this is. */
  thing: Id | null;
}

export interface LabelProposal {
  brand: string | null;
  model: string | null;
  serial: string | null;
  expires: Time | null;
}

export interface Identification {
  matches: ThingMatch[];
  barcodes: ScannedCode[];
  text: string[];
  proposal: LabelProposal;
  notices: string[];
}

export interface DuplicateList {
  pairs: DuplicatePair[];
  /** Null when all were compared. */
  next: Id | null;
  /** Things compared so far, also by the answers before. */
  compared: number;
  /** Things with photos. */
  total: number;
  /** Photos that couldn't be compared yet. */
  missing: number;
}

export interface DuplicatePair {
  first: ThingItem;
  second: ThingItem;
  score: number;
}

export interface ImportColumn {
  header: string;
  /** What the column is: `name`, `brand`, …, `custom.text:Colour`, or `ignored`. */
  field: string;
  samples: string[];
}

export interface ImportMessage {
  row: number;
  column: string | null;
  problem: string;
}

export interface ThingImport {
  layout: string;
  rows: number;
  columns: ImportColumn[];
  /** What a column can be. */
  fields: string[];
  errors: ImportMessage[];
  notes: string[];
  preview: ImportedThing[];
  imported: number;
  undo: Id | null;
}

export interface ImportedThing {
  name: string;
  path: string[];
  quantity: number;
  value: Money | null;
}

export interface ThingMerge {
  others: Id[];
}

export interface MergedThing {
  thing: Thing;
  undo: Id;
}

/** A null space takes the thing out of its space. */
export interface ThingLocation {
  space: Id | null;
  position?: Point | null;
  object?: string | null;
}

export interface Loan {
  id: Id;
  thing: Id;
  borrower: string;
  lent: Time | null;
  due: Time | null;
  returned: Time | null;
  notes: string;
}

export interface LoanBody {
  borrower?: string;
  lent?: Time | null;
  due?: Time | null;
  returned?: Time | null;
  notes?: string;
}

export interface Maintenance {
  id: Id;
  thing: Id;
  title: string;
  due: Time | null;
  done: Time | null;
  cost: Money | null;
  notes: string;
}

export interface MaintenanceBody {
  title?: string;
  due?: Time | null;
  done?: Time | null;
  cost?: Money | null;
  notes?: string;
}

export interface SpaceThing {
  id: Id;
  name: string;
  category: string | null;
  position: Point;
  object: string | null;
  cover: Id | null;
}

export interface SpaceThings {
  things: SpaceThing[];
}

export interface SpaceObjects {
  /** Ids of objects; null for all. */
  objects?: string[] | null;
}

export interface AddedThings {
  things: ThingItem[];
  undo: Id | null;
}

export interface PlaceItem {
  id: Id;
  name: string;
  parent: Id | null;
  space: Id | null;
  path: string[];
  notes: string;
  /** In it and in the places within. */
  things: number;
  values: Money[];
}

export interface PlaceList {
  places: PlaceItem[];
}

export interface PlaceBody {
  name?: string;
  parent?: Id | null;
  space?: Id | null;
  notes?: string;
}

export interface SearchHit {
  kind: "space" | "place" | "thing" | "recording" | "media" | "memory";
  id: Id;
  title: string;
  snippet: SnippetPart[];
  space: Id | null;
  thing: Id | null;
  path: string[];
}

export interface SnippetPart {
  text: string;
  match: boolean;
}

export interface SearchHits {
  hits: SearchHit[];
}

/** Problem details (RFC 9457). */
export interface Problem {
  type: "about:blank";
  title: string;
  status: number;
  /** What is wrong, in one line for people. */
  detail: string;
  code: ProblemCode;
}

/**
 * What is wrong, as a stable word: pages translate it. General codes, like invalidInput, are explained by the
 * detail.
 */
export type ProblemCode =
  | "accountNotFound"
  | "accountOnly"
  | "builtInExhibit"
  | "changedMeanwhile"
  | "conflict"
  | "contactNotFound"
  | "conversationNotFound"
  | "demoNeverSyncs"
  | "deviceNotFound"
  | "diskFull"
  | "exhibitNotFound"
  | "fileNotFound"
  | "forbidden"
  | "hostsOnly"
  | "internalError"
  | "invalidInput"
  | "invitationUsed"
  | "jobNotFound"
  | "libraryBusy"
  | "linkNotFound"
  | "linkNotValid"
  | "liveSessionNotFound"
  | "measurementNotFound"
  | "memoryNotFound"
  | "methodNotAllowed"
  | "modelNotFound"
  | "noBucket"
  | "noLibrary"
  | "notFound"
  | "notImplemented"
  | "notPossible"
  | "nothingToRedo"
  | "nothingToUndo"
  | "offerNotFound"
  | "otherServerFailed"
  | "otherSite"
  | "ownerOnly"
  | "pageNotFound"
  | "passwordNeeded"
  | "placeNotFound"
  | "planNotFound"
  | "recordingNotFound"
  | "requestNotFound"
  | "shareNotFound"
  | "signInNeeded"
  | "spaceInTrash"
  | "spaceNotFound"
  | "stalled"
  | "stopping"
  | "thingNotFound"
  | "tooLarge"
  | "tooManyImports"
  | "tooManyRequests"
  | "unavailable"
  | "unsupportedMediaType"
  | "uploadEmpty"
  | "visitOver"
  | "workflowNotFound"
  | "wrongPassword";
export const problemCodeValues: readonly ProblemCode[] = [
  "accountNotFound",
  "accountOnly",
  "builtInExhibit",
  "changedMeanwhile",
  "conflict",
  "contactNotFound",
  "conversationNotFound",
  "demoNeverSyncs",
  "deviceNotFound",
  "diskFull",
  "exhibitNotFound",
  "fileNotFound",
  "forbidden",
  "hostsOnly",
  "internalError",
  "invalidInput",
  "invitationUsed",
  "jobNotFound",
  "libraryBusy",
  "linkNotFound",
  "linkNotValid",
  "liveSessionNotFound",
  "measurementNotFound",
  "memoryNotFound",
  "methodNotAllowed",
  "modelNotFound",
  "noBucket",
  "noLibrary",
  "notFound",
  "notImplemented",
  "notPossible",
  "nothingToRedo",
  "nothingToUndo",
  "offerNotFound",
  "otherServerFailed",
  "otherSite",
  "ownerOnly",
  "pageNotFound",
  "passwordNeeded",
  "placeNotFound",
  "planNotFound",
  "recordingNotFound",
  "requestNotFound",
  "shareNotFound",
  "signInNeeded",
  "spaceInTrash",
  "spaceNotFound",
  "stalled",
  "stopping",
  "thingNotFound",
  "tooLarge",
  "tooManyImports",
  "tooManyRequests",
  "unavailable",
  "unsupportedMediaType",
  "uploadEmpty",
  "visitOver",
  "workflowNotFound",
  "wrongPassword",
];

/** Of each operation that has one of them: its query, its JSON body and its JSON response. */
export interface Operations {
  /** Whether the server answers, and its version. `GET /health` */
  getHealth: {
    response: Health;
  };
  /** Spaces, newest first. `GET /spaces` */
  listSpaces: {
    query: {
      /** How many at most. */
      limit?: number;
      /** The `next` of the page before. The space may be deleted by now. */
      after?: Id;
    };
    response: SpaceList;
  };
  /** Upload a model or a packed capture. `POST /spaces` */
  createSpace: {
    query: {
      /** The file's name without folders, at most 255 bytes as UTF-8. Its ending tells what it is. */
      fileName: string;
      /** The name of the space; the file's name without its ending where there is none. */
      name?: Name;
      /**
       * What was scanned, where it is a capture: a room; a thing, which is cut out and closed; or a place
       * outside, coarser and farther.
       */
      mode?: ScanMode;
      /** Whether the surface of a capture is textured with its images instead of coloured at its vertices. */
      texture?: boolean;
      /** Whether Gaussian splats of a capture are trained on its images, too. That takes minutes. */
      splats?: boolean;
      /**
       * Whether the files of a capture are kept beside the space, as an asset of the kind `source`. Model files
       * and RoomPlan's exports always are.
       */
      keep?: boolean;
    };
    response: Job;
  };
  /** One space. `GET /spaces/{id}` */
  getSpace: {
    response: Space;
  };
  /** Change the name or description of a space. `PATCH /spaces/{id}` */
  editSpace: {
    body: SpaceEdit;
    response: Space;
  };
  /** Memories of a space, as the visitor sees them. `GET /spaces/{id}/memories` */
  listMemories: {
    query: {
      /** Words in title, text, mood or tags; the last one also as a beginning. */
      search?: string;
      mood?: Mood;
      kind?: MemoryKind;
      tag?: string;
      /** The id of an object of the space; only memories that are pinned to it. */
      object?: string;
      /** The id of an account. What others wrote anonymously is not found by it. */
      author?: Id;
      order?: "newest" | "oldest";
      trashed?: "true" | "false";
      /** The `next` of the page before. The memory may be gone by now. */
      after?: Id;
      limit?: number;
    };
    response: MemoryList;
  };
  /** Pin a memory. `POST /spaces/{id}/memories` */
  createMemory: {
    body: NewMemory;
    response: Memory;
  };
  /** All pins of a space at once. `GET /spaces/{id}/pins` */
  getPins: {
    response: Pins;
  };
  /** The objects of a space, from its plan. `GET /spaces/{id}/objects` */
  listObjects: {
    response: ObjectList;
  };
  /** The floor plan of a space with its edits, and where each storey lies on its sheet. `GET /spaces/{id}/plan` */
  getPlan: {
    query: {
      /** What lengths are labelled in; the paper differs as well. */
      units?: Units;
    };
    response: Plan;
  };
  /** Make the plan out of the space's model, in place of an earlier one. `POST /spaces/{id}/plan` */
  makePlan: {
    response: Job;
  };
  /** The plan as a drawing or as a file for another program. `GET /spaces/{id}/plan/file` */
  getPlanFile: {
    query: {
      /** What lengths are labelled in; the paper differs as well. */
      units?: Units;
      format?: PlanFormat;
      /** Which storey svg and png show, counted from 0. */
      storey?: number;
      /** Whether the measurements that were kept are drawn as dimensions. */
      measurements?: "true" | "false";
      /** Whether svg and png come as attachments, as all others do. */
      download?: "true" | "false";
      /** Ignored. Counts edits, so that a drawing after an edit has another address. */
      v?: number;
    };
  };
  /** Rename a room, move a wall, or delete an opening. `POST /spaces/{id}/plan/edits` */
  editPlan: {
    query: {
      /** What lengths are labelled in; the paper differs as well. */
      units?: Units;
    };
    body: NewPlanEdit;
    response: Plan;
  };
  /** Take the latest edit back. `POST /spaces/{id}/plan/undo` */
  undoPlanEdit: {
    query: {
      /** What lengths are labelled in; the paper differs as well. */
      units?: Units;
    };
    response: Plan;
  };
  /** Make the edit again that was taken back last. `POST /spaces/{id}/plan/redo` */
  redoPlanEdit: {
    query: {
      /** What lengths are labelled in; the paper differs as well. */
      units?: Units;
    };
    response: Plan;
  };
  /** Measure in a space, or find the place that a click means. Nothing is kept. `POST /spaces/{id}/measure` */
  measure: {
    body: MeasurementRequest;
    response: Measured;
  };
  /**
   * The measurements of a space that were kept, the oldest first, a thousand at most. `GET
   * /spaces/{id}/measurements`
   */
  listMeasurements: {
    response: MeasurementList;
  };
  /** Measure and keep it. `POST /spaces/{id}/measurements` */
  keepMeasurement: {
    body: MeasurementRequest;
    response: Measurement;
  };
  /** The measurements of a space as a table (RFC 4180). `GET /spaces/{id}/measurements.csv` */
  getMeasurementsTable: {
    query: {
      /** What lengths are labelled in; the paper differs as well. */
      units?: LengthUnits;
    };
  };
  /** Rename a measurement, or take it between other points. `PATCH /measurements/{id}` */
  editMeasurement: {
    body: MeasurementEdit;
    response: Measurement;
  };
  /** Take a measurement out of the trash. `POST /measurements/{id}/restore` */
  restoreMeasurement: {
    response: Measurement;
  };
  /** The check distances of a space, their residuals, and the scale that they give. `GET /spaces/{id}/checks` */
  listChecks: {
    response: CheckList;
  };
  /** Keep a check distance, a length that is known from a tape or a laser. `POST /spaces/{id}/checks` */
  addCheck: {
    body: CheckRequest;
    response: CheckList;
  };
  /** One memory. `GET /memories/{id}` */
  getMemory: {
    response: Memory;
  };
  /** Change a memory. `PATCH /memories/{id}` */
  editMemory: {
    body: MemoryEdit;
    response: Memory;
  };
  /** Take a memory out of the trash. `POST /memories/{id}/restore` */
  restoreMemory: {
    response: Memory;
  };
  /** What a memory said over time, oldest first. `GET /memories/{id}/versions` */
  listMemoryVersions: {
    response: MemoryVersions;
  };
  /** Make a memory say again what it said. `POST /memories/{id}/versions/{number}/restore` */
  restoreMemoryVersion: {
    response: Memory;
  };
  /** Add a photo, sound, video or recorded live session. `POST /memories/{id}/media` */
  addMemoryMedia: {
    query: {
      kind: MediaKind;
      /** The file's name; only harmless characters of it are kept. */
      name?: string;
      /** What it shows or sounds like. */
      alternative?: string;
      /** What is said in it; a longer one is set by PATCH. */
      transcript?: string;
      /** Which file of the memory it is, from 0; sent twice, it is added once. After the others by default. */
      position?: number;
    };
    response: Memory;
  };
  /** The bytes of a photo, sound or video. `GET /memories/{id}/media/{media}` */
  getMemoryMedia: {
    query: {
      /** A JPEG of at most 256, 1024 or 2048 pixels on the longer edge; `poster` is the large one of a video. */
      size?: "small" | "medium" | "large" | "poster";
    };
  };
  /** Change what is said of a file. `PATCH /memories/{id}/media/{media}` */
  editMemoryMedia: {
    body: MediaEdit;
    response: Memory;
  };
  /** Take a file off a memory. `DELETE /memories/{id}/media/{media}` */
  removeMemoryMedia: {
    response: Memory;
  };
  /** Who may see a space. `GET /spaces/{id}/grants` */
  listGrants: {
    response: Grants;
  };
  /** Say anew who may see a space. `PUT /spaces/{id}/grants` */
  setGrants: {
    body: Grants;
    response: Grants;
  };
  /** The spaces that are followed. `GET /follows` */
  listFollows: {
    response: Follows;
  };
  /** Who the visitor is. `GET /me` */
  getMe: {
    response: Me;
  };
  /** Sign in by an invitation. `POST /session` */
  signIn: {
    body: SignIn;
    response: Me;
  };
  /** How far the first start is. `GET /start` */
  getStart: {
    response: Start;
  };
  /** Create an account and its library, or join those of another device. `POST /start` */
  beginStart: {
    body: StartBody;
    response: Start;
  };
  /** Answer whether the other device shows the same digits. `POST /start/digits` */
  compareStartDigits: {
    body: {
      areEqual: boolean;
    };
    response: Start;
  };
  /** The owner's account and its devices. `GET /account` */
  getOwnAccount: {
    response: OwnAccount;
  };
  /** Merge an account that was created by mistake into another. `POST /account/merge` */
  mergeAccounts: {
    body: AccountMerge;
    response: OwnAccount;
  };
  /** Remove a lost device of the owner. `DELETE /account/devices/{id}` */
  removeDevice: {
    response: RemovedDevice;
  };
  /** The contacts, and the own contact card. `GET /contacts` */
  listContacts: {
    response: ContactList;
  };
  /** Add a contact, or replace the card of one. `POST /contacts` */
  addContact: {
    body: ContactCardText;
    response: Contact;
  };
  /** What is shared with contacts, newest first. `GET /shares` */
  listShares: {
    response: SentShareList;
  };
  /** Offer a space, memory, thing, recording or place to a contact. `POST /shares` */
  createShare: {
    body: ShareOffer;
    response: SentShare;
  };
  /** What contacts offered and asked for, newest first. `GET /inbox` */
  showInbox: {
    response: Inbox;
  };
  /** Exchange offers, answers, changes and files with the contacts. `POST /inbox/receive` */
  receiveInbox: {
    response: Exchange;
  };
  /** Accept an offer. `POST /inbox/{id}/accept` */
  acceptOffer: {
    response: ReceivedOffer;
  };
  /** The predefined workflows, and a page of the library's own. `GET /workflows` */
  listWorkflows: {
    query: {
      /** The `next` of the page before. */
      after?: string;
      /** How many at most. */
      limit?: number;
    };
    response: WorkflowList;
  };
  /** Add a workflow. `POST /workflows` */
  addWorkflow: {
    body: WorkflowBody;
    response: Workflow;
  };
  /** A workflow with its steps. `GET /workflows/{id}` */
  getWorkflow: {
    response: Workflow;
  };
  /** Change a workflow; what is left out stays. `PATCH /workflows/{id}` */
  editWorkflow: {
    body: WorkflowBody;
    response: Workflow;
  };
  /** Add a copy, also of a predefined workflow. `POST /workflows/{id}/copy` */
  copyWorkflow: {
    response: Workflow;
  };
  /** Recordings that are not in the trash, the latest first. `GET /recordings` */
  listRecordings: {
    query: {
      /** The space that was recorded. */
      space?: Id;
      /** The thing that was recorded. */
      thing?: Id;
      /** The workflow that they answer. */
      workflow?: Id;
      /** The `next` of the page before. */
      after?: string;
      /** How many at most. */
      limit?: number;
    };
    response: RecordingList;
  };
  /** Add a recording without answers. `POST /recordings` */
  addRecording: {
    body: RecordingBody;
    response: Recording;
  };
  /** A recording with its answers and files. `GET /recordings/{id}` */
  getRecording: {
    response: Recording;
  };
  /** Change a recording; what is left out stays, and null empties a value. `PATCH /recordings/{id}` */
  editRecording: {
    body: RecordingBody;
    response: Recording;
  };
  /** Replace the answer to a step; what is merely missing may come later. `PUT /recordings/{id}/steps/{step}` */
  answerStep: {
    body: StepAnswer;
    response: Recording;
  };
  /** Add a file, to a shot of a step or to the recording alone. `POST /recordings/{id}/media` */
  addRecordingMedia: {
    query: {
      /** What the file is. Documents are PDF files or images. */
      kind: "photo" | "video" | "audio" | "document";
      /** The file's name; only harmless characters of it are kept. */
      name?: string;
      /** The key of the step that the file answers; needs the shot as well. */
      step?: string;
      /** The key of the shot that the file answers; needs the step as well. */
      shot?: string;
    };
    response: Recording;
  };
  /** The bytes of a file, or a JPEG of it. `GET /recordings/{id}/media/{media}` */
  getRecordingMedia: {
    query: {
      /** A JPEG of at most 256, 1024 or 2048 pixels on the longer edge. */
      size?: "small" | "medium" | "large" | "poster";
    };
  };
  /** Put a file of a recording into the trash. `DELETE /recordings/{id}/media/{media}` */
  removeRecordingMedia: {
    response: Recording;
  };
  /** Requests of contacts and to contacts, the latest first. `GET /requests` */
  listRequests: {
    query: {
      /** Requests of contacts, or to contacts; both without it. */
      direction?: "incoming" | "outgoing";
      /** Requests in this state. */
      state?: RequestState;
      /** The `next` of the page before. */
      after?: string;
      /** How many at most. */
      limit?: number;
    };
    response: RequestList;
  };
  /** Ask a contact for a recording. `POST /requests` */
  addRequest: {
    body: RequestBody;
    response: Request;
  };
  /** A request with its steps and, as far as it is here, its answer. `GET /requests/{id}` */
  getRequest: {
    response: Request;
  };
  /** Withdraw a request to a contact. `POST /requests/{id}/withdraw` */
  withdrawRequest: {
    response: Request;
  };
  /** Decline a request of a contact. `POST /requests/{id}/decline` */
  declineRequest: {
    response: Request;
  };
  /**
   * The recording that will answer a request of a contact; it is added where there is none. `POST
   * /requests/{id}/recording`
   */
  beginAnswer: {
    response: Recording;
  };
  /** Send the recording of a request to the contact who asked. `POST /requests/{id}/answer` */
  sendAnswer: {
    body: RequestAnswer;
    response: Request;
  };
  /** Accounts of this server. `GET /accounts` */
  listAccounts: {
    response: AccountList;
  };
  /** Make an account. `POST /accounts` */
  createAccount: {
    body: AccountName;
    response: Account;
  };
  /** Give an account another name. `PATCH /accounts/{id}` */
  renameAccount: {
    body: AccountName;
    response: Account;
  };
  /** The picture of an account, for the owner and for accounts that see the account. `GET /accounts/{id}/picture` */
  getAccountPicture: {
    query: {
      /** Part of the address that accounts and settings name; with it the answer may be kept. */
      v?: string;
    };
  };
  /** Set the picture of an account, for the owner and for the account itself. `PUT /accounts/{id}/picture` */
  setAccountPicture: {
    response: AccountPicture;
  };
  /** What the owner has set, and the state of the demo library. The owner's alone. `GET /settings` */
  getSettings: {
    response: Settings;
  };
  /** Change settings. `PATCH /settings` */
  changeSettings: {
    body: SettingsChange;
    response: Settings;
  };
  /**
   * What is stored where on this device, and with whom the library is in contact. The owner's alone. `GET
   * /privacy`
   */
  getPrivacy: {
    response: PrivacyReport;
  };
  /**
   * The archive of everything in the library, whether it is being made or there. The owner's alone. `GET
   * /library/export`
   */
  getLibraryExport: {
    response: LibraryExport;
  };
  /** Make the archive of everything that the owner sees. A former one is removed. `POST /library/export` */
  startLibraryExport: {
    response: LibraryExport;
  };
  /** Cancel the archive that is being made, or remove the one that is there. `DELETE /library/export` */
  removeLibraryExport: {
    response: LibraryExport;
  };
  /** Delete everything in the library permanently, on all devices. `POST /library/deletion` */
  deleteLibraryContents: {
    body: {
      /** What the user typed. */
      confirm: "delete everything";
    };
    response: {
      deleted: number;
    };
  };
  /** The browsers that are notified while no page is open. `GET /push` */
  getPush: {
    response: Push;
  };
  /** Notify a browser, which has subscribed at its push service with the server's key. `POST /push/subscriptions` */
  addPushSubscription: {
    body: NewPushSubscription;
    response: PushSubscriptionEntry;
  };
  /** Notify every browser once, to try out whether notifications arrive. `POST /push/test` */
  testPush: {
    response: Push;
  };
  /**
   * Put the demo library back as it was made. It begins at once; `demo.run` of the settings shows the progress.
   * `POST /demo/reset`
   */
  resetDemo: {
    response: Settings;
  };
  /** Invite an account to sign in. `POST /accounts/{id}/invitations` */
  createInvitation: {
    response: Invitation;
  };
  /** Unfinished jobs and those that ended within the last hour, newest first, 200 at most. `GET /jobs` */
  listJobs: {
    response: JobList;
  };
  /** One job. `GET /jobs/{id}` */
  getJob: {
    response: Job;
  };
  /** Cancel a job. `DELETE /jobs/{id}` */
  cancelJob: {
    response: Job;
  };
  /** How sync, devices, storage and backups stand. `GET /sync` */
  getSync: {
    response: Sync;
  };
  /** Sync with the bucket. `POST /sync` */
  startSync: {
    response: Sync;
  };
  /** Cancel the run that is under way. `DELETE /sync` */
  cancelSync: {
    response: Sync;
  };
  /** The paired devices, and the pairing that is in progress. `GET /pairing` */
  getPairing: {
    response: Pairing;
  };
  /** Show a code for another device. `POST /pairing/offer` */
  openPairing: {
    body: {
      /** The address of this device in the code. Default: its first address in the network. */
      host?: string | null;
    };
    response: Pairing;
  };
  /** Withdraw the code. `DELETE /pairing/offer` */
  closePairing: {
    response: Pairing;
  };
  /** Start pairing with a device that shows a code. `POST /pairing/session` */
  beginPairing: {
    body: {
      /** The address or code that the other device shows. */
      target: string;
    };
    response: Pairing;
  };
  /** Reject the digits. `DELETE /pairing/session` */
  rejectPairing: {
    response: Pairing;
  };
  /** Confirm that both devices show the same digits. `POST /pairing/session/confirm` */
  confirmPairing: {
    response: Pairing;
  };
  /** Where the library's files are, and which of them this device downloads in advance. `GET /files` */
  getFiles: {
    response: Files;
  };
  /** Set which files are downloaded in advance, or the size of the cache. `PATCH /files` */
  changeFiles: {
    body: FilesChange;
    response: Files;
  };
  /** Check the database and the bytes of every file. `POST /files/verification` */
  verifyFiles: {
    response: Files;
  };
  /**
   * Values that two devices changed without knowing of each other, what won and what it won over. `GET
   * /conflicts`
   */
  listConflicts: {
    response: ConflictList;
  };
  /** Put the value back that lost. `POST /conflicts/{number}/undo` */
  undoConflict: {
    response: Conflict;
  };
  /** What endangers the library. `GET /health` */
  getLibraryHealth: {
    response: LibraryHealth;
  };
  /** Make a backup of the database, and check it. `POST /backups` */
  createBackup: {
    response: Backup;
  };
  /** What is in the trash, the latest first. The owner's alone. `GET /trash` */
  listTrash: {
    response: Trash;
  };
  /** Delete everything in the trash permanently, on all devices. `DELETE /trash` */
  emptyTrash: {
    response: Purged;
  };
  /** Restore an item from the trash; a space with all that belongs to it. `POST /trash/{id}/restore` */
  restoreTrash: {
    response: TrashItem;
  };
  /** How long permanently deleted data stays in the bucket and in backups. The owner's alone. `GET /retention` */
  showRetention: {
    response: Retention;
  };
  /** Set how long permanently deleted data stays in the bucket and in backups, on all devices. `PUT /retention` */
  setRetention: {
    body: Retention;
    response: Retention;
  };
  /** The links of a space, newest first. The owner's alone. `GET /spaces/{id}/links` */
  listLinks: {
    response: LinkList;
  };
  /** Make a link to a space, or to a part of it. `POST /spaces/{id}/links` */
  createLink: {
    body: LinkDraft;
    response: Link;
  };
  /** Change a link, or revoke it. `PATCH /links/{id}` */
  changeLink: {
    body: LinkChange;
    response: Link;
  };
  /** A text as a QR code that scales. `GET /links/qr.svg` */
  getQRAsSVG: {
    query: {
      /** At most 1000 bytes of UTF-8. */
      text: string;
    };
  };
  /** A text as a QR code in pixels. `GET /links/qr.png` */
  getQRAsPNG: {
    query: {
      /** At most 1000 bytes of UTF-8. */
      text: string;
      /** Pixels along the edge of one square. */
      module?: number;
    };
  };
  /** Open a link. `POST /visits` */
  openLink: {
    body: NewVisit;
    response: Visit;
  };
  /** The live sessions in a space, oldest first. `GET /spaces/{id}/live` */
  listLiveSessions: {
    response: LiveSessionList;
  };
  /** Start a live session in a space. `POST /spaces/{id}/live` */
  startLiveSession: {
    body: LiveSettings;
    response: LiveSession;
  };
  /** A live session, for everybody who has its code; or its WebSocket. `GET /live/{code}` */
  getLiveSession: {
    query: {
      /** `viewer` joins to watch only. */
      role?: "viewer";
    };
    response: LiveSession;
  };
  /** Change what the host permits. `PATCH /live/{code}` */
  changeLiveSession: {
    body: LiveSettings;
    response: LiveSession;
  };
  /** Get a ticket to the session's space by its code. `POST /live/{code}/visits` */
  visitLiveSession: {
    response: Visit;
  };
  /** Record the session from now on. An earlier recording of it is replaced. `POST /live/{code}/recording` */
  startLiveRecording: {
    response: LiveSession;
  };
  /**
   * End the recording. It becomes a memory of the space, private to the host; the file stays until the session
   * ends. `DELETE /live/{code}/recording`
   */
  stopLiveRecording: {
    response: LiveSession;
  };
  /** The exhibits that the visitor may see, the built-in one first. `GET /exhibits` */
  listExhibits: {
    response: ExhibitList;
  };
  /** Create an empty exhibit, or a copy of another one. `POST /exhibits` */
  createExhibit: {
    body: NewExhibit;
    response: ExhibitDetail;
  };
  /**
   * Import a package, as `diorama exhibit export` and GET /exhibits/{id}/export write it. `POST
   * /exhibits/import`
   */
  importExhibit: {
    response: ExhibitDetail;
  };
  /** An exhibit with its document and files. `GET /exhibits/{id}` */
  getExhibit: {
    response: ExhibitDetail;
  };
  /** Replace the document. `PUT /exhibits/{id}` */
  saveExhibit: {
    body: Exhibit;
    response: ExhibitDetail;
  };
  /** Move the exhibit back from the trash. `POST /exhibits/{id}/restore` */
  restoreExhibit: {
    response: ExhibitDetail;
  };
  /** The links of an exhibit, newest first. The owner's alone. `GET /exhibits/{id}/links` */
  listExhibitLinks: {
    response: LinkList;
  };
  /**
   * Make a link to an exhibit, also to the built-in one. Its visitors see this exhibit and nothing else. `POST
   * /exhibits/{id}/links`
   */
  createExhibitLink: {
    body: LinkDraft;
    response: Link;
  };
  /** The accounts that may see an exhibit. The owner's alone. `GET /exhibits/{id}/grants` */
  listExhibitGrants: {
    response: Grants;
  };
  /** Say anew which accounts may see an exhibit. `PUT /exhibits/{id}/grants` */
  setExhibitGrants: {
    body: Grants;
    response: Grants;
  };
  /**
   * Add a model, from a file or from the library; it is converted to GLB and USDZ and gets an image. `POST
   * /exhibits/{id}/models`
   */
  addExhibitModel: {
    query: {
      /** The file's name with its extension; required with a file. */
      name?: string;
      /** How long the model is along `axis`, in metres. Without it the file's own unit counts. */
      size?: number;
      axis?: "x" | "y" | "z" | "longest";
      /** A name for this addition, by which its progress is read and it is cancelled at `additions/{operation}`. */
      operation?: string;
    };
    body: LibraryModel;
    response: ExhibitDetail;
  };
  /** How far a model is that is being added. `GET /exhibits/{id}/additions/{operation}` */
  getExhibitAddition: {
    response: ExhibitAddition;
  };
  /** Add or replace an image. `PUT /exhibits/{id}/images/{name}` */
  putExhibitImage: {
    response: ExhibitFile;
  };
  /** A file of an exhibit. `GET /exhibits/{id}/files/{folder}/{name}` */
  getExhibitFile: {
    query: {
      /** Names the content in the addresses of `files`, so that the file can be cached for good. */
      v?: string;
      /**
       * Whether a small image of the same view is given where the image of a model of the built-in exhibit is
       * not drawn yet. Such an answer is not cached.
       */
      draft?: boolean;
    };
  };
  /** The exhibit as a package, or as a folder for any web host; packed. `GET /exhibits/{id}/export` */
  exportExhibit: {
    query: {
      format?: "zip" | "web";
    };
  };
  /** Who answers questions about the exhibit, and from how many passages. `GET /exhibits/{id}/guide` */
  getExhibitGuide: {
    response: Guide;
  };
  /** Ask about the exhibit. `POST /exhibits/{id}/guide/answers` */
  askExhibitGuide: {
    body: GuideQuestion;
  };
  /** What the guide of a space answers from; only memories that the visitor may see. `GET /spaces/{id}/guide` */
  getSpaceGuide: {
    response: Guide;
  };
  /** Ask about a space and the memories in it that the visitor may see. `POST /spaces/{id}/guide/answers` */
  askSpaceGuide: {
    body: GuideQuestion;
  };
  /** What the guide of the library answers from. `GET /guide` */
  getLibraryGuide: {
    response: Guide;
  };
  /** Ask about all spaces, memories and things that the visitor may see. `POST /guide/answers` */
  askLibraryGuide: {
    body: GuideQuestion;
  };
  /** The account's own conversations, the latest first. `GET /guide/conversations` */
  listConversations: {
    query: {
      /** Words that occur in its messages. */
      search?: string;
      /** Only conversations with one guide: `exhibit:ID`, `space:ID` or `library`. */
      about?: string;
      /** The `next` of the page before. */
      after?: string;
      limit?: number;
    };
    response: ConversationList;
  };
  /** A conversation with its latest messages, or those before a message. `GET /guide/conversations/{id}` */
  getConversation: {
    query: {
      /** The number of a message; only earlier ones are returned. */
      before?: number;
      limit?: number;
    };
    response: Conversation;
  };
  /** A conversation as a file, with all citations. `GET /guide/conversations/{id}/export` */
  exportConversation: {
    query: {
      format?: "markdown" | "json";
    };
  };
  /** Things that are not in the trash. `GET /things` */
  listThings: {
    query: {
      /** Words that the thing has, the last also as the beginning of one. */
      search?: string;
      /** The category. */
      category?: string;
      /** The brand. */
      brand?: string;
      /** A tag. */
      tag?: string;
      /** A place; things in places within it are listed as well. */
      place?: Id;
      /** The space that the things are in. */
      space?: Id;
      /** `true` for things that are lent and not returned. */
      lent?: boolean;
      /** Things whose warranty ends between now and this time. */
      warrantyBefore?: Time;
      /** How the list is sorted. */
      order?: "newest" | "oldest" | "name" | "changed" | "value" | "purchased" | "warranty";
      /** The `next` of the page before. */
      after?: string;
      /** How many at most. */
      limit?: number;
    };
    response: ThingList;
  };
  /** Add a thing. `POST /things` */
  addThing: {
    body: ThingBody;
    response: Thing;
  };
  /** Change many things at once, whole or not at all. `POST /things/bulk` */
  editThings: {
    body: ThingEdits;
    response: Undoable;
  };
  /** Categories, brands and tags in use, the most used first. `GET /things/words` */
  listThingWords: {
    response: ThingWords;
  };
  /** Numbers and values by group. `GET /things/totals` */
  getThingTotals: {
    query: {
      /** By what things are grouped. */
      by?: "place" | "category" | "tag" | "currency";
    };
    response: ThingTotals;
  };
  /**
   * Warranties that end, maintenance that is due, loans to be returned, requests to be answered; what is overdue
   * first. `GET /things/reminders`
   */
  listReminders: {
    query: {
      /** How many days ahead. */
      days?: number;
    };
    response: Reminders;
  };
  /** Which of the things is in a photo; codes and text in it. `POST /things/identify` */
  identifyThing: {
    response: Identification;
  };
  /**
   * Say whether a photo shows a thing; later answers of `identifyThing` take it into account. `POST
   * /things/{id}/feedback`
   */
  noteMatch: {
    query: {
      /** `right` where the photo shows the thing, `wrong` where it doesn't. */
      match: "right" | "wrong";
    };
  };
  /** Pairs of things whose photos show the same. `GET /things/duplicates` */
  listDuplicates: {
    query: {
      /** The `next` of the answer before. */
      after?: Id;
    };
    response: DuplicateList;
  };
  /** Import a table (CSV) or a JSON export. `POST /things/import` */
  importThings: {
    query: {
      /** `true` imports nothing and reports what would be. */
      preview?: boolean;
      /**
       * What each column is, as JSON: a list with an entry for each column, as a preview returns it. The
       * proposed mapping by default.
       */
      mapping?: string;
      /** The currency of amounts without one. */
      currency?: string;
      /** The order of day, month and year; detected by default. */
      dates?: "dayMonthYear" | "monthDayYear";
    };
    response: ThingImport;
  };
  /** Things as a table, as JSON or as an insurance report. `GET /things/export` */
  exportThings: {
    query: {
      /** `csv`, Homebox's columns, JSON, or the insurance report as PDF. */
      format?: "csv" | "homebox" | "json" | "pdf";
      /** Only things in this place. */
      place?: Id;
      /** The paper of the report. */
      paper?: "a4" | "letter";
      /** The language of the report. */
      language?: "en" | "de" | "fr" | "es" | "cs";
    };
    response: string;
  };
  /**
   * Labels with a QR or Data Matrix code of the thing. It is the address of the page where other devices can
   * open that. `GET /things/labels.pdf`
   */
  getLabels: {
    query: {
      /** Ids of things, separated by commas; at most 1000. All things of `place` otherwise. */
      ids?: string;
      /** Things in this place. */
      place?: Id;
      /** The sheet of labels. */
      sheet?:
        | "l4731"
        | "l7651"
        | "l7160"
        | "l7163"
        | "5160"
        | "5163"
        | "22806"
        | "a4-70x37"
        | "a4-105x42"
        | "a4-grid"
        | "roll-62";
      /** The first label of the first sheet to print on, from 1. */
      start?: number;
      /** The code. */
      code?: "qr" | "datamatrix";
    };
  };
  /** A thing with its files, loans and maintenance; also from the trash. `GET /things/{id}` */
  getThing: {
    response: Thing;
  };
  /** Change a thing: what is left out stays, null empties it. `PATCH /things/{id}` */
  editThing: {
    body: ThingBody;
    response: Thing;
  };
  /** Take a thing out of the trash. `POST /things/{id}/restore` */
  restoreThing: {
    response: Thing;
  };
  /**
   * Add a copy of a thing with its files, without serial number, loans and position. `POST
   * /things/{id}/duplicate`
   */
  duplicateThing: {
    response: Thing;
  };
  /** Merge other things into this one; the others go to the trash. `POST /things/{id}/merge` */
  mergeThings: {
    body: ThingMerge;
    response: MergedThing;
  };
  /** Set where a thing is in a space. `PUT /things/{id}/location` */
  locateThing: {
    body: ThingLocation;
    response: Thing;
  };
  /** Add a photo, sound, video or document. `POST /things/{id}/media` */
  addThingMedia: {
    query: {
      /** What the file is. Documents are PDF files or images. */
      kind: "photo" | "audio" | "video" | "document";
      /** What it is to the thing. */
      role?: MediaRole;
      /** The file's name; only harmless characters of it are kept. */
      name?: string;
    };
    response: Thing;
  };
  /** The bytes of a file, or a JPEG of it. `GET /things/{id}/media/{media}` */
  getThingMedia: {
    query: {
      /** A JPEG of at most 256, 1024 or 2048 pixels on the longer edge. */
      size?: "small" | "medium" | "large" | "poster";
    };
  };
  /** Change caption, alternative text, role or position of a file. `PATCH /things/{id}/media/{media}` */
  editThingMedia: {
    body: ThingMediaEdit;
    response: Thing;
  };
  /** Put a file of a thing into the trash. `DELETE /things/{id}/media/{media}` */
  removeThingMedia: {
    response: Thing;
  };
  /** Note that a thing was lent. `POST /things/{id}/loans` */
  lendThing: {
    body: LoanBody;
    response: Loan;
  };
  /** Change a loan, as when the thing was returned. `PATCH /loans/{id}` */
  editLoan: {
    body: LoanBody;
    response: Loan;
  };
  /** Add an entry to the maintenance log. `POST /things/{id}/maintenance` */
  addMaintenance: {
    body: MaintenanceBody;
    response: Maintenance;
  };
  /** Change an entry, as when the work was done. `PATCH /maintenance/{id}` */
  editMaintenance: {
    body: MaintenanceBody;
    response: Maintenance;
  };
  /** Things in a space that have a position. `GET /spaces/{id}/things` */
  listSpaceThings: {
    response: SpaceThings;
  };
  /** Add a thing for each object of the space's plan that is none yet. `POST /spaces/{id}/things` */
  addSpaceObjects: {
    body: SpaceObjects;
    response: AddedThings;
  };
  /** All places, each after the one that contains it. `GET /places` */
  listPlaces: {
    response: PlaceList;
  };
  /** Add a place. `POST /places` */
  addPlace: {
    body: PlaceBody;
    response: PlaceItem;
  };
  /** Change a place: what is left out stays, null empties it. `PATCH /places/{id}` */
  editPlace: {
    body: PlaceBody;
    response: PlaceItem;
  };
  /** Search everything: spaces, places, things, recordings, files and memories. `GET /search` */
  search: {
    query: {
      /** What to search for, the last word also as the beginning of one. */
      text: string;
      /** What to search in, separated by commas; everything by default. */
      kinds?: string;
      /** How many at most. */
      limit?: number;
    };
    response: SearchHits;
  };
  /** Undo a bulk edit, a merge or an import. `POST /undo/{id}` */
  undo: {
    response: Undone;
  };
  /**
   * The points by which a space is aligned with the real place. Visitors of a part get none. `GET
   * /spaces/{id}/alignment`
   */
  getAlignment: {
    response: SpaceAlignment;
  };
  /**
   * Store the points by which a space is aligned with the real place, or remove them. The owner's alone. `PUT
   * /spaces/{id}/alignment`
   */
  setAlignment: {
    body: SpaceAlignment;
    response: SpaceAlignment;
  };
  /** The image that a space is shown by in lists. Visitors of a part get none. `GET /spaces/{id}/cover` */
  getCover: {
    query: {
      /** A JPEG of at most 256, 1024 or 2048 pixels on the longer edge. */
      size?: "small" | "medium" | "large";
      /** Part of the address that spaces name; it changes with the cover. */
      v?: string;
    };
  };
  /** Set the image that a space is shown by in lists. The owner's alone. `PUT /spaces/{id}/cover` */
  setCover: {
    query: {
      /** The file's name; only harmless characters of it are kept. */
      name?: string;
    };
    response: Space;
  };
  /** Remove the cover of a space. The owner's alone. `DELETE /spaces/{id}/cover` */
  removeCover: {
    response: Space;
  };
  /** Carry memories from an earlier scan of the place over to this one. `POST /spaces/{id}/reanchor` */
  reanchor: {
    body: ReanchorRequest;
    response: Reanchoring;
  };
  /**
   * A space with its public memories as a folder for any web host, packed; or its model as a file, as the
   * visitor sees it. `GET /spaces/{id}/export`
   */
  exportSpace: {
    query: {
      /** The folder `web` is the owner's to make. A `usdz` has the memories as labelled markers. */
      format?:
        | "web"
        | "ply"
        | "obj"
        | "stl"
        | "glb"
        | "gltf"
        | "fbx"
        | "dae"
        | "usdz"
        | "las"
        | "laz"
        | "e57"
        | "pts"
        | "pcd"
        | "xyz"
        | "splat"
        | "spz";
      /**
       * Adds the location where the space was recorded as GeoJSON; the owner's only. An export has no location
       * otherwise. A model comes packed with it.
       */
      withLocation?: boolean;
    };
  };
  /**
   * What the model of a space contains, as a tree, and what a format would lose of it. `GET
   * /spaces/{id}/contents`
   */
  getContents: {
    query: {
      /** A format whose losses are listed. */
      for?: ModelFormat;
    };
    response: Contents;
  };
}

/** The limits of request bodies: characters of texts, elements of lists, bytes of files. */
export const limits = {
  AnchorObject: { id: { maxLength: 200 }, name: { maxLength: 200 } },
  NewPushSubscription: { endpoint: { maxLength: 2000 }, name: { maxLength: 200 } },
  SpaceAlignment: { points: { maxItems: 2 } },
  MemoryEdit: {
    title: { maxLength: 200 },
    text: { maxLength: 20000 },
    tags: { maxItems: 100, maxItemLength: 100 },
    audience: { maxItems: 1000 },
  },
  NewMemory: {
    title: { maxLength: 200 },
    text: { maxLength: 20000 },
    tags: { maxItems: 100, maxItemLength: 100 },
    audience: { maxItems: 1000 },
  },
  MediaKind: { maxBytes: { photo: 52428800, audio: 209715200, video: 2147483648, session: 67108864 } },
  MeasurementRequest: { points: { maxItems: 500 } },
  MeasurementEdit: { points: { maxItems: 500 } },
  MediaEdit: { alternative: { maxLength: 2000 }, transcript: { maxLength: 100000 } },
  SettingsChange: { name: { maxLength: 200 } },
  SignIn: { name: { maxLength: 200 } },
  StartBody: { name: { maxLength: 200 }, pair: { maxLength: 2048 } },
  AccountName: { name: { maxLength: 200 } },
  ShareOffer: { message: { maxLength: 2000 } },
  WorkflowShotBody: { title: { maxLength: 200 } },
  WorkflowFieldBody: { title: { maxLength: 200 }, choices: { maxItems: 100, maxItemLength: 200 } },
  WorkflowStepBody: { title: { maxLength: 200 }, shots: { maxItems: 50 }, fields: { maxItems: 50 } },
  WorkflowBody: { name: { maxLength: 200 }, about: { maxLength: 10000 }, steps: { maxItems: 100 } },
  RecordingBody: { title: { maxLength: 200 } },
  StepAnswer: { fields: { maxItems: 50 }, shots: { maxItems: 50 } },
  RequestBody: {
    contact: { maxLength: 200 },
    title: { maxLength: 200 },
    message: { maxLength: 2000 },
    steps: { maxItems: 100 },
  },
  RequestAnswer: { message: { maxLength: 2000 } },
  SpaceEdit: { name: { maxLength: 200 }, description: { maxLength: 10000 } },
  NewExhibit: { title: { maxLength: 200 } },
  Exhibit: {
    title: { maxLength: 200 },
    summary: { maxLength: 500 },
    license: { maxLength: 200 },
    credits: { maxItems: 100 },
    models: { maxItems: 50 },
    cards: { maxItems: 200 },
    guides: { maxItems: 20 },
    timelines: { maxItems: 20 },
    scenarios: { maxItems: 20 },
  },
  ExhibitCredit: { text: { maxLength: 500 }, url: { maxLength: 2000 } },
  ExhibitModel: {
    name: { maxLength: 100 },
    description: { maxLength: 1000 },
    levels: { maxItems: 8 },
    imageDescription: { maxLength: 500 },
  },
  ExhibitPart: { name: { maxLength: 100 }, description: { maxLength: 1000 }, node: { maxLength: 200 } },
  LearnCard: {
    title: { maxLength: 60 },
    short: { maxLength: 160 },
    detailed: { maxItems: 4, maxItemLength: 140 },
    imageDescription: { maxLength: 500 },
    sources: { maxItems: 100 },
  },
  SimplifiedCard: { short: { maxLength: 140 }, detailed: { maxItems: 4, maxItemLength: 110 } },
  ExhibitGuide: {
    name: { maxLength: 100 },
    role: { maxLength: 100 },
    description: { maxLength: 1000 },
    sources: { maxItems: 100 },
  },
  GuideQuestion: {
    persona: { maxLength: 64 },
    question: { maxLength: 2000 },
    history: { maxItems: 50, maxItemLength: 2000 },
    conversation: { maxLength: 64 },
  },
  ExhibitTimeline: { title: { maxLength: 100 }, events: { maxItems: 200 } },
  ExhibitEvent: { time: { maxLength: 40 }, title: { maxLength: 100 }, text: { maxLength: 500 } },
  ExhibitScenario: { title: { maxLength: 100 }, text: { maxLength: 1000 }, steps: { maxItems: 200 } },
  ExhibitStep: { title: { maxLength: 100 }, text: { maxLength: 500 } },
  LinkDraft: { name: { maxLength: 200 }, password: { maxLength: 800 } },
  LinkChange: { name: { maxLength: 200 }, password: { maxLength: 800 } },
  ThingBody: {
    name: { maxLength: 200 },
    category: { maxLength: 200 },
    brand: { maxLength: 200 },
    model: { maxLength: 200 },
    serial: { maxLength: 200 },
    condition: { maxLength: 200 },
    seller: { maxLength: 200 },
    tags: { maxItems: 100 },
    fields: { maxItems: 200 },
  },
  ThingEdits: {
    ids: { maxItems: 10000 },
    category: { maxLength: 200 },
    brand: { maxLength: 200 },
    condition: { maxLength: 200 },
  },
  ThingMerge: { others: { maxItems: 100 } },
  LoanBody: { borrower: { maxLength: 200 } },
  MaintenanceBody: { title: { maxLength: 200 } },
  SpaceObjects: { objects: { maxItems: 1000 } },
  PlaceBody: { name: { maxLength: 200 } },
} as const;

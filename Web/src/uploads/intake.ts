/** Turns dropped or chosen files into uploads: each model or archive by itself, each folder packed into one tar. */

import type { ScanMode } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { tarBlob, type TarEntry } from "./tar.ts";

/** A file with its path as the user sees it: `office/depth/1.png` in a folder, `chair.ply` alone. */
export interface PickedFile {
  path: string;
  file: File;
}

export interface Upload {
  name: string;
  fileName: string;
  /** What was scanned; ignored for models. */
  mode: ScanMode;
  /** Whether the surface is textured with the images of the scan; ignored for models. */
  texture: boolean;
  /** Whether splats are trained on the images of the scan, too; ignored for models. */
  splats: boolean;
  /** Whether the files of the scan are kept beside the space; those of models always are. */
  keep: boolean;
  /** The number of files in it, for the card. */
  files: number;
  /** Made when it is sent. For a folder it refers to the files without reading them. */
  body: () => Blob;
}

export interface Intake {
  uploads: Upload[];
  /** A message for each file that is not sent. */
  refusals: string[];
}

/** Models, the rooms of RoomPlan, and captures that are one file. */
export const fileExtensions = [
  ...[
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
    "3mf",
    "3ds",
    "x3d",
    "x3dv",
    "wrl",
    "vrml",
    "off",
    "dxf",
  ],
  ...["json", "r3d"],
  ...["mp4", "mov", "m4v"],
];
/** Photos: those that are chosen together are one scan. */
export const photoExtensions = ["jpg", "jpeg", "png", "heic", "heif"];
export const archiveExtensions = ["tar", "tar.gz", "tgz", "zip"];
const accepted = new Set([...fileExtensions, ...archiveExtensions]);
const photos = new Set(photoExtensions);
/** Fewer photos make no scan. */
const fewestPhotos = 3;

/** For `<input accept>`. */
export const acceptAttribute = [...accepted, ...photos].map((extension) => `.${extension}`).join(",");

/** Files that operating systems create in folders. */
export function isJunk(path: string): boolean {
  return path.split("/").some((part) =>
    part.startsWith("._") || part === ".DS_Store" || part === "__MACOSX" || /^(thumbs\.db|desktop\.ini)$/i.test(part)
  );
}

/** The file extension in lower case, without the dot: `ply`, `tar.gz`; empty where there is none. */
export function fileExtension(fileName: string): string {
  const found = /[^.](?:\.(tar\.gz|[^.]+))$/i.exec(fileName);
  return found?.[1]?.toLowerCase() ?? "";
}

/** `living_room-2.ply` → `living room 2`: a default name. */
export function titleOf(fileName: string): string {
  const last = fileExtension(fileName);
  const base = accepted.has(last) ? fileName.slice(0, -last.length - 1) : fileName;
  const words = base.replace(/[_\-\s]+/g, " ").trim();
  return words === "" ? t("Untitled") : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What was scanned, and what is made of it. */
export interface ScanChoices {
  mode: ScanMode;
  texture: boolean;
  splats: boolean;
  keep: boolean;
}

const usualChoices: ScanChoices = { mode: "interior", texture: true, splats: false, keep: false };

export function planUploads(
  picked: PickedFile[],
  emptyFolders: string[] = [],
  { mode, texture, splats, keep }: ScanChoices = usualChoices,
): Intake {
  const intake: Intake = {
    uploads: [],
    refusals: emptyFolders.map((name) => t("{name} is an empty folder.", { name })),
  };
  const folders = new Map<string, PickedFile[]>();
  const loose: PickedFile[] = [];
  const loosePhotos: PickedFile[] = [];
  for (const item of picked) {
    if (isJunk(item.path)) continue;
    const slash = item.path.indexOf("/");
    if (slash < 0) {
      (photos.has(fileExtension(item.path)) ? loosePhotos : loose).push(item);
      continue;
    }
    const folder = item.path.slice(0, slash);
    const files = folders.get(folder);
    if (files) files.push(item);
    else folders.set(folder, [item]);
  }

  if (loosePhotos.length >= fewestPhotos) {
    folders.set(t("Photos"), [...folders.get("Photos") ?? [], ...loosePhotos]);
  } else {
    for (const { path } of loosePhotos) {
      intake.refusals.push(
        t("{path} is a photo. Choose all photos of the place together, at least {fewestPhotos}.", {
          path,
          fewestPhotos,
        }),
      );
    }
  }
  const exports = roomPlanExports(loose);
  for (const [title, files] of exports) {
    // In an archive, RoomPlan's model comes with the JSON that names its walls and objects: one space, with its plan.
    intake.uploads.push({
      name: titleOf(title),
      fileName: `${title.replace(/^\.+/, "") || "room"}.tar`,
      mode,
      texture,
      splats,
      keep,
      files: files.length,
      body: () => tarBlob(files.map(tarEntry)),
    });
  }
  const paired = new Set([...exports.values()].flat());
  for (const item of loose) {
    if (paired.has(item)) continue;
    if (!accepted.has(fileExtension(item.path))) {
      intake.refusals.push(
        t(
          "{path} isn't a scan that Diorama reads. A model is glb, usdz, obj, ply, las, e57 or the " +
            "like, or RoomPlan's json; a capture is a whole folder, an r3d file, photos, or a video " +
            "(mp4, mov).",
          { path: item.path },
        ),
      );
    } else if (item.file.size === 0) {
      intake.refusals.push(t("{path} is empty.", { path: item.path }));
    } else {
      intake.uploads.push({
        name: titleOf(item.path),
        fileName: item.path,
        mode,
        texture,
        splats,
        keep,
        files: 1,
        body: () => item.file,
      });
    }
  }
  for (const [folder, files] of folders) {
    intake.uploads.push({
      name: titleOf(folder),
      fileName: `${folder.replace(/^\.+/, "") || "capture"}.tar`, // a file name that isn't hidden
      mode,
      texture,
      splats,
      keep,
      files: files.length,
      body: () => tarBlob(files.map(tarEntry)),
    });
  }
  return intake;
}

/**
 * RoomPlan's JSON and USDZ of one room, by the room's name: those of the same name, or the only JSON with the only USDZ.
 */
function roomPlanExports(loose: readonly PickedFile[]): Map<string, PickedFile[]> {
  const filled = loose.filter(({ file }) => file.size > 0);
  const rooms = filled.filter(({ path }) => fileExtension(path) === "json");
  const models = filled.filter(({ path }) => fileExtension(path) === "usdz");
  const base = ({ path }: PickedFile): string => path.slice(0, -fileExtension(path).length - 1);
  const exports = new Map<string, PickedFile[]>();
  for (const room of rooms) {
    const isOnly = rooms.length === 1 && models.length === 1;
    const model = isOnly ? models[0] : models.find((one) => base(one).toLowerCase() === base(room).toLowerCase());
    if (model) exports.set(base(room), [room, model]);
  }
  return exports;
}

function tarEntry(item: PickedFile): TarEntry {
  return { path: item.path, body: item.file, modified: item.file.lastModified };
}

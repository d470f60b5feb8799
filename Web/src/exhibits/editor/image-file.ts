/** Image files of a package: names, and the size at which they are sent. */

import { t } from "../../i18n/messages.ts";
import type { ExhibitFile } from "../exhibit-api.ts";
import { freshSlug } from "./lists.ts";

const fileExtensions: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

/** Pixels of the longer side. */
const maxSize = 1600;
/** Smaller files are sent as they are, if their type is one of the package's. */
const maxBytes = 1_000_000;

/** A name that no file of the exhibit has: the old image stays for undo. */
export function freshImageName(card: string, image: Blob, files: readonly ExhibitFile[]): string {
  const fileExtension = fileExtensions[image.type] ?? "jpg";
  const taken = files.map(({ path }) => path.replace(/^images\//, "").replace(/\.[a-z]+$/, ""));
  return `${freshSlug(`card-${card}`, taken, "card")}.${fileExtension}`;
}

/** The image as it is sent: large ones as a smaller JPEG. */
export async function preparedImage(file: File): Promise<Blob> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error(t("{name} is not an image that this browser can read.", { name: file.name }));
  }
  const scale = Math.min(1, maxSize / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.size <= maxBytes && fileExtensions[file.type]) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error(t("This browser can't draw."));
  context.fillStyle = "#ffffff"; // under transparent pixels
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => blob ? resolve(blob) : reject(new Error(t("The browser couldn't encode the image."))),
      "image/jpeg",
      0.88,
    )
  );
}

/** Reads dropped or chosen files, and folders with everything below them. */

import { isJunk, type PickedFile } from "./intake.ts";

export interface Picked {
  files: PickedFile[];
  emptyFolders: string[];
}

/** Files of an `<input type=file>`, with or without `webkitdirectory`. */
export function pickedFromInput(list: FileList | null): Picked {
  const files = [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return { files, emptyFolders: [] };
}

/** Files of a drop. Must be called inside the event: the browser empties the transfer afterwards. */
export function pickedFromDrop(transfer: DataTransfer): Promise<Picked> {
  const entries: FileSystemEntry[] = [];
  const plain: PickedFile[] = [];
  for (const item of transfer.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (entry) entries.push(entry);
    else if (file) plain.push({ path: file.name, file });
  }
  return walkAll(entries, plain);
}

async function walkAll(entries: FileSystemEntry[], plain: PickedFile[]): Promise<Picked> {
  const picked: Picked = { files: plain, emptyFolders: [] };
  for (const entry of entries) {
    const before = picked.files.length;
    await walk(entry, picked.files);
    if (entry.isDirectory && picked.files.length === before) picked.emptyFolders.push(entry.name);
  }
  return picked;
}

async function walk(entry: FileSystemEntry, files: PickedFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isJunk(path)) return;
  if (isFile(entry)) {
    files.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns about a hundred entries at a time, and an empty list at the end.
  while (true) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, files);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

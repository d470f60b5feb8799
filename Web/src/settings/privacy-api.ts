/** What is stored where, everything as one archive, and deleting everything, over HTTP. */

import { json, sending } from "../api/client.ts";
import type { LibraryExport, PrivacyReport } from "../api/generated.ts";

export const privacyApi = {
  report(): Promise<PrivacyReport> {
    return json("/privacy");
  },

  export(): Promise<LibraryExport> {
    return json("/library/export");
  },

  startExport(): Promise<LibraryExport> {
    return json("/library/export", { method: "POST" });
  },

  removeExport(): Promise<LibraryExport> {
    return json("/library/export", { method: "DELETE" });
  },

  async deleteEverything(): Promise<number> {
    const confirmed = sending<"deleteLibraryContents">("POST", { confirm: "delete everything" });
    return (await json<{ deleted: number }>("/library/deletion", confirmed)).deleted;
  },
};

export const exportFilePath = "/api/v1/library/export/file";

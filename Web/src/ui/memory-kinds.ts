/** The names of the types of memories that users see. */

import type { MemoryKind } from "../api/generated.ts";

export const kindNames: Record<MemoryKind, string> = { text: "Text", photo: "Photo", audio: "Audio", video: "Video" };

/** The names of the types of memories that users see. */

import type { MemoryKind } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";

export const kindNames: Record<MemoryKind, string> = {
  text: t("Text"),
  photo: t("Photo"),
  audio: t("Audio"),
  video: t("Video"),
  session: t("Live session"),
};

/** What is stored, what leaves the device, and what looks at photos, in words. */

import type { PrivacyReport, StorageLocation } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { plural } from "../ui/format.ts";

/** What each place holds. */
export function contentText(content: StorageLocation["content"]): string {
  switch (content) {
    case "catalogue":
      return t("Catalogue: texts, numbers, positions, accounts");
    case "originals":
      return t("Scans, models, photos, videos, documents");
    case "previews":
      return t("Previews");
    case "cache":
      return t("Files downloaded from the bucket");
    case "backups":
      return t("Backups of the catalogue");
    case "recognition":
      return t("Features of photos, for finding things by a photo");
    case "conversations":
      return t("Conversations with guides");
    case "demo":
      return t("The demo library");
    case "identity":
      return t("Your identity and keys on this device");
  }
}

/** What leaves the device, and when. */
export interface Leaving {
  title: string;
  text: string;
  /** How it is now; null where there is nothing to count. */
  now: string | null;
}

export function leaving(report: PrivacyReport | null): Leaving[] {
  const bucket = report?.bucket ?? null;
  return [
    {
      title: t("Bucket"),
      text: t(
        "Everything is copied to the folder or S3 bucket that you choose, when you synchronize. It can be encrypted.",
      ),
      now: report && (bucket === null ? t("No bucket is chosen.") : t("Now: {bucket}", { bucket })),
    },
    {
      title: t("Your other devices"),
      text: t("Paired devices in your network get changes directly, encrypted, after you compared digits on both."),
      now: report && plural(report.devices, { one: "Now: {count} device", other: "Now: {count} devices" }),
    },
    {
      title: t("Links"),
      text: t(
        "Whoever has a link's address sees that space and its public memories, until it expires or you revoke it.",
      ),
      now: report && plural(report.links, { one: "Now: {count} open link", other: "Now: {count} open links" }),
    },
    {
      title: t("People with an account"),
      text: t("They see the spaces that you permit. Private memories stay with their authors."),
      now: report && plural(report.accounts, { one: "Now: {count} person", other: "Now: {count} people" }),
    },
    {
      title: t("Contacts"),
      text: t("What you share with a contact is copied to their library, encrypted, without the location of photos."),
      now: report && plural(report.contacts, { one: "Now: {count} contact", other: "Now: {count} contacts" }),
    },
    {
      title: t("Notifications"),
      text: t(
        "Browsers that you chose in the settings get notifications through the push service of their maker, encrypted. " +
          "Without a choice nothing is sent.",
      ),
      now: null,
    },
    {
      title: t("Live sessions"),
      text: t(
        "Position, pointer, name and effects go to the people in the session while it lasts. Camera and microphone don't.",
      ),
      now: null,
    },
    {
      title: t("Downloads"),
      text: t(
        "Models for guides are downloaded only when you run the command for it. Nothing is looked up on the Internet.",
      ),
      now: null,
    },
  ];
}

/** What looks at photos and texts. All of it runs on the server's machine. */
export function models(): readonly { title: string; text: string }[] {
  return [
    { title: t("Codes"), text: t("ZXing reads bar codes and QR codes in photos of things, in a process of its own.") },
    { title: t("Text"), text: t("Tesseract reads brand, model and serial number on labels.") },
    {
      title: t("Visual search"),
      text: t("Local features (SIFT) of photos of things are compared with each other. No face is recognized."),
    },
    { title: t("Reconstruction"), text: t("COLMAP and our own stereo turn photos and videos into spaces.") },
    {
      title: t("Guides"),
      text: t("Answers are quotations, or come from a language model on this machine, if you installed one."),
    },
  ];
}

/** The server's problems in the page's language, by their codes. English pages show the server's own words. */

import type { ProblemCode } from "./generated.ts";
import { language } from "../i18n/catalogue.ts";
import { t } from "../i18n/messages.ts";

/** Codes that say all: the server's detail adds nothing. */
const exact: Partial<Record<ProblemCode, () => string>> = {
  accountNotFound: () => t("There is no such account."),
  conversationNotFound: () => t("There is no such conversation."),
  contactNotFound: () => t("There is no such contact."),
  deviceNotFound: () => t("There is no such device."),
  exhibitNotFound: () => t("There is no such exhibit."),
  fileNotFound: () => t("There is no such file."),
  jobNotFound: () => t("There is no such job."),
  linkNotFound: () => t("There is no such link."),
  measurementNotFound: () => t("There is no such measurement."),
  memoryNotFound: () => t("There is no such memory."),
  modelNotFound: () => t("There is no such model."),
  offerNotFound: () => t("There is no such offer."),
  pageNotFound: () => t("There is no such page."),
  placeNotFound: () => t("There is no such place."),
  planNotFound: () => t("There is no such plan."),
  recordingNotFound: () => t("There is no such recording."),
  requestNotFound: () => t("There is no such request."),
  shareNotFound: () => t("There is no such share."),
  spaceNotFound: () => t("There is no such space."),
  thingNotFound: () => t("There is no such thing."),
  workflowNotFound: () => t("There is no such workflow."),
  builtInExhibit: () => t("The built-in exhibit can't be changed; make a copy of it."),
  demoNeverSyncs: () => t("The demo library never syncs; use a library of your own."),
  diskFull: () => t("The server's disk is full; free some space and try again."),
  hostsOnly: () => t("Only the host of the live session can do this."),
  invitationUsed: () => t("This invitation has been used already or has expired; ask for a new one."),
  libraryBusy: () => t("The library is busy; try again in a moment."),
  linkNotValid: () => t("This link is not valid; it may have been revoked or have expired."),
  liveSessionNotFound: () => t("There is no live session with this code; it may have ended."),
  noBucket: () => t("The library has no bucket yet; choose one on the command line: diorama sync --bucket."),
  noLibrary: () => t("There is no library yet; open /start."),
  nothingToRedo: () => t("There is no edit to redo."),
  nothingToUndo: () => t("There is no edit to undo."),
  otherSite: () => t("Pages of other sites can't change anything here."),
  ownerOnly: () => t("Only the library's owner can do this."),
  accountOnly: () => t("Only people with an account can do this."),
  passwordNeeded: () => t("This link has a password."),
  spaceInTrash: () => t("This space is in the trash; restore it to see it."),
  stopping: () => t("The server is stopping; try again when it is back."),
  tooManyImports: () => t("Too many imports are waiting; try again in a minute."),
  uploadEmpty: () => t("The upload is empty."),
  visitOver: () => t("This visit is over or its link was withdrawn; open the link again."),
  wrongPassword: () => t("That isn't the password of this link."),
  signInNeeded: () => t("Sign in, or open the link that was shared with you, to see this."),
};

/** General codes: what they mean stands before the server's English detail. */
const general: Partial<Record<ProblemCode, () => string>> = {
  invalidInput: () => t("The server can't use this input:"),
  forbidden: () => t("This isn't permitted:"),
  notFound: () => t("This doesn't exist:"),
  methodNotAllowed: () => t("This isn't possible here:"),
  stalled: () => t("The connection was too slow:"),
  conflict: () => t("This isn't possible now:"),
  changedMeanwhile: () => t("This was changed elsewhere meanwhile:"),
  tooLarge: () => t("This is too large:"),
  unsupportedMediaType: () => t("The server doesn't take this type of file:"),
  notPossible: () => t("This isn't possible with this data:"),
  tooManyRequests: () => t("Too many requests; wait a little:"),
  internalError: () => t("Something went wrong in the server:"),
  notImplemented: () => t("The server doesn't have this:"),
  otherServerFailed: () => t("Another server didn't answer:"),
  unavailable: () => t("The server can't do this now:"),
};

/** `detail`: the server's English words, which are shown where no code says all. */
export function problemText(code: unknown, detail: string): string {
  if (language === "en" || typeof code !== "string") return detail;
  const whole = exact[code as ProblemCode];
  if (whole) return whole();
  const start = general[code as ProblemCode];
  return start ? `${start()} ${detail}` : detail;
}

/** Whether a code has a text: a test asks it of all. */
export function hasText(code: ProblemCode): boolean {
  return code in exact || code in general;
}

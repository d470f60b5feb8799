/** Shares with contacts as text. */

import type { ReceivedOffer, SentShare, ShareState } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { formatBytes, plural } from "../ui/format.ts";

const sentStates: Record<ShareState, string> = {
  offered: t("Offered"),
  accepted: t("Accepted"),
  declined: t("Declined"),
  revoked: t("Revoked"),
};

const receivedStates: Record<ShareState, string> = { ...sentStates, offered: t("New|an offer") };

function files(count: number, byteCount: number): string {
  return count === 0
    ? t("no files")
    : `${plural(count, { one: "{count} file", other: "{count} files" })}, ${formatBytes(byteCount)}`;
}

export function sentFacts(share: SentShare): string {
  const rights = share.permission === "edit" ? t("may be edited") : t("read-only");
  return [
    sentStates[share.state],
    t("with {contact}", { contact: share.contact }),
    files(share.files, share.byteCount),
    rights,
  ].join(" · ");
}

export function receivedFacts(offer: ReceivedOffer): string {
  const from = offer.state === "revoked"
    ? t("by {name}", { name: offer.from })
    : t("from {name}", { name: offer.from });
  const facts = [receivedStates[offer.state], from, files(offer.files, offer.byteCount)];
  if (offer.permission === "edit") facts.push(t("you may edit it"));
  if (offer.missingFiles > 0) {
    facts.push(
      plural(offer.missingFiles, { one: "{count} file not here yet", other: "{count} files not here yet" }),
    );
  }
  // The state says already who revoked it.
  if (offer.note !== null && offer.state !== "revoked") facts.push(offer.note);
  return facts.join(" · ");
}

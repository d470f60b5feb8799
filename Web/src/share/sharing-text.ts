/** Shares with contacts as text. */

import type { ReceivedOffer, SentShare, ShareState } from "../api/generated.ts";
import { formatBytes, plural } from "../ui/format.ts";

const sentStates: Record<ShareState, string> = {
  offered: "Offered",
  accepted: "Accepted",
  declined: "Declined",
  revoked: "Revoked",
};

const receivedStates: Record<ShareState, string> = { ...sentStates, offered: "New" };

function files(count: number, byteCount: number): string {
  return count === 0 ? "no files" : `${plural(count, "file")}, ${formatBytes(byteCount)}`;
}

export function sentFacts(share: SentShare): string {
  const rights = share.permission === "edit" ? "may be edited" : "read-only";
  return [sentStates[share.state], `with ${share.contact}`, files(share.files, share.byteCount), rights].join(" · ");
}

export function receivedFacts(offer: ReceivedOffer): string {
  const from = `${offer.state === "revoked" ? "by" : "from"} ${offer.from}`;
  const facts = [receivedStates[offer.state], from, files(offer.files, offer.byteCount)];
  if (offer.permission === "edit") facts.push("you may edit it");
  if (offer.missingFiles > 0) facts.push(`${plural(offer.missingFiles, "file")} not here yet`);
  // The state says already who revoked it.
  if (offer.note !== null && offer.state !== "revoked") facts.push(offer.note);
  return facts.join(" · ");
}

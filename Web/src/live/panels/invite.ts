/** The invitation to a session: its link, code and QR code. */

import { t } from "../../i18n/messages.ts";
import { copyLine } from "../../ui/copy-line.ts";
import { explain } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { liveApi, type LiveSession } from "../api.ts";

export function showInvitation(session: LiveSession): void {
  const address = new URL(session.link, location.origin).href;
  const image = el("img", {
    class: "live-qr",
    src: liveApi.qr(address),
    alt: t("QR code of the session {code}", { code: session.code }),
    width: 176,
    height: 176,
  });
  // Only the library's owner gets QR codes from the server.
  image.addEventListener("error", () => image.remove(), { once: true });
  const words = session.allowsGuests ? t("can take part") : t("can watch");
  explain(
    t("Invite to this session"),
    el("p", {}, t("Whoever has the link or the code {words} until the session ends.", { words })),
    el(
      "p",
      { class: "live-code large", "aria-label": t("Code {value}", { value: [...session.code].join(" ") }) },
      session.code,
    ),
    copyLine(t("Link"), address),
    image,
  );
}

"""The page of the processing service: passkeys of a browser's virtual authenticator, jobs, keys, and the team."""

import base64
import json
import os
import pathlib
import socket

from connections import Folder
from journey import Journey, journey, press
from service import Client, capture, service
from signing import SECRET, auth, text

# What an authenticator answers to a challenge, as the page sends it.
ASSERT = """async ({ challenge, relyingParty }) => {
  const bytes = (t) => Uint8Array.from(atob(t.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const plain = (b) => btoa(String.fromCharCode(...new Uint8Array(b)));
  const texts = (b) => plain(b).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const credential = await navigator.credentials.get({
    publicKey: { challenge: bytes(challenge), rpId: relyingParty, userVerification: "required" } });
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  return {
    credential: texts(credential.rawId), clientDataJSON: texts(clientDataJSON), authenticatorData: texts(authenticatorData),
    signature: texts(signature) };
}"""


def with_authenticator(page):
    """A device with a screen lock, which its user unlocks each time."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})


def joined(page, name: str):
    page.fill(".join-form input", name)
    press(page, ".join-form button")
    page.wait_for_selector(".page[data-state=ready]")


def shown(page, name: str):
    """Keeps a picture for people, where they ask for it."""
    if "DIORAMA_PICTURES" in os.environ:
        page.screenshot(path=str(pathlib.Path(os.environ["DIORAMA_PICTURES"]) / name), full_page=True)


@journey("people join a team of the processing service with passkeys, and see its jobs, usage, keys and members", Folder)
def passkeys(journey: Journey):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://localhost:{port}"
    archive = capture(journey).read_bytes()
    with service(journey) as running:
        running.operator.environment["DIORAMA_SECRET"] = SECRET
        running.start("serve", "--port", str(port), "--public-address", address)  # the database: by the environment
        running.worker()
        running.operator.run("service", "account", "add", "Acme", "--tier", "pro")
        invitation = running.operator.run("service", "account", "invite", "Acme").json["invitation"]
        page = journey.open(f"{address}/")
        with_authenticator(page)
        assert page.url == f"{address}/service", page.url
        page.wait_for_selector("text=Sign in with a passkey")
        shown(page, "service-sign-in.png")
        page.goto(f"{address}/service#invitation={invitation}")
        page.reload()
        joined(page, "Ada")
        assert page.inner_text("h1") == "Acme" and "invitation" not in page.url, page.url
        key = key_of(page)
        ada = Client(address, key)
        job = ada.process(ada.scan(archive))
        page.wait_for_selector(f"[data-job='{job}'][data-status=succeeded]", timeout=60_000)
        assert "model.glb" in page.inner_text(f"[data-job='{job}']")
        page.wait_for_selector(".panel-usage >> text=1 of 100")
        link = invited(page, "viewer")
        shown(page, "service.png")
        answers_prove(page, address)
        sessions_end(page)
        viewer = journey.open(link)
        with_authenticator(viewer)
        joined(viewer, "Ben")
        viewer.wait_for_selector(f"[data-job='{job}']")
        assert viewer.query_selector(".panel-keys") is None and viewer.query_selector(".panel-team") is None
        page.reload()
        page.wait_for_selector(".panel-team .account >> text=Ben")
        assert page.query_selector("[aria-label='Role of Ben']").input_value() == "viewer"
        assert auth(address, "passkeys/registrations", clientDataJSON="", authenticatorData="", name="a", person="b",
                    invitation=invitation).status == 401


def key_of(page) -> str:
    page.fill(".panel-keys .invite-form input", "importer")
    press(page, ".panel-keys .invite-form button")
    page.wait_for_selector(".panel-keys .copy-field")
    key = page.input_value(".panel-keys .copy-field")
    page.wait_for_selector(".panel-keys .account >> text=importer")
    return key


def invited(page, role: str) -> str:
    page.select_option(".panel-team .invite-form select", role)
    press(page, ".panel-team .invite-form button")
    page.wait_for_selector(".panel-team .copy-field")
    return page.input_value(".panel-team .copy-field")


def sessions_end(page):
    """A reload goes on with the session; signing out ends it, and the passkey begins another."""
    page.reload()
    page.wait_for_selector(".page[data-state=ready]")
    press(page, ".top-tools button")
    page.wait_for_selector("text=Sign in with a passkey")
    press(page, ".message button")
    page.wait_for_selector(".page[data-state=ready]")
    assert page.inner_text("h1") == "Acme"


def answers_prove(page, address: str):
    """Answers that are changed, of another site, or repeated sign nobody in."""

    def challenge() -> dict:
        answer = auth(address, "passkeys/challenges")
        assert answer.status == 201, answer.body
        return answer.json

    def part(value: str) -> bytes:
        return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))

    answer = page.evaluate(ASSERT, challenge())
    data, client = bytearray(part(answer["authenticatorData"])), json.loads(part(answer["clientDataJSON"]))
    unverified = bytes([*data[:32], data[32] & ~4, *data[33:]])
    elsewhere = text(json.dumps(client | {"origin": "https://example.org"}).encode())
    other = text(json.dumps(client | {"type": "webauthn.create"}).encode())
    for change, why in (
            ({"authenticatorData": text(unverified)}, "wasn't verified"), ({"clientDataJSON": elsewhere}, "another site"),
            ({"clientDataJSON": other}, "another operation"), ({"authenticatorData": text(bytes(37))}, "another site"),
            ({"signature": text(part(answer["signature"])[:-1] + b"x")}, "signature is wrong"), ({"credential": "AAAA"}, "unknown"),
            ({"clientDataJSON": text(json.dumps(client | {"challenge": "AAAA"}).encode())}, "challenge is unknown")):
        refused = auth(address, "passkeys/assertions", **(answer | change))
        assert refused.status == 401 and why in refused.json["detail"], (why, refused.status, refused.body)
    accepted = auth(address, "passkeys/assertions", **answer)
    assert accepted.status == 200, accepted.body
    again = auth(address, "passkeys/assertions", **answer)
    assert again.status == 401 and "was answered" in again.json["detail"], again.body
    ada = Client(address, accepted.json["accessToken"])
    own = ada.expect(200, "GET", "/passkeys").json["passkeys"]
    assert len(own) == 1, own
    ada.expect(409, "DELETE", f"/passkeys/{own[0]['id']}")
    ada.expect(404, "DELETE", f"/passkeys/{'0' * 27}")

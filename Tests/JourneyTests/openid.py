"""Signing in on the page of the processing service with an OpenID Connect issuer, in a browser."""

import json
import socket

from connections import Folder
from journey import Journey, journey, press
from passkeys import shown
from service import send, service
from signing import AUDIENCE, SECRET, Issuer

BUTTON = "button:has-text('Sign in with Example')"


@journey("people sign in on the page of the processing service with an OpenID Connect issuer, nobody with another's answer", Folder)
def openid(journey: Journey):
    issuer = Issuer(journey.folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, file = f"http://localhost:{port}", journey.folder / "issuers.json"
    entry = {"issuer": issuer.address, "audiences": ["an app", AUDIENCE], "signUpTier": "pro"}
    with service(journey) as running:
        running.operator.environment |= {"DIORAMA_PRIVATE_ISSUERS": "1", "DIORAMA_SECRET": SECRET}
        words = ("serve", "--port", str(port), "--issuers", str(file), "--public-address", address)
        file.write_text(json.dumps([entry | {"webClientId": "another"}]))
        bad = running.operator.run(*words, "--bucket", running.bucket.address, code=1)
        assert "webClientId must be one of the audiences" in bad.errors, bad.errors
        # One that can't be reached, and one that isn't for the page, are left out.
        file.write_text(json.dumps([
            {"issuer": "http://127.0.0.1:9", "audiences": ["a"], "webClientId": "a"},
            entry | {"webClientId": AUDIENCE, "name": "Example"}, {"issuer": "http://127.0.0.1:10", "audiences": ["b"]}]))
        running.start(*words)
        methods = send("GET", f"{address}/api/v1/auth/methods").json
        assert methods == {"passkeys": True, "issuers": [{
            "issuer": issuer.address, "name": "Example", "clientId": AUDIENCE,
            "authorizationEndpoint": f"{issuer.address}/authorize"}]}, methods
        page = journey.open(f"{address}/service")
        page.wait_for_selector(BUTTON)
        shown(page, "service-sign-in-issuer.png")
        ada_signs_in(page, issuer, address)
        answers_of_others_count_not(page, issuer, address)
        ben_is_invited(journey, page, issuer, address)
        # A server without issuers and a public address says so.
        nobody = journey.open(f"{running.start('serve', '--port', '0')[1]['address']}/service")
        nobody.wait_for_selector("text=Nobody signs in here")
    issuer.shutdown()


def ada_signs_in(page, issuer: Issuer, address: str):
    """The token leaves the address and the history; the session goes on after a reload."""
    press(page, BUTTON)
    page.wait_for_selector(".page[data-state=ready]")
    assert page.inner_text("h1") == "ada@example.org" and page.url == f"{address}/service", page.url
    (asked,) = issuer.asked
    assert len(asked.pop("state")) == len(asked.pop("nonce")) == 43
    assert asked == {
        "response_type": "id_token", "response_mode": "fragment", "client_id": AUDIENCE, "redirect_uri": f"{address}/service",
        "scope": "openid email profile"}, asked
    assert page.evaluate("sessionStorage.length") == 0
    page.reload()
    page.wait_for_selector(".page[data-state=ready]")
    page.go_back()
    assert "id_token" not in page.url, page.url
    page.goto(f"{address}/service")
    page.wait_for_selector(".page[data-state=ready]")
    # New tokens that were given and never arrived sign nobody out.
    page.route("**/auth/refresh", lambda route: (route.fetch(), route.abort()))
    page.reload()
    page.wait_for_selector(".page[data-state=failed]")
    page.unroute("**/auth/refresh")
    page.reload()
    page.wait_for_selector(".page[data-state=ready]")


def answers_of_others_count_not(page, issuer: Issuer, address: str):
    """Another state, another nonce, a refusal, and an answer for which nobody asked sign nobody in."""
    press(page, ".top-tools button")
    for changes, why in (
            ({"state": "another"}, "wasn't started in this tab"), ({"nonce": "another"}, "nonce"),
            ({"nonce": None}, "nonce"), ({"error": "access_denied"}, "Example didn't sign you in")):
        page.wait_for_selector(BUTTON)
        issuer.changes = changes
        press(page, BUTTON)
        page.wait_for_selector(f".field-problem:has-text(\"{why}\")")
        assert page.url == f"{address}/service" and page.evaluate("localStorage.length") == 0, changes
    issuer.changes = {}
    page.goto(f"{address}/service#state=a&id_token={issuer.token(nonce='a')}")
    page.wait_for_selector(".field-problem:has-text(\"wasn't started in this tab\")")
    assert "id_token" not in page.url
    press(page, BUTTON)
    page.wait_for_selector(".page[data-state=ready]")


def ben_is_invited(journey: Journey, page, issuer: Issuer, address: str):
    """An invitation is accepted by signing in."""
    page.select_option(".panel-team .invite-form select", "viewer")
    press(page, ".panel-team .invite-form button")
    page.wait_for_selector(".panel-team .copy-field")
    link = page.input_value(".panel-team .copy-field")
    issuer.changes = {"sub": "ben", "email": "ben@example.org"}
    viewer = journey.open(link)
    viewer.wait_for_selector("text=You are invited")
    press(viewer, BUTTON)
    viewer.wait_for_selector(".page[data-state=ready]")
    assert viewer.inner_text("h1") == "ada@example.org" and viewer.query_selector(".panel-team") is None
    assert viewer.url == f"{address}/service", viewer.url

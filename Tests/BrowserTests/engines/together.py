"""Chromium, Firefox and WebKit in one live session over HTTPS with the local authority: all show the same, and end equal."""

import contextlib
import json
import os
import pathlib
import ssl
import subprocess
import sys
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "PythonSupport"))

import chromium  # noqa: E402
import samples  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server  # noqa: E402

from .driver import Driver  # noqa: E402
from .firefox import Firefox  # noqa: E402
from .webkit import WebKit  # noqa: E402

LISTEN = "(document.addEventListener('diorama:live', ({ detail }) => globalThis.live = detail), true)"
STATE = "(globalThis.live?.companions && [live.digest, live.isSettled, live.participants.filter((one) => one.isPresent).length])"
ABOVE = "camera=0_0.4_0_20_52_4.2&cut=2.3"


def trust(folder: pathlib.Path, authority: pathlib.Path):
    """A certificate database of NSS in which the authority is installed, as its page explains."""
    folder.mkdir(parents=True, exist_ok=True)
    database = f"sql:{folder}"
    subprocess.run(["certutil", "-d", database, "-N", "--empty-password"], check=True)
    subprocess.run(["certutil", "-d", database, "-A", "-n", "Diorama", "-t", "C,,", "-i", str(authority)], check=True)


class Chromium(Driver):
    """Debian's Chromium through Playwright."""

    name = "Chromium"

    def __init__(self, playwright, environment: dict[str, str], size: tuple[int, int]):
        self.browser = chromium.launch(playwright, environment)
        self.page = self.browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.messages: list[str] = []
        self.page.on("console", lambda line: self.messages.append(line.text) if line.type == "error" else None)

    def navigate(self, address):
        self.page.goto(address)

    def evaluate(self, expression):
        return self.page.evaluate(f"async () => ({expression})")

    def pointer(self, *steps):
        for kind, *at in steps:
            if kind == "move":
                self.page.mouse.move(*at)
            else:
                getattr(self.page.mouse, kind)()

    def key(self, key, down):
        (self.page.keyboard.down if down else self.page.keyboard.up)(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def choose_files(self, selector, *files):
        self.page.set_input_files(selector, list(files))

    def screenshot(self):
        return self.page.screenshot()

    def console(self):
        return self.messages

    def quit(self):
        self.browser.close()


def enter(driver: Driver, address: str, name: str):
    """Joins by the link."""
    driver.open(address)
    driver.evaluate(
        f"(localStorage.setItem('diorama.live.profile', JSON.stringify({{ name: {json.dumps(name)}, color: '#4f9bea' }})),"
        " localStorage.setItem('diorama.live.onboarding', 'yes'), true)")
    driver.open(address)
    driver.wait(".place[data-state=ready]")
    driver.evaluate(LISTEN)
    driver.click(".live-session button.primary")
    driver.wait(".place[data-live=open]")


def equal(drivers: list[Driver], people: int) -> str:
    """Waits until all have the same state; returns its digest."""
    for driver in drivers:
        driver.until(f"{STATE}?.[2] === {people} && {STATE}[1]")
    for _ in range(200):
        digests = {driver.evaluate(STATE)[0] for driver in drivers}
        if len(digests) == 1:
            return digests.pop()
        time.sleep(0.1)
    raise AssertionError(f"the replicas differ: {digests}")


def session(program: str, folder: pathlib.Path, environment: dict[str, str], pictures: pathlib.Path | None):
    """One companion that dances, an effect, a connection that is lost and resumed, a late joiner; all replicas are equal."""
    size = (900, 700)
    with contextlib.ExitStack() as stack:
        server = Server(program, folder / "server", environment, "--tls", "local")
        stack.callback(server.end)
        authority = folder / "authority.pem"
        authority.write_bytes(certificate(server))
        # The calls of this program verify with the authority, too.
        os.environ["SSL_CERT_FILE"] = str(authority)
        stack.callback(os.environ.pop, "SSL_CERT_FILE")
        server.seed(samples.write_room(folder / "room.ply"), "Flat")
        (space,) = server.spaces()
        code = server.call("POST", f"/spaces/{space['id']}/live", {"reactionsOnly": False})["code"]
        address = f"{server.address}/live/{code}?{ABOVE}"
        assert address.startswith("https://"), address
        trust(pathlib.Path(environment["HOME"]) / ".pki/nssdb", authority)
        trust(folder / "firefox/profile", authority)
        playwright = stack.enter_context(sync_playwright())
        ada: Driver = Chromium(playwright, environment, size)
        stack.callback(ada.quit)
        ben: Driver = Firefox(folder / "firefox", environment, size)
        stack.callback(ben.quit)
        enter(ada, address, "Ada")
        enter(ben, address, "Ben")
        assert ada.evaluate("isSecureContext") and ben.evaluate("isSecureContext")
        # Ben brings a companion; Ada sees it, and lets it snow.
        ben.click(".live-model[data-model='2']")
        left, top, width, height = ben.box(".place-canvas")
        at = (left + 0.4 * width, top + 0.5 * height)
        ben.pointer(("move", *at), ("down",), ("up",))
        ada.until("globalThis.live?.companions?.length === 1")
        ben.click(".live-selection [data-action=dance]")
        ada.until("globalThis.live?.companions?.[0]?.action === 'dance'")
        ada.click(".live-tabs label:has(input[value=effects])")
        ada.click(".live-effect[data-style=snow]")
        left, top, width, height = ada.box(".place-canvas")
        ada.pointer(("move", left + 0.3 * width, top + 0.5 * height), ("down",), ("up",))
        ben.until("globalThis.live?.effectCount > 0")
        # The late joiner sees the companion; all are equal.
        cem: Driver = WebKit(folder / "webkit", environment, size, certificate=leaf(server, folder))
        stack.callback(cem.quit)
        enter(cem, address, "Cem")
        drivers = [ada, ben, cem]
        cem.until("globalThis.live?.companions?.length === 1")
        first = equal(drivers, 3)
        # Ben's page is loaded again: the same participant, and what happened meanwhile is there.
        ben.open(address)
        left, top, width, height = ada.box(".place-canvas")
        ada.click(".live-tabs label:has(input[value=companions])")
        ada.click(".live-model[data-model='0']")
        ada.pointer(("move", left + 0.45 * width, top + 0.55 * height), ("down",), ("up",))
        ben.wait(".place[data-state=ready]")
        ben.evaluate(LISTEN)
        ben.click(".live-session button.primary")
        ben.until("globalThis.live?.companions?.length === 2")
        second = equal(drivers, 3)
        assert first != second
        for driver in drivers:
            driver.until("document.querySelector('.live-count').textContent === '3'")
            if pictures:
                (pictures / f"together-{driver.name.lower()}.png").write_bytes(driver.painted())


def certificate(server: Server) -> bytes:
    """The authority, as its page offers it. Nothing trusts it yet."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with urllib.request.urlopen(f"{server.address}/certificate/authority.crt", timeout=60, context=context) as answer:
        data = answer.read()
    return data if data.startswith(b"-----") else ssl.DER_cert_to_PEM_cert(data).encode()


def leaf(server: Server, folder: pathlib.Path) -> tuple[str, pathlib.Path]:
    """The server's own certificate, verified by the authority: WebKit's driver takes no authority, but a certificate for a host."""
    parts = urllib.parse.urlparse(server.address)
    file = folder / "server.pem"
    address = (parts.hostname, parts.port)
    file.write_text(ssl.get_server_certificate(address, ca_certs=os.environ["SSL_CERT_FILE"], timeout=60))
    return parts.hostname, file

"""HTTPS with the local authority: Chromium trusts it as an installed one, and the page gets what browsers give to HTTPS alone."""

import contextlib
import shutil
import subprocess
import types
import urllib.parse
import urllib.request

import chromium
from environment import isolated
from harness import DESK, PHONE, Session, check
from server import Server


@contextlib.contextmanager
def secure_server(session: Session, name: str):
    """Yields the server, and the host and port under which other devices of the local network reach it."""
    options = ["--host", "::", "--tls", "local", "--http-port", "0"]
    server = Server(session.server.process.args[0], session.files / name, session.server.environment, *options)
    try:
        address = server.started.get("install_certificate")
        if not address:
            print("this machine has no address in a local network: localhost, always a secure context, is checked", flush=True)
            address = f"https://localhost:{urllib.parse.urlparse(server.address).port}"
        yield server, urllib.parse.urlparse(address).netloc
    finally:
        server.stop()


@contextlib.contextmanager
def trusting_browser(session: Session, name: str, certificate: bytes | None):
    """Yields a browser of its own whose user has installed the certificate (DER), or none."""
    environment = isolated(session.files / name)
    database = f"sql:{environment['HOME']}/.pki/nssdb"
    (session.files / name / "home/.pki/nssdb").mkdir(parents=True)
    subprocess.run(["certutil", "-d", database, "-N", "--empty-password"], check=True)
    if certificate:
        file = session.files / name / "authority.crt"
        file.write_bytes(certificate)
        install = ["certutil", "-d", database, "-A", "-n", "Diorama", "-t", "C,,", "-i", str(file)]
        subprocess.run(install, check=True)
    launcher = types.SimpleNamespace(chromium=session.page.context.browser.browser_type)
    browser = chromium.launch(launcher, environment)
    try:
        yield browser
    finally:
        browser.close()


@check("over HTTPS with the installed authority the page is a secure context at the machine's own address", size=PHONE)
def secure_context(session: Session):
    assert shutil.which("certutil"), "certutil is missing; on Debian: apt-get install libnss3-tools"
    with secure_server(session, "secure") as (server, host):
        with urllib.request.urlopen(f"http://{host}/certificate/authority.crt", timeout=60) as answer:
            certificate = answer.read()
        with trusting_browser(session, "trusting", certificate) as browser:
            context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
            page = context.new_page()
            # By plain HTTP, as people type it: the owner signs in from another device.
            page.goto(f"http://{host}{server.started['sign_in'].removeprefix(server.address)}")
            page.click(".join-form button")
            page.wait_for_selector(".page[data-state=empty]")
            assert page.url.startswith(f"https://{host}/"), page.url
            assert page.evaluate("isSecureContext") is True
            assert page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
            assert page.evaluate("typeof navigator.mediaDevices?.getUserMedia") == "function"
            assert page.evaluate("navigator.serviceWorker.ready.then((one) => one.active !== null)") is True
            cookie = next(one for one in context.cookies() if one["name"] == "diorama_session")
            assert cookie["secure"] and cookie["httpOnly"], cookie
            context.close()
        with trusting_browser(session, "distrusting", None) as browser:
            page = browser.new_page()
            try:
                page.goto(f"https://{host}/")
                raise AssertionError("a browser without the authority accepts the certificate")
            except Exception as error:  # noqa: BLE001 - playwright's own error type
                assert "ERR_CERT_AUTHORITY_INVALID" in str(error), error


@check("the page of the certificate explains the installation, on a phone and a desk", expect=["ERR_CERT_AUTHORITY_INVALID"])
def certificate_page(session: Session):
    with secure_server(session, "explained") as (server, host):
        for size in (PHONE, DESK):
            session.page.set_viewport_size({"width": size[0], "height": size[1]})
            session.page.goto(f"http://{host}/certificate")
            assert server.started["authority_sha256"] in session.page.inner_text("main")
            assert session.page.evaluate("document.querySelector('img').naturalWidth") > 0
            for scheme in ("light", "dark"):
                session.theme(scheme)
                session.no_sideways_scroll()
                session.keep(f"certificate-{size[0]}-{scheme}")
            session.page.click("summary:has-text('iPhone')")
            assert session.page.is_visible("text=Certificate Trust Settings")
            session.text_size(200)
            session.no_sideways_scroll()
            session.text_size(100)
            session.keep(f"certificate-{size[0]}-open")

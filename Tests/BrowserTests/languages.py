"""Languages of the page: chosen in the settings, else the browser's, else English; the server's problems are translated by code."""

import json
import pathlib

from harness import DESK, PHONE, Session, check

CATALOGUES = pathlib.Path(__file__).resolve().parents[2] / "Web/src/i18n/catalogues"
MISSING_SPACE = "/spaces/000000000000000000000000000"


def catalogue(language: str) -> dict:
    return json.loads((CATALOGUES / f"{language}.json").read_text())


def heading(session: Session, path: str, language: str) -> str:
    session.page.goto(session.server.address + path)
    session.page.wait_for_selector(f"html[lang={language}] h1:not(:empty)", state="attached")
    return session.page.text_content("h1")


@check("a language is chosen in the settings, and stays after the page is loaded again", size=DESK)
def chosen(session: Session):
    page, texts = session.page, catalogue("fr")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith(".json") else None)
    assert heading(session, "/settings", "en") == "Settings"
    assert asked == [], f"English needs no catalogue: {asked}"
    page.wait_for_selector(".page[data-state=ready] select[name=language]")
    page.select_option("select[name=language]", "fr")
    translated = f"html[lang=fr] h1:has-text('{texts['Settings']}')"
    page.wait_for_selector(translated)
    page.reload()
    page.wait_for_selector(translated)
    assert heading(session, "/things", "fr") == texts["Things"]
    assert page.title() == f"{texts['Things']} · Diorama"
    assert session.server.call("GET", "/settings")["language"] == "fr"
    assert len(asked) >= 1 and all("/fr-" in url for url in asked), asked
    session.server.call("PATCH", "/settings", {"language": None})


@check("without a choice the page has the browser's language; problems of the server are in it", size=PHONE, locale="cs-CZ",
       expect=["404"])
def preferred(session: Session):
    texts = catalogue("cs")
    assert heading(session, "/", "cs") == texts["Spaces"]
    session.page.goto(session.server.address + MISSING_SPACE)
    session.page.wait_for_selector("text=" + texts["This space doesn't exist"])
    problem = session.page.evaluate(
        "fetch('/api/v1/spaces/000000000000000000000000000').then((response) => response.json())"
    )
    assert problem["code"] == "spaceNotFound", problem


@check("pages in German and Czech fit a phone", size=PHONE)
def fits(session: Session):
    for language in ("de", "cs"):
        session.page.goto(session.server.address)
        session.page.evaluate("(language) => localStorage.setItem('diorama.language', language)", language)
        for path in ("/", "/things", "/inbox", "/settings", "/sync"):
            heading(session, path, language)
            session.no_sideways_scroll()
            session.keep(f"{language}-{path.strip('/') or 'library'}")

"""
Every operation of docs/openapi-service.yaml is called by everybody for whom it isn't: without credentials, with a wrong key, with
the key and as the members of another account, and with keys and as members of the own account whose scopes are too small. A new
operation of the document fails until it is entered here.
"""

import base64
import itertools
import json
import re
from dataclasses import dataclass

import yaml

from connections import Folder
from journey import Journey, journey
from service import DOCUMENT, Answer, Client, Service, capture, send, service, superuser
from signing import AUDIENCE, BILLING, SECRET, Issuer, signed_in

SCOPES = ("scans:read", "scans:write", "jobs:read", "jobs:write", "usage:read", "keys", "webhooks", "team")
ROLES = {
    "owner": SCOPES, "admin": SCOPES, "member": ("scans:read", "scans:write", "jobs:read", "jobs:write", "usage:read"),
    "viewer": ("scans:read", "jobs:read", "usage:read")}
PASSKEY = {"clientDataJSON": "AAAA", "authenticatorData": "AAAA", "name": "Phone"}
UNKNOWN = base64.urlsafe_b64encode(bytes(32)).decode().rstrip("=")
ROUTER = DOCUMENT.parents[1] / "Sources/Server/Service/ServiceRouter.swift"
PAGES = {"/", "/service", "/assets/{file}"}
NONE, ANY, PEOPLE = "no credential", "any credential", "people"


@dataclass(frozen=True)
class Operation:
    """Who may call an operation, and how it is called."""

    # A scope, or who else: for NONE, the request proves what it may do by itself.
    needs: str
    body: object = None
    query: str = ""
    # What the id of the path names.
    names: str | None = None
    # What is answered to a request of NONE that proves nothing.
    answers: tuple[int, ...] = ()


OPERATIONS = {
    "listSignInMethods": Operation(NONE, answers=(200,)),
    "signIn": Operation(NONE, {"idToken": "a.b.c"}, answers=(401,)),
    "refreshSession": Operation(NONE, {"refreshToken": "refresh_unknown"}, answers=(401,)),
    "revokeSession": Operation(NONE, {"refreshToken": "refresh_unknown"}, answers=(204,)),
    "reportBilling": Operation(NONE, {"id": "1", "account": "a", "happenedAt": 1}, answers=(401,)),
    "createPasskeyChallenge": Operation(NONE, {}, answers=(201,)),
    "signUpWithPasskey": Operation(NONE, {**PASSKEY, "person": "Eve", "invitation": "invitation_unknown"}, answers=(401,)),
    "signInWithPasskey": Operation(
        NONE, {"credential": "AAAA", "clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA"}, answers=(401,)),
    "listPasskeys": Operation(PEOPLE),
    "addPasskey": Operation(PEOPLE, PASSKEY),
    "createOwnPasskeyChallenge": Operation(PEOPLE, {}),
    "removePasskey": Operation(PEOPLE, names="passkey"),
    "getAccount": Operation(ANY),
    "listMembers": Operation("team"),
    "changeMember": Operation("team", {"role": "viewer"}, names="member"),
    "removeMember": Operation("team", names="member"),
    "listInvitations": Operation("team"),
    "createInvitation": Operation("team", {"role": "viewer"}),
    "withdrawInvitation": Operation("team", names="invitation"),
    "listScans": Operation("scans:read"),
    "createScan": Operation("scans:write", {"name": "Of somebody else"}),
    "getScan": Operation("scans:read", names="scan"),
    "changeScan": Operation("scans:write", {"name": "Changed"}, names="scan"),
    "deleteScan": Operation("scans:write", names="scan"),
    "getUploadURL": Operation("scans:write", query="?fileType=raw", names="scan"),
    "processScan": Operation("jobs:write", {"quality": "preview"}, names="scan"),
    "getUploadOffset": Operation(NONE, answers=(404,)),
    "continueUpload": Operation(NONE, answers=(404, 412, 415)),
    "uploadFile": Operation(NONE, b"bytes", answers=(404,)),
    "getUploadProtocol": Operation(NONE, answers=(204,)),
    "listMissingParts": Operation(NONE, answers=(404,)),
    "completeParts": Operation(NONE, {}, answers=(404,)),
    "listJobs": Operation("jobs:read"),
    "getJob": Operation("jobs:read", names="job"),
    "cancelJob": Operation("jobs:write", names="job"),
    "watchJob": Operation("jobs:read", names="job"),
    "downloadResult": Operation("jobs:read", query="?format=glb", names="job"),
    "getUsage": Operation("usage:read"),
    "getAuditLog": Operation("usage:read"),
    "listKeys": Operation("keys"),
    # Nobody makes a key that can do more: a key with the scope `keys` alone makes one like itself.
    "createKey": Operation("keys", {"name": "New", "scopes": ["keys"]}),
    "revokeKey": Operation("keys", names="key"),
    "listWebhooks": Operation("webhooks"),
    "createWebhook": Operation("webhooks", {"url": "https://example.org/hook", "events": ["job.succeeded"]}),
    "deleteWebhook": Operation("webhooks", names="webhook"),
    "getLiveness": Operation(NONE, answers=(200,)),
    "getReadiness": Operation(NONE, answers=(200,)),
    # Clients of this network are the operator's; the crawl comes from outside.
    "getMetrics": Operation(NONE, answers=(404,)),
}


@dataclass(frozen=True)
class Caller:
    """Somebody who sends requests: what they may do, and in which account."""

    name: str
    credential: str | None
    scopes: tuple[str, ...] = ()
    is_person: bool = False
    is_own: bool = False

    def may(self, operation: Operation) -> bool:
        return operation.needs == ANY or operation.needs in self.scopes or (operation.needs == PEOPLE and self.is_person)


class Crawl:
    """Calls operations by their ids, each time from another address: wrong keys of one have to wait."""

    def __init__(self, address: str):
        self.address, self.findings, self.calls = address, [], 0
        self.document = yaml.safe_load(DOCUMENT.read_text())
        self.routes = {
            operation["operationId"]: (method.upper(), path) for path, methods in self.document["paths"].items()
            for method, operation in methods.items() if isinstance(operation, dict) and "operationId" in operation}
        self.sources = itertools.count()

    def call(self, name: str, caller: Caller, ids: dict[str, str]) -> Answer:
        operation, (method, path) = OPERATIONS[name], self.routes[name]
        number = next(self.sources)
        headers = {"X-Forwarded-For": f"203.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
        if caller.credential:
            headers["Authorization"] = f"Bearer {caller.credential}"
        body = operation.body
        if body is not None and not isinstance(body, bytes):
            body, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if name == "reportBilling":
            headers["Diorama-Signature"] = f"t=1,v1={'0' * 64}"
        self.calls += 1
        path = path.replace("{id}", ids.get(operation.names, "")).replace("{token}", UNKNOWN)
        return send(method, self.address + path + operation.query, body, headers)

    def expect(self, name: str, caller: Caller, answer: Answer, statuses: tuple[int, ...], secrets: set[str]):
        """Notes what shouldn't have been answered."""
        if answer.status not in statuses:
            self.findings.append(f"{caller.name}: {name} answers {answer.status}, not {statuses}: {answer.body[:200]}")
        for secret in secrets:
            if secret.encode() in answer.body or any(secret in value for value in answer.headers.values()):
                self.findings.append(f"{caller.name}: {name} answers with {secret}")


def statuses(operation: Operation, caller: Caller, is_wrong: bool) -> tuple[int, ...]:
    if operation.needs == NONE:
        return operation.answers
    if is_wrong:
        return (401,)
    if not caller.may(operation):
        return (403,)
    if operation.names:
        return (404,)
    # An authenticator's answer that nobody asked for.
    return (401,) if operation.body is PASSKEY else (200, 201)


@journey("each operation of the processing service refuses whom it isn't for, and shows nothing of another account", Folder)
def crawled(journey: Journey):
    issuer = Issuer(journey.folder)
    file = journey.folder / "issuers.json"
    file.write_text(json.dumps([{"issuer": issuer.address, "audiences": [AUDIENCE], "signUpTier": "enterprise"}]))
    archive = capture(journey).read_bytes()
    with service(journey) as running:
        running.operator.environment |= {
            "DIORAMA_PRIVATE_ISSUERS": "1", "DIORAMA_SECRET": SECRET, "DIORAMA_BILLING_SECRET": BILLING}
        address = running.start(
            "serve", "--database", running.database.address, "--issuers", str(file), "--port", "0", "--trusted-proxy", "127.0.0.1",
            "--public-address", "http://localhost:8080")[1]["address"]
        superuser(running, "UPDATE diorama_service.tiers SET requests_per_minute = 1000000")
        running.worker()
        crawl = Crawl(address)
        assert crawl.routes.keys() == OPERATIONS.keys(), f"enter these operations: {crawl.routes.keys() ^ OPERATIONS.keys()}"
        served = set(re.findall(r'router\.resource\(\s*"([^"]+)"', ROUTER.read_text()))
        known = {*crawl.document["paths"], *PAGES}
        assert served == known, f"document these routes: {served ^ known}"
        for name, (method, path) in crawl.routes.items():
            is_open = crawl.document["paths"][path][method.lower()].get("security") == []
            assert is_open == (OPERATIONS[name].needs == NONE), f"{name}: who may call it?"
        ada, ids = victim(running, issuer, address, archive)
        everybody = callers(issuer, address, ada)
        before = contents(ada)
        secrets = {*ids.values(), "ada@example.org", "Ada's office", ada.expect(200, "GET", "/account").json["id"]}
        for caller, is_wrong in (
                (Caller("nobody", None), True), (Caller("a wrong key", f"diorama_{'A' * 43}"), True),
                (Caller("a wrong token", "a.b.c"), True), *((caller, False) for caller in everybody)):
            for name, operation in OPERATIONS.items():
                # What is allowed in the own account is what it is for; passkeys are of one person.
                if not (caller.is_own and caller.may(operation) and operation.needs != PEOPLE):
                    answer = crawl.call(name, caller, ids)
                    crawl.expect(name, caller, answer, statuses(operation, caller, is_wrong), set() if caller.is_own else secrets)
        assert not crawl.findings, f"{len(crawl.findings)} of {crawl.calls} requests:\n" + "\n".join(crawl.findings)
        assert contents(ada) == before, "somebody else changed the account"
        assert crawl.calls > 800, crawl.calls
        others_choose_no_account(issuer, address, ada)
        print(f"{crawl.calls} requests of {len(everybody) + 3} callers to {len(OPERATIONS)} operations")
    issuer.shutdown()


def victim(running: Service, issuer: Issuer, address: str, archive: bytes) -> tuple[Client, dict[str, str]]:
    """The owner of an account that has one of everything, and the ids."""
    tokens = signed_in(address, issuer.token())
    ada = Client(address, tokens["accessToken"])
    scan = ada.expect(201, "POST", "/scans", {"name": "Ada's office"}).json["id"]
    ada.upload(scan, archive)
    job = ada.process(scan)
    assert ada.ended(job)["status"] == "succeeded"
    person = ada.expect(200, "GET", "/account").json["person"]
    superuser(
        running, "INSERT INTO diorama_service.passkeys (id, credential, person_id, name, algorithm, public_key) "
        f"VALUES ('{'p' * 27}', '\\x01', '{person}', 'Phone', 'ES256', '\\x02')")
    return ada, {
        "scan": scan, "job": job, "member": person, "passkey": "p" * 27,
        "key": ada.expect(201, "POST", "/keys", {"name": "importer", "scopes": ["scans:write"]}).json["id"],
        "webhook": ada.expect(201, "POST", "/webhooks", {"url": "https://example.org/", "events": ["job.failed"]}).json["id"],
        "invitation": ada.expect(201, "POST", "/invitations", {"role": "member"}).json["id"]}


def callers(issuer: Issuer, address: str, ada: Client) -> list[Caller]:
    """Key and members of another account; keys of the own account that lack one scope, or have one alone; its members."""
    made = []
    other = Client(address, signed_in(address, issuer.token(sub="ben", email=None))["accessToken"])
    for owner, whose, is_own in ((other, "another", False), (ada, "the own", True)):
        for role, scopes in ROLES.items():
            text = owner.expect(201, "POST", "/invitations", {"role": role}).json["invitation"]
            token = issuer.token(sub=f"{role} of {whose}", email=None)
            credential = signed_in(address, token, invitation=text)["accessToken"]
            made.append(Caller(f"{role} of {whose} account", credential, scopes, is_person=True, is_own=is_own))
        for scope in SCOPES:
            rest = tuple(one for one in SCOPES if one != scope)
            for name, scopes in ((f"key without {scope}", rest), (f"key with {scope} alone", (scope,))):
                key = owner.expect(201, "POST", "/keys", {"name": name, "scopes": list(scopes)}).json["key"]
                made.append(Caller(f"{name} of {whose} account", key, scopes, is_own=is_own))
    key = other.expect(201, "POST", "/keys", {"name": "all", "scopes": list(SCOPES)}).json["key"]
    return [*made, Caller("key of another account", key, SCOPES)]


def contents(ada: Client) -> dict:
    """What the account has."""
    ids = {}
    for path, field in (
            ("/scans", "scans"), ("/jobs", "jobs"), ("/keys", "keys"), ("/webhooks", "webhooks"), ("/invitations", "invitations"),
            ("/members", "members"), ("/passkeys", "passkeys")):
        rows = ada.expect(200, "GET", path).json[field]
        ids[field] = sorted(json.dumps({name: row[name] for name in row.keys() & {"id", "name", "role", "status"}}) for row in rows)
    return ids


def others_choose_no_account(issuer: Issuer, address: str, ada: Client):
    """Nobody begins a session with an account of which they are no member, or one that is suspended."""
    account = ada.expect(200, "GET", "/account").json["id"]
    body = json.dumps({"idToken": issuer.token(sub="ben", email=None), "account": account}).encode()
    answer = send("POST", f"{address}/api/v1/auth/token", body, {"Content-Type": "application/json"})
    assert answer.status == 403 and account not in answer.json["detail"], answer.body

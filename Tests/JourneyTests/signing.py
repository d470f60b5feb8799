"""People who sign in to the processing service: an issuer on this machine, tokens that prove nothing, teams."""

import base64
import hashlib
import hmac
import http.server
import json
import pathlib
import subprocess
import threading
import time
import urllib.parse

from connections import Folder
from journey import Journey, journey
from service import Answer, Client, send, service, superuser

SECRET = "a secret of at least 32 characters, the same on all servers"
BILLING = "the secret that the billing system signs with"
AUDIENCE = "diorama-tests"


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*words: str, given: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *words], input=given, capture_output=True, check=True).stdout


class Key:
    """A key of the issuer, RSA or on P-256; openssl signs with it."""

    def __init__(self, folder: pathlib.Path, name: str, algorithm: str = "RS256", bits: int = 2048):
        self.id, self.algorithm, self.file = name, algorithm, folder / f"{name}.pem"
        if algorithm == "RS256":
            self.file.write_bytes(openssl("genrsa", str(bits)))
            number = openssl("rsa", "-in", str(self.file), "-noout", "-modulus").decode().strip().removeprefix("Modulus=")
            self.modulus = bytes.fromhex(number)
            self.public = {"kty": "RSA", "n": text(self.modulus), "e": text(b"\x01\x00\x01")}
        else:
            self.file.write_bytes(openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout"))
            point = openssl("ec", "-in", str(self.file), "-pubout", "-outform", "DER")[-64:]
            self.public = {"kty": "EC", "crv": "P-256", "x": text(point[:32]), "y": text(point[32:])}
        self.public |= {"kid": name, "use": "sig", "alg": algorithm}

    def sign(self, message: bytes) -> bytes:
        signature = openssl("dgst", "-sha256", "-sign", str(self.file), given=message)
        return signature if self.algorithm == "RS256" else raw(signature)


def raw(der: bytes) -> bytes:
    """The two numbers of a DER signature, 32 bytes each."""
    first = der[4:4 + der[3]]
    second = der[6 + der[3]:]
    return b"".join(number.lstrip(b"\0").rjust(32, b"\0") for number in (first, second))


class Issuer(http.server.ThreadingHTTPServer):
    """OpenID Connect's part of an identity provider: its configuration and keys, and where browsers sign in."""

    def __init__(self, folder: pathlib.Path):
        super().__init__(("127.0.0.1", 0), IssuerHandler)
        self.folder, self.requests, self.serial = folder, 0, 0
        # The parameters with which browsers came, and what the next of them takes back: of what they asked for, with changes.
        self.asked: list[dict[str, str]] = []
        self.changes: dict[str, str | None] = {}
        self.keys = [Key(folder, "first")]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def claims(self, **changes) -> dict:
        self.serial += 1
        now = int(time.time())
        claims = {
            "iss": self.address, "sub": "ada", "aud": AUDIENCE, "iat": now, "exp": now + 600, "email": "ada@example.org",
            "email_verified": "true", "jti": str(self.serial)} | changes
        return {name: value for name, value in claims.items() if value is not None}

    def token(self, key: Key | None = None, header: dict | None = None, signature: bytes | None = None, **changes) -> str:
        key = key or self.keys[-1]
        head = {"alg": key.algorithm, "kid": key.id} | (header or {})
        head = {name: value for name, value in head.items() if value is not None}
        signed = f"{text(json.dumps(head).encode())}.{text(json.dumps(self.claims(**changes)).encode())}"
        return f"{signed}.{text(key.sign(signed.encode()) if signature is None else signature)}"


    def authorize(self, asked: dict[str, str]) -> str:
        """The address to which a browser that asks for an ID token is sent back."""
        self.asked.append(asked)
        claims = {"sub": "ada", "aud": asked["client_id"], "nonce": asked["nonce"], **self.changes}
        answer = {"state": claims.pop("state", asked["state"])}
        error = claims.pop("error", None)
        answer |= {"error": error} if error else {"id_token": self.token(**claims)}
        return f"{asked['redirect_uri']}#{urllib.parse.urlencode(answer)}"


class IssuerHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        issuer = self.server
        issuer.requests += 1
        path = urllib.parse.urlsplit(self.path)
        if path.path == "/authorize":
            self.send_response(302)
            self.send_header("Location", issuer.authorize(dict(urllib.parse.parse_qsl(path.query))))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if path.path == "/.well-known/openid-configuration":
            answer = {
                "issuer": issuer.address, "jwks_uri": f"{issuer.address}/keys",
                "authorization_endpoint": f"{issuer.address}/authorize", "response_types_supported": ["code", "id_token"]}
        else:
            # A key of another type, in another form, among those that are understood.
            answer = {"keys": [{"kty": "oct", "kid": 1}, *(key.public for key in issuer.keys)]}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def auth(address: str, path: str, **body) -> Answer:
    return send("POST", f"{address}/api/v1/auth/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})


def signed_in(address: str, token: str, **more) -> dict:
    answer = auth(address, "token", idToken=token, **more)
    assert answer.status == 200, answer.body
    return answer.json


def refused(address: str, token: str, why: str, status: int = 401, **more):
    # Wrong tokens of one address have to wait in between.
    answer = auth(address, "token", idToken=token, **more)
    assert answer.status == status and why in answer.json["detail"], (why, answer.status, answer.body)


@journey("people sign in to the processing service with tokens of their issuer, and work in teams", Folder)
def signing_in(journey: Journey):
    issuer = Issuer(journey.folder)
    file = journey.folder / "issuers.json"
    file.write_text(json.dumps([{"issuer": issuer.address, "audiences": [AUDIENCE], "signUpTier": "pro"}]))
    with service(journey) as running:
        words = ("serve", "--database", running.database.address, "--issuers", str(file), "--port", "0")
        # Issuers are on the public internet, and a secret is needed.
        environment = running.operator.environment
        bad = journey.device("bad", environment | {"DIORAMA_SECRET": SECRET})
        assert "issuer must begin with https" in bad.run(*words, "--bucket", running.bucket.address, code=1).errors
        environment["DIORAMA_PRIVATE_ISSUERS"] = "1"
        assert "DIORAMA_SECRET" in running.operator.run(*words, "--bucket", running.bucket.address, code=1).errors
        environment |= {"DIORAMA_SECRET": SECRET, "DIORAMA_BILLING_SECRET": BILLING}
        servers = [running.start(*words)[1]["address"] for _ in range(2)]
        tokens_prove_somebody(issuer, servers[0])
        tokens = sessions_go_on(running, issuer, servers)
        teams_share(running, issuer, servers, tokens)
        used_ones_end_all(running, issuer, servers)
        bills_change_tiers(issuer, servers)
    issuer.shutdown()


def bills_change_tiers(issuer: Issuer, servers: list[str]):
    """What a billing system reports, signed, holds from the next request on, once; requests are counted by route."""
    tokens = signed_in(servers[0], issuer.token(sub="bea", email=None))
    bea, now = Client(servers[0], tokens["accessToken"]), int(time.time())

    def report(id: str, seconds: int = 0, secret: str = BILLING, at: int = now, **more) -> Answer:
        body = json.dumps({"id": id, "account": tokens["account"], "happenedAt": at * 1000, **more}).encode()
        stamp = now + seconds
        code = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
        return send("POST", f"{servers[1]}/api/v1/billing/events", body, {
            "Content-Type": "application/json", "Diorama-Signature": f"t={stamp},v1={code}"})

    for wrong in (report("1", secret="x" * 40, tier="business"), report("1", seconds=-900, tier="business")):
        assert wrong.status == 401, wrong.body
    assert report("1", tier="golden").status == 400 and report("1").status == 400
    assert report("1", tier="business").json == {"applied": True} and report("1", tier="business").json == {"applied": False}
    assert report("1", tier="free").status == 409
    assert bea.expect(200, "GET", "/account").json["tier"] == "business"
    # One that happened before changes nothing.
    assert report("0", at=now - 60, tier="free").json == {"applied": False}
    assert report("2", suspended=True).json == {"applied": True}
    bea.expect(401, "GET", "/account")
    assert auth(servers[0], "refresh", refreshToken=tokens["refreshToken"]).status == 401
    assert report("3", suspended=False).json == {"applied": True}
    assert bea.expect(200, "GET", "/account").json["tier"] == "business"
    metrics = send("GET", f"{servers[0]}/metrics").body.decode()
    assert 'diorama_service_request_seconds_count{method="GET",route="/api/v1/account",status="200"} ' in metrics, metrics
    assert "# TYPE diorama_service_request_seconds histogram" in metrics and "diorama_service_silent_workers 0" in metrics


def tokens_prove_somebody(issuer: Issuer, address: str):
    """What isn't a valid token of this issuer for this application signs nobody in."""
    key = issuer.keys[0]
    other = Key(issuer.folder, "other")
    now = int(time.time())
    for token, why in (
            ("nothing", "three parts"), (issuer.token(aud="another"), "another application"),
            (issuer.token(aud=[AUDIENCE, "another"], azp="another"), "given to another"),
            (issuer.token(exp=now - 120, iat=now - 700), "expired"),
            (issuer.token(iat=now + 3600, exp=now + 7200), "not valid yet"),
            (issuer.token(header={"alg": "none"}, signature=b"x"), "algorithm"),
            # The public key as the secret of HMAC.
            (issuer.token(header={"alg": "HS256"}), "algorithm"), (issuer.token(header={"alg": "ES256"}), "signature"),
            (issuer.token(header={"kid": None}), "name its key"), (issuer.token(header={"crit": ["exp"]}), "extensions"),
            (issuer.token(other, header={"kid": key.id}), "signature"), (issuer.token(iss="https://example.org"), "issuer is none"),
            (issuer.token(nonce="a"), "nonce"), (issuer.token(sub=""), "subject")):
        refused(address, token, why)
    requests = issuer.requests
    refused(address, issuer.token(header={"kid": "unknown"}), "none of the issuer's")
    assert issuer.requests <= requests + 2, "an unknown key causes many requests"
    token = issuer.token(nonce="b")
    assert signed_in(address, token, nonce="b")["accounts"][0]["role"] == "owner"
    refused(address, token, "signed in before", nonce="b")


def sessions_go_on(running, issuer: Issuer, servers: list[str]) -> dict:
    """Keys of the issuer change; a session goes on with any server, and ends when it is signed out."""
    issuer.keys = [Key(issuer.folder, "second", "ES256")]
    end = time.monotonic() + 30
    while (answer := auth(servers[0], "token", idToken=issuer.token())).status != 200:
        assert answer.status == 401 and time.monotonic() < end, answer.body
        time.sleep(1)
    tokens = answer.json
    ada = Client(servers[1], tokens["accessToken"])
    found = ada.expect(200, "GET", "/account").json
    assert found["id"] == tokens["account"] and found["tier"] == "pro" and found["role"] == "owner", found
    head, body, signature = tokens["accessToken"].split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    assert claims["exp"] - claims["iat"] == 600
    forged = text(json.dumps(claims | {"acc": "0" * 27}).encode())
    none = text(json.dumps({"alg": "none", "kid": json.loads(base64.urlsafe_b64decode(head + "=="))["kid"]}).encode())
    for wrong in (f"{head}.{forged}.{signature}", f"{none}.{body}.{signature}", issuer.token()):
        Client(servers[1], wrong).expect(401, "GET", "/account")
    renewed = auth(servers[1], "refresh", refreshToken=tokens["refreshToken"]).json
    Client(servers[0], renewed["accessToken"]).expect(200, "GET", "/scans")
    # Keys in the database are sealed.
    rows = superuser(running, "SELECT octet_length(sealed_key), octet_length(public_key) FROM diorama_service.signing_keys")
    assert rows == [["60", "65"]], rows
    signed = signed_in(servers[0], issuer.token())
    assert auth(servers[0], "revoke", refreshToken=signed["refreshToken"]).status == 204
    assert auth(servers[0], "revoke", refreshToken=signed["refreshToken"]).status == 204
    Client(servers[1], signed["accessToken"]).expect(401, "GET", "/account")
    assert auth(servers[0], "refresh", refreshToken=signed["refreshToken"]).status == 401
    return renewed


def teams_share(running, issuer: Issuer, servers: list[str], tokens: dict):
    """Members see the account's scans, and do what their role says; an invitation is used once."""
    ada = Client(servers[0], tokens["accessToken"])
    scan = ada.expect(201, "POST", "/scans", {"name": "Office"}).json["id"]
    invited = ada.expect(201, "POST", "/invitations", {"role": "viewer"}).json
    ada.expect(400, "POST", "/invitations", {"role": "king"})
    ben = signed_in(servers[1], issuer.token(sub="ben", email="ben@example.org"), invitation=invited["invitation"])
    assert [account["role"] for account in ben["accounts"]] == ["viewer"] and ben["account"] == tokens["account"]
    refused(servers[1], issuer.token(sub="eve"), "unknown, expired or used", 403, invitation=invited["invitation"])
    viewer = Client(servers[1], ben["accessToken"])
    viewer.expect(200, "GET", f"/scans/{scan}")
    for method, path, body in (("POST", "/scans", {"name": "No"}), ("GET", "/members", None), ("GET", "/keys", None)):
        viewer.expect(403, method, path, body)
    members = ada.expect(200, "GET", "/members").json["members"]
    ids = {member["email"]: member["id"] for member in members}
    assert {member["role"] for member in members} == {"owner", "viewer"}, members
    ada.expect(204, "PATCH", f"/members/{ids['ben@example.org']}", {"role": "member"})
    viewer.expect(201, "POST", "/scans", {"name": "Yes"})
    ada.expect(409, "DELETE", f"/members/{ids['ada@example.org']}")
    ada.expect(204, "PATCH", f"/members/{ids['ben@example.org']}", {"role": "admin"})
    viewer.expect(403, "PATCH", f"/members/{ids['ada@example.org']}", {"role": "viewer"})
    viewer.expect(403, "POST", "/invitations", {"role": "owner"})
    # Others see nothing of them.
    eve = Client(servers[0], signed_in(servers[0], issuer.token(sub="eve", email=None))["accessToken"])
    eve.expect(404, "GET", f"/scans/{scan}")
    eve.expect(404, "DELETE", f"/members/{ids['ben@example.org']}")
    assert len(eve.expect(200, "GET", "/members").json["members"]) == 1
    open_one = ada.expect(201, "POST", "/invitations", {"role": "member", "days": 1}).json
    eve.expect(404, "DELETE", f"/invitations/{open_one['id']}")
    ada.expect(204, "DELETE", f"/invitations/{open_one['id']}")
    ada.expect(204, "DELETE", f"/members/{ids['ben@example.org']}")
    viewer.expect(401, "GET", "/scans")
    # An account that the operator added gets its first owner by an invitation.
    running.operator.run("service", "account", "add", "Acme", "--tier", "business")
    text = running.operator.run("service", "account", "invite", "Acme").json["invitation"]
    zoe = signed_in(servers[0], issuer.token(sub="zoe", email=None), invitation=text)
    assert [(account["name"], account["role"]) for account in zoe["accounts"]] == [("Acme", "owner")], zoe


def used_ones_end_all(running, issuer: Issuer, servers: list[str]):
    """A refresh token that is used twice was copied: the session ends for whoever has it, and the audit log says so."""
    first = signed_in(servers[0], issuer.token(sub="mia", email=None))
    second = auth(servers[1], "refresh", refreshToken=first["refreshToken"]).json
    mia = Client(servers[0], second["accessToken"])
    # The answer to the last exchange may have been lost: it is tried again, more than once.
    third = auth(servers[0], "refresh", refreshToken=first["refreshToken"]).json
    third = auth(servers[1], "refresh", refreshToken=first["refreshToken"]).json
    auth(servers[0], "refresh", refreshToken=third["refreshToken"])
    mia.expect(200, "GET", "/account")
    assert auth(servers[0], "refresh", refreshToken=second["refreshToken"]).status == 401
    mia.expect(401, "GET", "/account")
    for tokens in (first, second, third):
        assert auth(servers[1], "refresh", refreshToken=tokens["refreshToken"]).status == 401
    again = Client(servers[0], signed_in(servers[0], issuer.token(sub="mia", email=None))["accessToken"])
    actions = [entry["action"] for entry in again.expect(200, "GET", "/audit").json["entries"]]
    assert "session.reuse" in actions and "session.begin" in actions, actions

"""The calls of S3 that a journey makes itself, to read, damage and clear a bucket (AWS Signature Version 4)."""

import datetime
import hashlib
import hmac
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as xml
from dataclasses import dataclass

NAMESPACE = "{http://s3.amazonaws.com/doc/2006-03-01/}"
REGION = "us-east-1"


@dataclass(frozen=True)
class S3:
    endpoint: str
    key: str
    secret: str
    bucket: str

    def create(self):
        self._call("PUT", f"/{self.bucket}")

    def list(self) -> list[str]:
        found, token = [], None
        while True:
            query = {"list-type": "2", **({"continuation-token": token} if token else {})}
            page = xml.fromstring(self._call("GET", f"/{self.bucket}", query))
            found += [element.findtext(f"{NAMESPACE}Key") for element in page.iter(f"{NAMESPACE}Contents")]
            token = page.findtext(f"{NAMESPACE}NextContinuationToken")
            if not token:
                return found

    def get(self, key: str) -> bytes:
        return self._call("GET", f"/{self.bucket}/{urllib.parse.quote(key)}")

    def put(self, key: str, content: bytes):
        self._call("PUT", f"/{self.bucket}/{urllib.parse.quote(key)}", body=content)

    def delete(self, key: str):
        self._call("DELETE", f"/{self.bucket}/{urllib.parse.quote(key)}")

    def _call(self, method: str, path: str, query: dict[str, str] | None = None, body: bytes = b"") -> bytes:
        moment = datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")
        scope = f"{moment[:8]}/{REGION}/s3/aws4_request"
        host = urllib.parse.urlsplit(self.endpoint).netloc
        digest = hashlib.sha256(body).hexdigest()
        parameters = urllib.parse.urlencode(sorted((query or {}).items()), quote_via=urllib.parse.quote)
        headers = {"host": host, "x-amz-content-sha256": digest, "x-amz-date": moment}
        signed = ";".join(headers)
        lines = [method, path, parameters, *(f"{name}:{value}" for name, value in headers.items()), "", signed, digest]
        text = "\n".join(["AWS4-HMAC-SHA256", moment, scope, hashlib.sha256("\n".join(lines).encode()).hexdigest()])
        key = f"AWS4{self.secret}".encode()
        for part in scope.split("/"):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
        headers["authorization"] = (
            f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, SignedHeaders={signed}, Signature={signature}")
        del headers["host"]
        address = f"{self.endpoint}{path}" + (f"?{parameters}" if parameters else "")
        request = urllib.request.Request(address, method=method, data=body or None, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"S3: {method} {path} was answered {error.code}: {error.read()[:300]!r}") from error

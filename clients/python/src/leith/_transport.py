"""Requests that are sent until they are answered: what is busy is asked again when it says so."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, BinaryIO
from urllib.parse import urljoin

import httpx

from ._pages import text_of
from .errors import Damaged, NotReached, refusal

_AGAIN = {429, 503}
#: A connection that broke: so often the same request is sent once more.
_BROKEN_TRIES = 2
_BROKEN_WAIT_S = 1.0


class Transport:
    """One service and who asks it."""

    def __init__(
        self,
        url: str,
        api_key: str | None,
        *,
        timeout_s: float,
        patience_s: float,
        transport: httpx.BaseTransport | None,
    ) -> None:
        self.url = url.rstrip("/") + "/"
        self.has_key = bool(api_key)
        self._patience_s = patience_s
        headers = {"User-Agent": "leith-python/0.1"}
        if api_key:
            headers["Authorization"] = f"Bearer {api_key}"
        timeout = httpx.Timeout(timeout_s, connect=min(timeout_s, 10.0))
        self._timeout, self._given = timeout, transport
        # no redirects: the key goes nowhere but to the address that was given
        self._http = httpx.Client(headers=headers, timeout=timeout, transport=transport)

    def send(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
        files: Mapping[str, tuple[str | None, bytes]] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | None = None,
    ) -> httpx.Response:
        """The answer, which is no refusal. Raises Refused, NotReached."""
        address = urljoin(self.url, path.lstrip("/"))
        give_up = time.monotonic() + self._patience_s
        broken = 0
        while True:
            try:
                response = self._http.request(
                    method, address, headers=headers, data=fields, files=files, json=body, content=content
                )
            except httpx.TransportError as error:
                broken += 1
                if broken > _BROKEN_TRIES or isinstance(error, httpx.TimeoutException):
                    raise NotReached(f"{self.url} does not answer: {error}") from error
                time.sleep(_BROKEN_WAIT_S)
                continue
            if response.is_success:
                return response
            problem = self._problem(response)
            again = response.status_code in _AGAIN or problem.get("code") == "IDEMPOTENCY_IN_PROGRESS"
            wait_s = _seconds(response.headers.get("Retry-After"))
            if not again or time.monotonic() + wait_s > give_up:
                raise refusal(problem, self._help)
            time.sleep(wait_s)

    def json(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """The answer's JSON, to a body that is JSON, too."""
        return self.send(method, path, headers={"Accept": "application/json"}, body=body).json()

    def bytes(self, path: str) -> bytes:
        """The bytes of a stored file, once they are known to be those that the service meant."""
        return checked(self.send("GET", path))

    def copy(self, path: str, to: BinaryIO) -> None:
        """A stored file that may be larger than the memory. Raises Damaged where it did not arrive as it was sent."""
        address = urljoin(self.url, path.lstrip("/"))
        digest = hashlib.sha256()
        try:
            with self._http.stream("GET", address, headers={"Accept-Encoding": "identity"}) as response:
                if not response.is_success:
                    response.read()
                    raise refusal(self._problem(response), self._help)
                for piece in response.iter_bytes():
                    digest.update(piece)
                    to.write(piece)
        except httpx.TransportError as error:
            raise NotReached(f"{self.url} does not answer: {error}") from error
        said = response.headers.get("Repr-Digest")
        if said is not None and f"sha-256=:{base64.b64encode(digest.digest()).decode()}:" not in said:
            raise Damaged(f"{response.url} did not arrive as it was sent: try again")

    def refusal_of(self, problem: Mapping[str, Any]) -> Exception:
        """The exception for a problem that came inside of an answer, e.g. why a run has failed."""
        return refusal(self._absolute(problem), self._help)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Transport:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _problem(self, response: httpx.Response) -> dict[str, Any]:
        try:
            problem = response.json()
        except json.JSONDecodeError:
            problem = None
        if not isinstance(problem, dict):
            # something between here and the service has answered
            problem = {"status": response.status_code, "title": f"HTTP {response.status_code} {response.reason_phrase}"}
        return self._absolute(problem)

    def _absolute(self, problem: Mapping[str, Any]) -> dict[str, Any]:
        page = problem.get("type")
        return {**problem, **({"type": urljoin(self.url, page)} if isinstance(page, str) else {})}

    def _help(self, url: str) -> str:
        if not url.startswith(self.url):
            return url
        # an exception outlives the client that raised it
        with httpx.Client(timeout=self._timeout, transport=self._given) as http:
            try:
                page = http.get(url)
            except httpx.TransportError as error:
                raise NotReached(f"{url} can't be read: {error}") from error
        return text_of(page.text) if page.is_success else url


def checked(response: httpx.Response) -> bytes:
    """The body, if it has the digest that the answer names (RFC 9530). Raises Damaged."""
    body = response.content
    said = response.headers.get("Repr-Digest")
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    if said is not None and f"sha-256=:{digest}:" not in said:
        raise Damaged(f"{response.url} did not arrive as it was sent: try again")
    return body


def _seconds(header: str | None) -> float:
    try:
        return max(0.0, float(header or ""))
    except ValueError:
        return 1.0

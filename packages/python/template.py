"""Client of the Tributary API, version {version}. Generated from the OpenAPI document; needs Python 3.9 and nothing else.

    from tributary import Tributary

    api = Tributary("https://tributary.example", token)
    link = api.create_own_affiliate_link(body={{"url": "https://store.example/shoes"}})
    for link in api.pages(api.list_affiliate_links):
        print(link["service_url"])
"""

import base64
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Union

from . import records

_REPEATABLE = ("GET", "HEAD", "PUT", "DELETE")
_UNAVAILABLE = (502, 503, 504)


class ApiError(Exception):
    """A reply of 400 or above. Subclasses name its kind."""

    def __init__(
        self, status: int, body: Any, retry_after: Optional[int] = None, request_id: Optional[str] = None
    ) -> None:
        body = body if isinstance(body, dict) else {{}}
        super().__init__(body.get("message") or f"The server answered {{status}}.")
        self.status: int = status
        #: The code of the rule, such as "illegal_transition", or None.
        self.code: Optional[str] = body.get("error")
        #: Messages by field path; empty unless the input was invalid.
        self.fields: Dict[str, List[str]] = body.get("errors") or {{}}
        #: Seconds after which the request may be repeated, or None.
        self.retry_after: Optional[int] = retry_after
        #: The id of the request in the server's log, or None.
        self.request_id: Optional[str] = request_id or body.get("request_id")


class RuleError(ApiError):
    """400: a business rule refuses the request."""


class UnauthenticatedError(ApiError):
    """401: the token is missing, wrong, expired or revoked."""


class ForbiddenError(ApiError):
    """403: the caller may not do this."""


class NotFoundError(ApiError):
    """404: there is no such record, or the caller may not know of it."""


class ConflictError(ApiError):
    """409: the request contradicts an earlier one."""


class ChangedSinceError(ApiError):
    """412: the record has changed since it was read (if-match)."""


class InvalidInputError(ApiError):
    """422: the input is invalid."""


class RateLimitError(ApiError):
    """429: too many requests."""


class ServerError(ApiError):
    """500 and above: a fault of the server, or the service is not available."""


class WebhookVerificationError(Exception):
    """The request is not signed with the secret, or it is too old."""


_ERRORS = {{
    400: RuleError,
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: ChangedSinceError,
    422: InvalidInputError,
    429: RateLimitError,
}}


def verify_webhook(
    secret: str, body: bytes, headers: Mapping[str, str], tolerance: float = 300, now: Optional[float] = None
) -> Dict[str, Any]:
    """Verifies a request of a webhook (Standard Webhooks) and returns its event.

    body: the bytes as they were received. headers: a mapping with names in any case.
    """
    try:
        lower = {{name.lower(): value for name, value in headers.items()}}
        message_id, timestamp, signatures = (lower["webhook-" + name] for name in ("id", "timestamp", "signature"))
        age = abs((time.time() if now is None else now) - int(timestamp))
        key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
    except (KeyError, ValueError) as error:
        raise WebhookVerificationError(f"The headers or the secret are invalid: {{error}}") from error
    if age > tolerance:
        raise WebhookVerificationError("The header webhook-timestamp is too far from the current time.")
    signed = f"{{message_id}}.{{timestamp}}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split(" ")):
        raise WebhookVerificationError("No signature of the request was made with the secret.")
    return json.loads(body)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could send the token to another host."""

    def redirect_request(self, *_args):
        return None


class _Base:
    def __init__(self, base_url: str, token: Optional[str] = None, retries: int = 3, timeout: float = 60) -> None:
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._retries = retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects)

    def pages(self, operation: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
        """Iterates over all records of a list: `api.pages(api.list_affiliate_links, size=100)`."""
        page = query.pop("page", 1)
        while True:
            reply = operation(*args, page=page, **query)
            yield from reply["data"]
            if (reply.get("links") or {{}}).get("next") is None and reply.get("next_page_url") is None:
                return
            page += 1

    def export(self, dataset: str, after: Optional[str] = None) -> Iterator[Dict[str, Any]]:
        """Streams clicks, orders or the ledger in the order of commits. Each record has a `cursor`, and `after` continues behind it.

        A reply that is cut off is continued, so no record is missing and none comes twice.
        """
        failures = 0
        while True:
            query = {{"wait_seconds": 0, "limit": 100_000, "after": after}}
            count, complete = 0, False
            try:
                with self._send("GET", "/v2/exports/" + urllib.parse.quote(dataset, safe=""), query, None, None) as reply:
                    for line in reply:
                        if not line.endswith(b"\n"):
                            break
                        record = json.loads(line)
                        after = record["cursor"]
                        if record.get("end"):
                            complete = True
                            break
                        count += 1
                        yield record
            except (OSError, http.client.HTTPException):
                pass
            if complete and count < 100_000:
                return
            failures = 0 if complete or count else failures + 1
            if failures > self._retries:
                raise ConnectionError("The export was cut off.")

    def _call(
        self, method: str, path: str, query: Dict[str, Any], body: Any, idempotent: bool, idempotency_key: Optional[str] = None
    ) -> Any:
        key = idempotency_key or (uuid.uuid4().hex if idempotent else None)
        with self._send(method, path, query, body, key) as reply:
            content = reply.read()
            if "json" not in (reply.headers.get("content-type") or ""):
                return content or None
            return json.loads(content) if content else None

    def _send(self, method, path, query, body, key):
        pairs = [(name, value) for name, value in query.items() if value is not None]
        text = urllib.parse.urlencode(pairs, doseq=True)
        headers = {{"accept": "application/json, */*"}}
        if self._token is not None:
            headers["authorization"] = self._token
        if key is not None:
            headers["idempotency-key"] = key
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        request = urllib.request.Request(
            f"{{self._base_url}}{{path}}" + (f"?{{text}}" if text else ""), data=data, headers=headers, method=method
        )
        may_repeat = method in _REPEATABLE or key is not None
        for attempt in range(self._retries + 1):
            try:
                return self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                failure = _error_of(error)
                repeat = failure.status == 429 or (may_repeat and failure.status in _UNAVAILABLE)
                if (failure.retry_after or 0) > 60:
                    repeat = False
            except (OSError, http.client.HTTPException) as error:
                failure, repeat = ConnectionError(f"{{method}} {{path}} got no reply: {{error}}"), may_repeat
            if not repeat or attempt == self._retries:
                raise failure
            pause = min(0.25 * 2**attempt, 10) * random.uniform(0.5, 1)
            time.sleep(max(pause, getattr(failure, "retry_after", None) or 0))


def _quoted(value):
    return urllib.parse.quote(str(value), safe="")


def _error_of(error):
    try:
        body = json.loads(error.read())
    except ValueError:
        body = None
    retry_after = error.headers.get("retry-after") or ""
    kind = _ERRORS.get(error.code, ServerError if error.code >= 500 else ApiError)
    seconds = int(retry_after) if retry_after.isdigit() else None
    return kind(error.code, body, seconds, error.headers.get("x-request-id"))


class Tributary(_Base):
    """The API. Path parameters come first, then query fields by name, then `body` (JSON)."""

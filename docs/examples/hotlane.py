"""A client of Hotlane with retries that never run a command twice. Python 3.8 or later, standard library only.

The rule: one intent, one key. Make the key before the first attempt, and send it again, unchanged, until an answer has the
outcome. A program that may crash stores the key first, in its order for example. An attempt may end in six ways:

  2xx               done, now or by an earlier attempt (then `replayed` is true)
  404, 409, 412,    rejected by the rules: sold out, over the limit, expired (410 EXPIRED), no such reservation. Final for
  429, 410          this key. A confirm that precedes its reservation in the log gets such a 404
  other 4xx         the request is wrong: nothing ran, nothing is remembered
  408               the request came too slowly: nothing of this attempt ran. Send the same key again
  410 ID_EXPIRED    unknown: the key is so old that its outcome is no longer stored. Read before you try again with a new key
  503, 429          not executed: the gateway, or the lane (QUOTA_EXCEEDED), has no room. Wait as long as Retry-After
  QUOTA_EXCEEDED    says, then send the same key
  504, no answer    unknown: it may have run, or may run yet. Send the same key again, any number of times, until it is known

If you must give up while the outcome is unknown, call `abandon`: it returns the outcome, or ensures that the command never runs.
"Final" and "never" hold for ever, as the keys are UUIDv7 (`new_key`). Other keys hold only while the window contains them.
"""

import http.client
import json
import os
import random
import time
import urllib.parse
import uuid


class Refused(Exception):
    """The rejection of a call. `code` is one of the contract's, `problem` the whole answer."""

    def __init__(self, problem):
        super().__init__(problem.get("detail") or problem.get("title"))
        self.code = problem.get("code")
        self.problem = problem


class Unknown(Exception):
    """The outcome was not known in time: call again with `key`, or abandon it. Or the key is too old (ID_EXPIRED)."""

    def __init__(self, key, last):
        super().__init__("the outcome of %s is unknown, last: %s" % (key, last))
        self.key = key


def new_key():
    """A UUID of version 7 (RFC 9562). It contains its time, so its command never runs twice, at any delay of a retry."""
    millis = time.time_ns() // 1_000_000
    bits = millis << 80 | 0x7 << 76 | random.getrandbits(12) << 64 | 0b10 << 62 | int.from_bytes(os.urandom(8), "big") >> 2
    return str(uuid.UUID(int=bits))


class Hotlane:
    """One gateway, one connection. Not for use by two threads at once."""

    ATTEMPT_SECONDS = 15  # longer than the gateway's 10 s, so that the gateway answers first
    BACKOFF_SECONDS = (0.05, 2.0)

    def __init__(self, host="127.0.0.1", port=8080, patience=30):
        self._address = (host, port)
        self._patience = patience
        self._connection = None

    def reserve(self, key, lines, ttl_ms, limits=(), owner=None):
        """Holds units for ttl_ms. lines: {key: quantity}; limits: {key: (quantity, max)}. `key` becomes the reservation's id."""
        body = {"lines": [{"key": k, "quantity": q} for k, q in lines.items()], "ttlMs": ttl_ms}
        if limits:
            body["limits"] = [{"key": k, "quantity": q, "max": m} for k, (q, m) in limits.items()]
        if owner:
            body["owner"] = owner
        return self.write("POST", "/v1/reservations", key, body)

    def confirm(self, reservation, key):
        """Sells the units. Take the payment first; if the answer is EXPIRED, refund it."""
        return self.write("POST", "/v1/reservations/%s/confirm" % _segment(reservation), key)

    def cancel(self, reservation, key):
        """Gives the units and the limits back."""
        return self.write("POST", "/v1/reservations/%s/cancel" % _segment(reservation), key)

    def put(self, counter, value, key):
        return self.write("PUT", "/v1/counters/" + _segment(counter), key, {"value": value})

    def counter(self, counter):
        return self.read("/v1/counters/" + _segment(counter))

    def abandon(self, unknown_key, key):
        """Ends an unknown outcome: returns the stored one, or state `abandoned`: then a command under a UUIDv7 never runs."""
        return self.write("POST", "/v1/commands/%s/abandon" % _segment(unknown_key), key)

    def write(self, method, path, key, body=None):
        """Sends until the outcome is known. Raises Refused; or Unknown after `patience` seconds or if the key is too old."""
        status, answer, replayed = self._until_known(method, path, key, body)
        if answer.get("code") == "ID_EXPIRED":
            raise Unknown(key, "410 ID_EXPIRED")
        if status >= 300:
            raise Refused(answer)
        answer["replayed"] = replayed
        return answer

    def read(self, path):
        """A read changes nothing, so it is sent again after any failure."""
        status, answer, _ = self._until_known("GET", path, None, None)
        if status >= 300:
            raise Refused(answer)
        return answer

    def _until_known(self, method, path, key, body):
        deadline = time.monotonic() + self._patience
        wait, longest = self.BACKOFF_SECONDS
        while True:
            try:
                response = self._attempt(method, path, key, body)
                text = response.read()
                answer = json.loads(text) if response.status not in (408, 503, 504) else None
                if answer and answer.get("code") != "QUOTA_EXCEEDED":
                    return response.status, answer, response.getheader("Idempotency-Replayed") == "true"
                last, told = response.status, float(response.getheader("Retry-After") or 0)
            except (OSError, http.client.HTTPException, ValueError) as no_answer:
                self._connection = None
                last, told = no_answer, 0
            pause = max(told, random.uniform(0, wait))  # full jitter spreads the retries of many clients
            wait = min(2 * wait, longest)
            if time.monotonic() + pause > deadline:
                raise Unknown(key, last)
            time.sleep(pause)

    def _attempt(self, method, path, key, body):
        if self._connection is None:
            self._connection = http.client.HTTPConnection(*self._address, timeout=self.ATTEMPT_SECONDS)
        headers = {"Idempotency-Key": key} if key else {}
        data = None
        if body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        self._connection.request(method, path, data, headers)
        return self._connection.getresponse()


def _segment(text):
    return urllib.parse.quote(text, safe="")


def main():
    """Reserves one phone, pays, confirms; then asks for a second one, which the limit rejects."""
    lane = Hotlane(port=int(os.environ.get("HOTLANE_PORT", "8080")))
    stock, limit = "stock:py-" + new_key(), "limit:py-" + new_key()
    lane.put(stock, 10, new_key())

    order = new_key()  # store it in the order's row before the call
    held = lane.reserve(order, {stock: 1}, 600_000, {limit: (1, 1)}, owner="u7")
    print("held until", held["expiresAt"], "remaining", held["lines"][0]["remaining"])
    again = lane.reserve(order, {stock: 1}, 600_000, {limit: (1, 1)}, owner="u7")
    print("the same call again: replayed", again["replayed"], "offset", again["offset"] == held["offset"])

    print("paid, so", lane.confirm(order, new_key())["state"])
    try:
        lane.reserve(new_key(), {stock: 1}, 600_000, {limit: (1, 1)}, owner="u7")
    except Refused as no:
        print("one more:", no.code)

    never_sent = new_key()
    print("given up:", lane.abandon(never_sent, new_key())["state"])
    try:
        lane.reserve(never_sent, {stock: 1}, 600_000)
    except Refused as no:
        print("and then sent after all:", no.code)
    print("left", lane.counter(stock)["value"])


if __name__ == "__main__":
    main()

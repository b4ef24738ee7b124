"""The consumers of docs/examples/feed against a lane that runs, with a feed: each must end equal to the lane.

Usage: consumers_calls.py URL BROKERS DIRECTORY. Writes a line to DIRECTORY/middle when half of the changes are made, which
is the time to kill the feed. Ends with `N passed, N failed, 0 skipped`.
"""

import json
import os
import pathlib
import random
import sys
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "docs/examples/feed"))
import feed_cache
import feed_search
from confluent_kafka import OFFSET_BEGINNING

URL, BROKERS, DIRECTORY = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
LANE = "hotlane"
KEYS = ["stock:%s-%d" % (word, i) for word in ("phone", "Phone", "lamp") for i in range(8)]
CHANGES = 400
PATIENCE = 120
SEED = int(os.environ.get("SEED", "1"))


def call(method, path, key=None, body=None):
    """Calls until the outcome is known; returns (status, answer)."""
    headers = {"Idempotency-Key": key} if key else {}
    data = json.dumps(body).encode() if body is not None else None
    if data:
        headers["Content-Type"] = "application/json"
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers, method=method)) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else {}
        except urllib.error.HTTPError as refused:
            if refused.code not in (503, 504) or time.monotonic() > deadline:
                return refused.code, json.loads(refused.read() or b"{}")
            time.sleep(0.2)


def segment(key):
    return urllib.parse.quote(key, safe="")


def counters():
    """Value of each counter of KEYS that is there."""
    found = {}
    for key in KEYS:
        status, answer = call("GET", "/v1/counters/" + segment(key))
        if status == 200 and answer["version"] > 0:
            found[key] = answer["value"]
    return found


def until(what, holds):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError("not so after %d s: %s" % (PATIENCE, what))
        time.sleep(0.1)


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def run(self, check):
        try:
            check()
            self.passed += 1
            print("passed: " + check.__doc__)
        except Exception:
            self.failed += 1
            print("failed: " + check.__doc__)
            traceback.print_exc()


def change(seq, key, value, part=None):
    record = {"seq": seq, "kind": "transaction", "changes": [{"key": key, "before": 0, "value": value}]}
    return record if part is None else dict(record, part=part, parts=2)


def repeats_are_dropped():
    """a record at or below the last seq is dropped, and the second part of a split one is not"""
    cache = feed_cache.CounterCache(lambda key: (0, 0))
    cache.get("a")
    assert [cache.apply(change(5, "a", 1, 1)), cache.apply(change(5, "a", 2, 2))] == [True, True]
    assert [cache.apply(change(5, "a", 1, 1)), cache.apply(change(4, "a", 9))] == [False, False]
    assert (cache.get("a"), cache.dropped) == (2, 2)


def a_load_never_replaces_a_newer_change():
    """a load that is older than a change does not replace it"""
    cache = feed_cache.CounterCache(None)

    def load(key):
        cache.apply(change(7, key, 70))
        return 60, 6

    cache._load = load
    assert cache.get("a") == 70
    assert cache.get("a") == 70


def a_gap_clears_the_cache():
    """a gap clears the cache"""
    cache = feed_cache.CounterCache(lambda key: (1, 1))
    cache.get("a")
    cache.apply({"seq": 9, "kind": "gap", "from": 2, "to": 9})
    cache._load = lambda key: (5, 9)
    assert cache.get("a") == 5


class OnTheLane:
    """Changes of counters by HTTP, a cache that follows them, an index in three parts."""

    def __init__(self):
        self.random = random.Random(SEED)
        self.cache = feed_cache.CounterCache(feed_cache.gateway(URL))
        self.file = DIRECTORY / "index.db"
        self.sent = 0
        self.ended = False

    def change(self):
        key = self.random.choice(KEYS)
        self.sent += 1
        name = "consumers-%d-%d" % (SEED, self.sent)
        what = self.random.randrange(6)
        if what == 0:
            call("DELETE", "/v1/counters/" + segment(key), name)
        elif what == 1:
            line = {"lines": [{"key": key, "quantity": 1}], "ttlMs": 100 + self.random.randrange(2_000)}
            call("POST", "/v1/reservations", name, line)
        else:
            call("PUT", "/v1/counters/" + segment(key), name, {"value": self.random.randrange(1_000)})

    def changes(self):
        for _ in range(CHANGES // 2):
            self.change()

    def index(self):
        index = feed_search.CounterIndex(str(self.file))
        try:
            feed_search.catch_up(index, BROKERS, LANE)
            return {key: value for key, value in index.all().items() if key in KEYS}, index.in_stock("Phone")
        finally:
            index.close()

    def run(self, checks):
        consumer = feed_cache.changes(BROKERS, LANE, OFFSET_BEGINNING)
        follower = threading.Thread(target=feed_cache.follow, args=(consumer, self.cache, lambda: self.ended))
        follower.start()
        self.changes()
        for key in KEYS:
            self.cache.get(key)
        until("the feed publishes", lambda: self.index()[0])
        (DIRECTORY / "middle").write_text("now\n")
        self.changes()
        checks.run(self.the_cache_equals_the_lane)
        checks.run(self.the_index_equals_the_lane)
        self.ended = True
        follower.join()
        consumer.close()

    def the_cache_equals_the_lane(self):
        """the cache equals the lane, through a kill -9 of the feed"""
        until("the cache equals the lane", lambda: {k: v for k in KEYS if (v := self.cache.get(k))}
              == {k: v for k, v in counters().items() if v})

    def the_index_equals_the_lane(self):
        """the search index equals the lane, opened again and again"""
        until("the index equals the lane", self.is_index_equal)

    def is_index_equal(self):
        lane = counters()
        found, phones = self.index()
        return found == lane and phones == sorted((k, v) for k, v in lane.items() if v > 0 and "phone" in k.lower())


def main():
    print("seed %d (repeat with SEED=%d)" % (SEED, SEED))
    checks = Checks()
    for check in (repeats_are_dropped, a_load_never_replaces_a_newer_change, a_gap_clears_the_cache):
        checks.run(check)
    OnTheLane().run(checks)
    print("%d passed, %d failed, 0 skipped" % (checks.passed, checks.failed))
    sys.exit(checks.failed > 0)


if __name__ == "__main__":
    main()

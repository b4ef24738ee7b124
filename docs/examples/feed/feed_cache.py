"""A cache of counters that the feed keeps right. Python 3.8 or later, and the package confluent-kafka.

The cache reads the topic LANE.changes from its end on. A counter that is not cached is loaded from a gateway; a change of a
cached one is put in place. Two rules make that safe:

  isolation.level=read_committed   the records of a cut that was aborted are never delivered
  drop what is not after the last  a record whose (seq, part) is not greater than the last one was seen before. A reader of
                                   uncommitted records needs this rule; with it the others lose nothing

A load and a change may cross each other, so each entry has its version: the sequence of the change that made it. The older one
of two never replaces the newer one.

    python3 feed_cache.py localhost:9092 hotlane
"""

import json
import sys
import threading
import time
import urllib.parse
import urllib.request

from confluent_kafka import OFFSET_END, Consumer, KafkaException, TopicPartition


class CounterCache:
    """Values of counters, by key. `load` returns (value, version) of a key. Any thread may call `get`; one calls `apply`."""

    def __init__(self, load):
        self._load = load
        self._lock = threading.Lock()
        self._entries = {}  # key: (version, value)
        self._loading = {}  # key: number of loads under way
        self._last = (-1, -1)
        self.dropped = 0

    def get(self, key):
        with self._lock:
            if key in self._entries:
                return self._entries[key][1]
            self._loading[key] = self._loading.get(key, 0) + 1
        try:
            value, version = self._load(key)
            with self._lock:
                self._put(key, version, value)
                return self._entries[key][1]
        finally:
            with self._lock:
                self._loading[key] -= 1
                if not self._loading[key]:
                    del self._loading[key]

    def apply(self, record):
        """Takes one record of the topic, parsed. False: it was seen before."""
        with self._lock:
            place = record["seq"], record.get("part", 0)
            if place <= self._last:
                self.dropped += 1
                return False
            self._last = place
            if record["kind"] == "gap":
                # What changed in between is not in the topic: all entries may be wrong.
                self._entries.clear()
                return True
            for change in record["changes"]:
                key = change["key"]
                if key in self._entries or key in self._loading:
                    self._put(key, record["seq"], change["value"])
            return True

    def _put(self, key, version, value):
        if key not in self._entries or self._entries[key][0] <= version:
            self._entries[key] = version, value


def gateway(url):
    """Loads counters from that gateway, by the lane: at least as new as all that was answered before."""

    def load(key):
        with urllib.request.urlopen(url + "/v1/counters/" + urllib.parse.quote(key, safe="")) as answer:
            counter = json.load(answer)
        return counter["value"], counter["version"]

    return load


def changes(brokers, lane, offset=OFFSET_END):
    """A consumer of the changes of a lane, assigned: it needs no group and leaves no trace."""
    consumer = Consumer(
        {
            "bootstrap.servers": brokers,
            "group.id": "not-used",
            "enable.auto.commit": False,
            "isolation.level": "read_committed",
        }
    )
    consumer.assign([TopicPartition(lane + ".changes", 0, offset)])
    return consumer


def follow(consumer, cache, until=lambda: False):
    """Applies each record as it comes, until told to end."""
    while not until():
        message = consumer.poll(0.2)
        if message is None:
            continue
        if message.error():
            raise KafkaException(message.error())
        cache.apply(json.loads(message.value()))


def main():
    brokers, lane = sys.argv[1:3]
    cache = CounterCache(gateway("http://localhost:8080"))
    consumer = changes(brokers, lane)
    threading.Thread(target=follow, args=(consumer, cache), daemon=True).start()
    while True:
        print(cache.get("stock:phone"))
        time.sleep(1)


if __name__ == "__main__":
    main()

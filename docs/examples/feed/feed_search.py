"""A search index of the counters of a lane: SQLite's FTS5. Python 3.8 or later, and the package confluent-kafka.

The index reads the topic LANE.counters from its start on: the latest value of each counter, and a record without a value for
each one that is gone. Documents and the offset of the next record are stored in one transaction. So each record counts once,
however the program ends, and a second start goes on where the first one was. An index without transactions, such as
Elasticsearch, takes `asOf` as the external version of the document: it then refuses what is older than what it has.

    python3 feed_search.py localhost:9092 hotlane index.db phone
"""

import json
import sqlite3
import sys

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, TopicPartition


class CounterIndex:
    """Counters by the words of their keys, in a file. One thread."""

    def __init__(self, file):
        self._db = sqlite3.connect(file)
        with self._db:
            self._db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(key)")
            self._db.execute("CREATE TABLE IF NOT EXISTS counter (key TEXT PRIMARY KEY, value INTEGER, word INTEGER)")
            self._db.execute("CREATE TABLE IF NOT EXISTS position (one INTEGER PRIMARY KEY, next INTEGER)")

    def next_offset(self):
        row = self._db.execute("SELECT next FROM position").fetchone()
        return row[0] if row else OFFSET_BEGINNING

    def apply(self, records):
        """Takes records, each (offset, key, value or None), in the order of the topic."""
        with self._db:
            for offset, key, value in records:
                self._remove(key)
                if value is not None:
                    word = self._db.execute("INSERT INTO words (key) VALUES (?)", (key,)).lastrowid
                    self._db.execute("INSERT INTO counter VALUES (?, ?, ?)", (key, json.loads(value)["value"], word))
                self._db.execute("INSERT OR REPLACE INTO position VALUES (1, ?)", (offset + 1,))

    def _remove(self, key):
        row = self._db.execute("SELECT word FROM counter WHERE key = ?", (key,)).fetchone()
        if row:
            self._db.execute("DELETE FROM words WHERE rowid = ?", row)
            self._db.execute("DELETE FROM counter WHERE key = ?", (key,))

    def in_stock(self, words):
        """Keys with these words and a value above 0, with their values."""
        return self._db.execute(
            "SELECT counter.key, value FROM words JOIN counter ON word = words.rowid"
            " WHERE words MATCH ? AND value > 0 ORDER BY counter.key",
            (words,),
        ).fetchall()

    def all(self):
        return dict(self._db.execute("SELECT key, value FROM counter"))

    def close(self):
        self._db.close()


def catch_up(index, brokers, lane):
    """Reads to the end of the topic as it is now."""
    partition = TopicPartition(lane + ".counters", 0, index.next_offset())
    consumer = Consumer(
        {
            "bootstrap.servers": brokers,
            "group.id": "not-used",
            "enable.auto.commit": False,
            "enable.partition.eof": True,
            "isolation.level": "read_committed",
        }
    )
    try:
        consumer.assign([partition])
        at_end = False
        while not at_end:
            messages = consumer.consume(500, 1.0)
            errors = [message.error() for message in messages if message.error()]
            for error in errors:
                if error.code() != KafkaError._PARTITION_EOF:
                    raise KafkaException(error)
            index.apply([(m.offset(), m.key().decode(), m.value()) for m in messages if not m.error()])
            at_end = bool(errors)
    finally:
        consumer.close()


def main():
    brokers, lane, file, words = sys.argv[1:5]
    index = CounterIndex(file)
    catch_up(index, brokers, lane)
    for key, value in index.in_stock(words):
        print(key, value)


if __name__ == "__main__":
    main()

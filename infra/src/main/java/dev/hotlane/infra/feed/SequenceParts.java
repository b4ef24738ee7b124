package dev.hotlane.infra.feed;

import dev.hotlane.protocol.json.JsonLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Composes the records of one sequence out of its changes and reservations; more than one if they exceed the limit of
 * bytes. Owned by one thread.
 */
final class SequenceParts {
    /** Bytes of changes and reservations in one record; Kafka's default limit of a record is 1 MiB. */
    static final int BYTES_MAX = 512 * 1024;

    private final int bytesMax;
    private final JsonLine line = new JsonLine();

    SequenceParts(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** What stands in every part of a sequence; {@code key} is null, or the command's tenant, if any, and id. */
    record Head(long seq, long time, String kind, byte[] key) {}

    /** The elements of a sequence, its changes before its reservations. */
    private record Elements(List<byte[]> changes, List<byte[]> reservations) {
        int count() {
            return changes.size() + reservations.size();
        }

        byte[] get(int i) {
            return i < changes.size() ? changes.get(i) : reservations.get(i - changes.size());
        }
    }

    /** The records of that sequence, at least one. */
    List<FeedRecord> compose(Head head, List<byte[]> changes, List<byte[]> reservations) {
        Elements elements = new Elements(changes, reservations);
        List<Integer> ends = ends(elements);
        List<FeedRecord> records = new ArrayList<>(ends.size());
        int from = 0;
        for (int to : ends) {
            begin(head, records.size() + 1, ends.size());
            int middle = Math.max(from, Math.min(to, changes.size()));
            array("changes", elements, from, middle);
            array("reservations", elements, middle, to);
            records.add(new FeedRecord(head.seq(), head.key(), line.endBytes()));
            from = to;
        }
        return records;
    }

    /** Index behind the last element of each part. */
    private List<Integer> ends(Elements elements) {
        List<Integer> ends = new ArrayList<>(1);
        int bytes = 0;
        for (int i = 0; i < elements.count(); i++) {
            int length = elements.get(i).length + 1;
            if (bytes > 0 && bytes + length > bytesMax) {
                ends.add(i);
                bytes = 0;
            }
            bytes += length;
        }
        ends.add(elements.count());
        return ends;
    }

    /** All fields before the arrays. */
    private void begin(Head head, int part, int parts) {
        line.begin().put("seq", head.seq()).put("time", head.time());
        byte[] key = head.key();
        if (key != null) {
            int space = 0;
            while (space < key.length && key[space] != ' ') {
                space++;
            }
            boolean tenant = space < key.length;
            int id = tenant ? space + 1 : 0;
            line.putBytes("id", key, id, key.length - id);
            if (tenant) {
                line.putBytes("tenant", key, 0, space);
            }
        }
        line.put("kind", head.kind());
        if (parts > 1) {
            line.put("part", part).put("parts", parts);
        }
    }

    private void array(String name, Elements elements, int from, int to) {
        line.beginArray(name);
        for (int i = from; i < to; i++) {
            line.rawElement(elements.get(i));
        }
        line.endArray();
    }
}

package dev.hotlane.infra.feed;

import dev.hotlane.protocol.json.JsonLine;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Composes the records of one sequence out of its changes and reservations; more than one if they exceed the limit of
 * bytes. Owned by one thread.
 */
final class SequenceParts {
    /** Bytes of changes and reservations in one record; Kafka's default limit of a record is 1 MiB. */
    static final int BYTES_MAX = 512 * 1024;

    private static final byte[] CHANGES = ",\"changes\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RESERVATIONS = "],\"reservations\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "]}".getBytes(StandardCharsets.US_ASCII);

    private final int bytesMax;
    private final JsonLine line = new JsonLine();

    SequenceParts(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** What stands in every part of a sequence; {@code key} is null, or the command's tenant, if any, and id. */
    record Head(long seq, long time, String kind, byte[] key) {}

    private record Part(List<byte[]> changes, List<byte[]> reservations) {
        static Part empty() {
            return new Part(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** The records of that sequence, at least one. */
    List<FeedRecord> compose(Head head, List<byte[]> changes, List<byte[]> reservations) {
        List<Part> parts = new ArrayList<>();
        parts.add(Part.empty());
        int bytes = 0;
        for (int i = 0; i < changes.size() + reservations.size(); i++) {
            boolean change = i < changes.size();
            byte[] element = change ? changes.get(i) : reservations.get(i - changes.size());
            if (bytes > 0 && bytes + element.length + 1 > bytesMax) {
                parts.add(Part.empty());
                bytes = 0;
            }
            Part part = parts.get(parts.size() - 1);
            (change ? part.changes() : part.reservations()).add(element);
            bytes += element.length + 1;
        }
        List<FeedRecord> records = new ArrayList<>();
        for (Part part : parts) {
            byte[] start = start(head, records.size() + 1, parts.size());
            records.add(new FeedRecord(head.seq(), head.key(), text(start, part)));
        }
        return records;
    }

    /** All fields before the arrays, without the closing brace. */
    private byte[] start(Head head, int part, int parts) {
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
        byte[] whole = line.endBytes();
        return Arrays.copyOf(whole, whole.length - 1);
    }

    private static byte[] text(byte[] start, Part part) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(start);
        out.writeBytes(CHANGES);
        elements(part.changes(), out);
        out.writeBytes(RESERVATIONS);
        elements(part.reservations(), out);
        out.writeBytes(END);
        return out.toByteArray();
    }

    private static void elements(List<byte[]> elements, ByteArrayOutputStream out) {
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(elements.get(i));
        }
    }
}

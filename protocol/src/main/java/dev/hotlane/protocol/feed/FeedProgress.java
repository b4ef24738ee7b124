package dev.hotlane.protocol.feed;

import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The position of a feed, the value of the topic {@code LANE.progress}. Immutable.
 *
 * @param upTo sequence of the last record that is published, a TICK whose digest was proved
 * @param keepFrom first sequence that a restart of the publishing feed replays
 * @param time log time after {@code upTo}, epoch milliseconds
 * @param base added to an offset of the command topic, gives the sequence
 * @param topic id of the command topic
 * @param prefixes of the keys that are published, sorted; empty: all
 * @param buckets whether token buckets are published too
 * @param counters end of the counters topic after the cut: behind the cut's last record there
 * @param changes the same of the changes topic
 * @param digest of the lane's state after {@code upTo}
 */
public record FeedProgress(
        long upTo,
        long keepFrom,
        long time,
        long base,
        String topic,
        List<String> prefixes,
        boolean buckets,
        long counters,
        long changes,
        long digest) {
    /** The key of every record of the topic. */
    public static final String KEY = "feed";

    /** Header of each record of the changes topic: its sequence in decimal digits. */
    public static final String SEQ_HEADER = "seq";

    public FeedProgress {
        Objects.requireNonNull(topic, "topic");
        prefixes = List.copyOf(prefixes);
    }

    /**
     * Whether it may replace that position, null for none. A process that published reads its own records once it stands by:
     * of the same log they are older than what it has.
     */
    public boolean follows(FeedProgress last) {
        return last == null || !topic.equals(last.topic()) || base != last.base() || upTo >= last.upTo();
    }

    /** The record's value in the topic. */
    public byte[] json() {
        JsonLine line = new JsonLine().begin();
        line.put("upTo", upTo).put("keepFrom", keepFrom).put("time", time).put("base", base);
        line.put("topic", topic).beginArray("prefixes");
        for (String prefix : prefixes) {
            byte[] utf8 = prefix.getBytes(StandardCharsets.UTF_8);
            line.element(utf8, 0, utf8.length);
        }
        line.endArray();
        if (buckets) {
            line.put("buckets", true);
        }
        line.put("counters", counters).put("changes", changes).putHex("digest", digest);
        return line.endBytes();
    }

    /** Reads a record's value; fields that this build does not have are passed over. IllegalArgumentException if it is none. */
    public static FeedProgress of(byte[] json) {
        Map<String, Object> fields = JsonReader.object(json);
        if (!(fields.get("prefixes") instanceof List<?> prefixes)) {
            throw new IllegalArgumentException("the position of a feed has no prefixes: " + fields);
        }
        return new FeedProgress(
                number(fields, "upTo"),
                number(fields, "keepFrom"),
                number(fields, "time"),
                number(fields, "base"),
                text(fields, "topic"),
                prefixes.stream().map(String.class::cast).toList(),
                Boolean.TRUE.equals(fields.get("buckets")),
                number(fields, "counters"),
                number(fields, "changes"),
                HexFormat.fromHexDigitsToLong(text(fields, "digest")));
    }

    /** The digest as the topic shows it: 16 hexadecimal digits. */
    public String digestText() {
        return HexFormat.of().toHexDigits(digest);
    }

    private static long number(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("the position of a feed has no number " + name + ": " + fields);
    }

    private static String text(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("the position of a feed has no text " + name + ": " + fields);
    }
}

package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.protocol.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Compares what the feed published with what the replay gives. One thread. */
final class FeedComparison {
    private static final int SHOWN_MAX = 20;

    private final List<String> differences = new ArrayList<>();
    private long count;
    private long records;
    private long gaps;
    private long skipTo = Long.MIN_VALUE;
    private long last = Long.MIN_VALUE;

    /** Compares the records of one sequence with the next ones of the topic; what the topic no longer has is passed over. */
    void sequence(long seq, List<FeedRecord> expected, ChangesReader topic) {
        passGaps(seq, topic);
        FeedRecord first = topic.peek();
        boolean before = first == null || first.seq() > seq;
        if (before && (seq <= skipTo || topic.cut() && records == 0)) {
            return;
        }
        for (FeedRecord wanted : expected) {
            FeedRecord found = topic.peek();
            if (found == null || found.seq() != wanted.seq()) {
                differs("sequence " + seq + " is missing in the changes topic");
                return;
            }
            records++;
            topic.next();
            last = seq;
            if (!Arrays.equals(found.key(), wanted.key()) || !Arrays.equals(found.value(), wanted.value())) {
                differs("sequence " + seq + " is " + text(found) + ", the log gives " + text(wanted));
            }
        }
    }

    /** Passes over records of the topic below that sequence: gaps, else they are too many. */
    void passGaps(long seq, ChangesReader topic) {
        for (FeedRecord next = topic.peek(); next != null && next.seq() < seq; next = topic.peek()) {
            topic.next();
            Map<String, Object> fields = fields(next);
            if (fields.isEmpty()) {
                differs("the changes topic has a record that no feed wrote: " + text(next));
            } else if ("gap".equals(fields.get("kind")) && fields.get("to") instanceof Long to) {
                gaps++;
                skipTo = to;
            } else if (next.seq() <= last) {
                differs("sequence " + next.seq() + " is there again, or behind " + last);
            } else {
                differs("sequence " + next.seq() + " changed nothing by the log, the topic has " + text(next));
            }
        }
    }

    /** A record of the topic before the replay's first one is not compared. */
    void passBefore(long first, ChangesReader topic) {
        for (FeedRecord next = topic.peek();
                next != null && next.seq() >= 0 && next.seq() < first;
                next = topic.peek()) {
            topic.next();
            records++;
        }
    }

    /** Compares the counters topic with the state. */
    void counters(Map<String, Numbers> found, Map<String, Numbers> wanted) {
        FeedWriter.differences(found, wanted)
                .forEach((key, numbers) -> differs("counter "
                        + new String(SequenceChanges.bytes(key), StandardCharsets.UTF_8) + " is " + found.get(key)
                        + " in the counters topic, the log gives " + numbers));
    }

    /** Adds one difference. */
    void differs(String text) {
        if (count++ < SHOWN_MAX) {
            differences.add(text);
        }
    }

    /** Those of its document; none if it is no record of a feed. */
    private static Map<String, Object> fields(FeedRecord record) {
        try {
            return record.seq() < 0 || record.value() == null ? Map.of() : JsonReader.object(record.value());
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
    }

    private static String text(FeedRecord record) {
        return record.value() == null ? "without a value" : new String(record.value(), StandardCharsets.UTF_8);
    }

    /** The first differences; empty if there are none. */
    List<String> differences() {
        return List.copyOf(differences);
    }

    /** How many there are, and what was compared. */
    String summary() {
        return (count == 0 ? "equal: " : count + " differences: ") + records + " records of the changes topic, " + gaps
                + " gaps";
    }
}

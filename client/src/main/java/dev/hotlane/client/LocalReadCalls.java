package dev.hotlane.client;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads of counters that the gateway may answer from its view, with a proven age. It answers through the log if the view
 * is away, older than allowed, or does not reach the least offset within 200 ms. Immutable; any thread.
 */
public final class LocalReadCalls {
    /** The header of the least offset. */
    static final String MIN_OFFSET = "Hotlane-Min-Offset";

    /** No bound was set. */
    static final long NONE = -1;

    private static final long STALE_MS_MAX = 3_600_000;
    private static final long OFFSET_MAX = 1L << 53;

    private final LaneClient client;
    private final long maxStaleMs;
    private final long minOffset;
    private final SeenOffset seen;

    LocalReadCalls(LaneClient client, long maxStaleMs, long minOffset, SeenOffset seen) {
        this.client = client;
        this.maxStaleMs = maxStaleMs;
        this.minOffset = minOffset;
        this.seen = seen;
    }

    /** The same, at most this old: 0 to 1 hour, rounded down to milliseconds. */
    public LocalReadCalls maxStale(Duration age) {
        if (age == null || age.isNegative() || age.compareTo(Duration.ofMillis(STALE_MS_MAX)) > 0) {
            throw new IllegalArgumentException("the greatest age is " + age + ": it must be 0 to 1 hour");
        }
        return new LocalReadCalls(client, age.toMillis(), minOffset, seen);
    }

    /**
     * The same, including this offset: that of a command's answer, to read your own write. Rejected as OFFSET_IN_FUTURE
     * if the log has not reached it.
     */
    public LocalReadCalls minOffset(long offset) {
        if (offset < 0 || offset > OFFSET_MAX) {
            throw new IllegalArgumentException("the least offset is " + offset + ": pass the offset of an answer");
        }
        return new LocalReadCalls(client, maxStaleMs, offset, seen);
    }

    /**
     * The same, including all answers whose calls track {@code offset}, at the time of each attempt. Its own answers raise
     * {@code offset}, so reads never go back.
     */
    public LocalReadCalls tracking(SeenOffset offset) {
        return new LocalReadCalls(client, maxStaleMs, minOffset, offset);
    }

    /** Reads a counter. An absent one has value 0 and version 0. */
    public LaneCall<LocalRead<LocalCounter>> counter(String key) {
        SuccessReader<LocalRead<LocalCounter>> reader = new SuccessReader<>(
                200, (body, none, headers) -> answered(LocalCounter.read(body, key), headers), Optional.empty());
        return call(CallShape.get(path(CounterCalls.path(key)), reader));
    }

    /**
     * Reads a counter; the value is empty if it still has this version. A version says nothing about units held and
     * confirmed of a bucket or of an absent counter, so their values are always read.
     */
    public LaneCall<LocalRead<Optional<LocalCounter>>> counterIfChanged(String key, long version) {
        SuccessReader<LocalRead<Optional<LocalCounter>>> reader = new SuccessReader<>(
                200,
                (body, none, headers) -> answered(Optional.of(LocalCounter.read(body, key)), headers),
                Optional.of(headers -> answered(Optional.empty(), headers)));
        return call(
                CallShape.get(path(CounterCalls.path(key)), reader).header("If-None-Match", CounterCalls.tag(version)));
    }

    /** Reads 1 to 1,000 counters, all as of one offset, in the order of the keys. */
    public LaneCall<LocalRead<List<LocalCounter>>> counters(List<String> keys) {
        List<String> asked = CounterCalls.asked(keys);
        SuccessReader<LocalRead<List<LocalCounter>>> reader = new SuccessReader<>(
                200, (body, none, headers) -> answered(LocalCounter.read(body, asked), headers), Optional.empty());
        return call(CallShape.of("POST", path(CounterCalls.QUERY_PATH), Map.of("keys", asked), reader));
    }

    /**
     * Reads a board: all counters whose keys begin with a prefix that the gateway declares, in the order of their keys'
     * bytes, all as of one offset. The log answers no board: UNAVAILABLE if the gateway has none that keeps the bounds,
     * MALFORMED if the prefix is no board of it. A cache may have kept an answer without bounds for a second.
     */
    public LaneCall<LocalRead<List<LocalCounter>>> board(String prefix) {
        SuccessReader<LocalRead<List<LocalCounter>>> reader = new SuccessReader<>(
                200,
                (body, none, headers) -> answered(LocalCounter.readBoard(body, prefix), headers),
                Optional.empty());
        return call(CallShape.get(path(CounterCalls.PATH, Map.of("prefix", Inputs.prefix(prefix))), reader));
    }

    private String path(String path) {
        return path(path, Map.of());
    }

    private String path(String path, Map<String, String> more) {
        Map<String, String> parameters = new TreeMap<>(more);
        parameters.put("consistency", "local");
        if (maxStaleMs != NONE) {
            parameters.put("maxStaleMs", Long.toString(maxStaleMs));
        }
        return UrlText.query(path, parameters);
    }

    private <T> LaneCall<T> call(CallShape<T> shape) {
        if (seen != null) {
            return client.read(shape.header(MIN_OFFSET, Long.toString(Math.max(0, minOffset))))
                    .tracking(seen);
        }
        return client.read(minOffset == NONE ? shape : shape.header(MIN_OFFSET, Long.toString(minOffset)));
    }

    /** An answer that keeps none of the bounds is not Hotlane's. */
    private <T> LocalRead<T> answered(T value, HttpHeaders headers) {
        LocalRead<T> read = LocalRead.read(value, headers);
        boolean tooOld = maxStaleMs != NONE && read.age().toMillis() > maxStaleMs;
        if (tooOld || read.offset() < minOffset) {
            throw new ForeignAnswerException(
                    "the answer is older than was asked for: offset " + read.offset() + ", age " + read.age());
        }
        return read;
    }
}

package dev.hotlane.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls on counters. Any thread. */
public final class CounterCalls {
    static final String QUERY_PATH = "/v1/counters/query";

    static final String PATH = "/v1/counters";
    private static final int QUERY_KEYS_MAX = 1_000;
    private static final long VERSION_MAX = 999_999_999_999_999_999L;

    private final LaneClient client;

    CounterCalls(LaneClient client) {
        this.client = client;
    }

    /** Reads a counter at its current value. An absent one has value 0 and version 0. */
    public LaneCall<CounterValue> get(String key) {
        return client.read(CallShape.get(path(key), SuccessReader.of((body, none) -> CounterValue.read(body, key))));
    }

    /** Reads a counter at its current value; empty if it still has this version. */
    public LaneCall<Optional<CounterValue>> getIfChanged(String key, long version) {
        SuccessReader<Optional<CounterValue>> changed =
                SuccessReader.of((body, none) -> Optional.of(CounterValue.read(body, key)));
        return client.read(CallShape.get(path(key), changed.unchanged(headers -> Optional.empty()))
                .header("If-None-Match", tag(version)));
    }

    /** Reads 1 to 1,000 counters, all at one place of the log, in the order of the keys. */
    public LaneCall<List<CounterValue>> query(List<String> keys) {
        List<String> asked = asked(keys);
        return client.read(CallShape.of(
                "POST", QUERY_PATH, Map.of("keys", asked), SuccessReader.of((body, none) -> answered(body, asked))));
    }

    /** Lists counters by prefix from MySQL, a fraction of a second behind the log. */
    public LaneCall<CountersPage> list(CounterFilter filter) {
        return client.read(CallShape.get(
                UrlText.query(PATH, filter.parameters()), SuccessReader.of((body, none) -> CountersPage.read(body))));
    }

    /** Sets a counter. While reservations are open, see {@link SetOp#onHand}. */
    public LaneCall<ChangedCounter> put(String key, long value) {
        return client.command(change("PUT", key, "", Map.of("value", value)));
    }

    /** Sets a counter that has this version (0 if it is absent); else rejected as VERSION_MISMATCH. */
    public LaneCall<ChangedCounter> putIfVersion(String key, long value, long version) {
        return client.command(change("PUT", key, "", Map.of("value", value)).header("If-Match", tag(version)));
    }

    /** Creates a counter; rejected as EXISTS if it exists. */
    public LaneCall<ChangedCounter> putIfAbsent(String key, long value) {
        return client.command(change("PUT", key, "", Map.of("value", value)).header("If-None-Match", "*"));
    }

    /** Removes a counter, or resets a bucket. Removing an absent one succeeds. */
    public LaneCall<ChangedCounter> delete(String key) {
        return client.command(change("DELETE", key, "", null));
    }

    /** Removes a counter that has this version; else rejected as VERSION_MISMATCH. */
    public LaneCall<ChangedCounter> deleteIfVersion(String key, long version) {
        return client.command(change("DELETE", key, "", null).header("If-Match", tag(version)));
    }

    /** Adds an amount, which may be negative; the value may not fall below 0. */
    public LaneCall<ChangedCounter> increment(String key, long amount) {
        return client.command(change("POST", key, "/increment", Map.of("amount", amount)));
    }

    /** Sets a counter to 0; {@code previous} is the exact value before. */
    public LaneCall<ChangedCounter> drain(String key) {
        return client.command(change("POST", key, "/drain", null));
    }

    private static CallShape<ChangedCounter> change(String method, String key, String how, Map<String, ?> body) {
        return CallShape.of(
                method, path(key) + how, body, SuccessReader.of((read, id) -> ChangedCounter.read(read, id, key)));
    }

    private static List<CounterValue> answered(JsonFields body, List<String> asked) {
        LogPoint at = LogPoint.read(body);
        List<CounterValue> counters = body.list("counters", one -> CounterValue.read(one, at));
        requireKeys(counters.stream().map(CounterValue::key).toList(), asked);
        return counters;
    }

    /** Throws ForeignAnswerException unless an answer has the counters of a query, in its order. */
    static void requireKeys(List<String> answered, List<String> asked) {
        if (!answered.equals(asked)) {
            throw new ForeignAnswerException("the counters are not those that were asked for");
        }
    }

    /** The keys of a query, checked. */
    static List<String> asked(List<String> keys) {
        if (keys.isEmpty() || keys.size() > QUERY_KEYS_MAX) {
            throw new IllegalArgumentException(
                    "a query of " + keys.size() + " keys: name 1 to 1,000, or list by prefix");
        }
        List<String> asked = List.copyOf(keys);
        asked.forEach(Inputs::key);
        return asked;
    }

    static String path(String key) {
        return PATH + "/" + UrlText.segment(Inputs.key(key));
    }

    /** The entity tag of a counter at this version. */
    static String tag(long version) {
        if (version < 0 || version > VERSION_MAX) {
            throw new IllegalArgumentException(
                    "the version is " + version + ": pass the version of a read, or 0 for an absent counter");
        }
        return "\"" + version + "\"";
    }
}

package dev.hotlane.client;

import java.util.List;

/**
 * A counter of a local read. An absent one has value 0 and version 0.
 *
 * @param key the counter
 * @param value units available; for a bucket the time in ns at which it is full again
 * @param held units that come back if all open reservations are cancelled; negative for a limit
 * @param confirmed units that confirmed reservations kept; negative for a limit
 * @param version offset of the last change of the value
 * @param bucket whether it is a token bucket that is not full
 */
public record LocalCounter(String key, long value, long held, long confirmed, long version, boolean bucket) {
    static LocalCounter read(JsonFields body) {
        return new LocalCounter(
                body.text("key"),
                body.number("value"),
                body.number("held"),
                body.number("confirmed"),
                body.number("version"),
                body.flagIfAny("bucket"));
    }

    static LocalCounter read(JsonFields body, String key) {
        body.require("key", key);
        return read(body);
    }

    static List<LocalCounter> readBoard(JsonFields body, String prefix) {
        List<LocalCounter> counters = body.list("counters", LocalCounter::read);
        if (!counters.stream().allMatch(counter -> counter.key().startsWith(prefix))) {
            throw new ForeignAnswerException("a counter is not under the prefix that was asked for");
        }
        return counters;
    }

    static List<LocalCounter> read(JsonFields body, List<String> asked) {
        List<LocalCounter> counters = body.list("counters", LocalCounter::read);
        CounterCalls.requireKeys(counters.stream().map(LocalCounter::key).toList(), asked);
        return counters;
    }
}

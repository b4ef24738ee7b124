package dev.hotlane.client;

/**
 * A counter. An absent one has value 0 and version 0.
 *
 * @param key the counter
 * @param value units available; for a bucket the time in ns at which it is full again
 * @param held units that come back if all open reservations are cancelled; negative for a limit
 * @param confirmed units that confirmed reservations kept; negative for a limit
 * @param version offset of the last change
 * @param bucket whether it is a token bucket that is not full
 * @param at place and time of the read
 */
public record CounterValue(
        String key, long value, long held, long confirmed, long version, boolean bucket, LogPoint at) {
    static CounterValue read(JsonFields body, LogPoint at) {
        return new CounterValue(
                body.text("key"),
                body.number("value"),
                body.number("held"),
                body.number("confirmed"),
                body.number("version"),
                body.flagIfAny("bucket"),
                at);
    }

    static CounterValue read(JsonFields body, String key) {
        body.require("key", key);
        return read(body, LogPoint.read(body));
    }
}

package dev.hotlane.client;

/**
 * A counter that a call changed.
 *
 * @param id the call's id
 * @param key the counter
 * @param previous value before
 * @param value value after
 * @param version version after
 * @param at place and time of the change
 */
public record ChangedCounter(String id, String key, long previous, long value, long version, LogPoint at) {
    static ChangedCounter read(JsonFields body, String id, String key) {
        body.requireId(id);
        body.require("key", key);
        return new ChangedCounter(
                id, key, body.number("previous"), body.number("value"), body.number("version"), LogPoint.read(body));
    }
}

package dev.hotlane.client;

import java.time.Instant;

/**
 * A place of the log and its clock there.
 *
 * @param offset place of the decision or read; grows with every command
 * @param time the log's clock at that place
 */
public record LogPoint(long offset, Instant time) {
    static LogPoint read(JsonFields body) {
        return new LogPoint(body.number("offset"), body.time("time"));
    }
}

package dev.hotlane.client;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * The answer to a local read: all of {@code value} as of one offset.
 *
 * @param value what was read
 * @param offset the last record that it includes
 * @param age upper bound of the age when the request arrived: every answer that was given before is included; 0 if
 *     the log answered
 * @param source where it was read
 * @param <T> type of the value
 */
public record LocalRead<T>(T value, long offset, Duration age, Source source) {
    private static final String OFFSET = "Hotlane-Offset";
    private static final String AGE = "Hotlane-Stale-Ms";
    private static final String SOURCE = "Hotlane-Source";

    /** Where a read was answered. */
    public enum Source {
        /** In the gateway's memory. */
        VIEW,
        /** Through the log: the view was away, too old, or did not reach the least offset in time. */
        LANE
    }

    static <T> LocalRead<T> read(T value, HttpHeaders headers) {
        Source source = switch (headers.firstValue(SOURCE).orElse("")) {
            case "view" -> Source.VIEW;
            case "lane" -> Source.LANE;
            default -> throw new ForeignAnswerException("the header " + SOURCE + " is missing or unknown");
        };
        return new LocalRead<>(value, number(headers, OFFSET), Duration.ofMillis(number(headers, AGE)), source);
    }

    /** The offset in the headers of an answer; empty if it is none of a local read. */
    static OptionalLong offsetIfAny(HttpHeaders headers) {
        return headers.firstValue(OFFSET).isPresent() ? OptionalLong.of(number(headers, OFFSET)) : OptionalLong.empty();
    }

    private static long number(HttpHeaders headers, String name) {
        String text = headers.firstValue(name).orElse("");
        if (!text.matches("[0-9]{1,18}")) {
            throw new ForeignAnswerException("the header " + name + " is missing or no number");
        }
        return Long.parseLong(text);
    }
}

package dev.hotlane.access.file;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** When a key ends: a date, whose first instant in UTC is meant, or an instant. Any thread. */
public final class Expiry {
    /** What {@link #ms} takes, in words. */
    public static final String FORMS = "a date such as 2027-06-01 (its begin, UTC) or 2027-06-01T12:00:00Z";

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern INSTANT = Pattern.compile(DATE.pattern() + "T\\d\\d:\\d\\d:\\d\\dZ");

    private Expiry() {}

    /** The epoch ms of this text; throws IllegalArgumentException if it is neither form or no such day exists. */
    public static long ms(String text) {
        try {
            if (DATE.matcher(text).matches()) {
                return LocalDate.parse(text)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant()
                        .toEpochMilli();
            }
            if (INSTANT.matcher(text).matches()) {
                return Instant.parse(text).toEpochMilli();
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no such day or time", e);
        }
        throw new IllegalArgumentException("must be " + FORMS);
    }
}

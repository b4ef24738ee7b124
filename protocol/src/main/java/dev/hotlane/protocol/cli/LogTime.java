package dev.hotlane.protocol.cli;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Parses times as an operator types them. Any thread. */
public final class LogTime {
    private LogTime() {}

    /**
     * Epoch milliseconds of a date and time (UTC unless an offset follows), of a time today, or of epoch milliseconds;
     * empty if it is none of these, or lies before 1970: no record does.
     */
    public static Optional<Long> parse(String text, Clock clock) {
        return millis(text, clock).filter(millis -> millis >= 0);
    }

    private static Optional<Long> millis(String text, Clock clock) {
        try {
            if (text.matches("\\d{1,15}")) {
                return Optional.of(Long.parseLong(text));
            }
            if (text.matches("\\d\\d:\\d\\d.*")) {
                LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
                return Optional.of(millis(LocalTime.parse(text).atDate(today)));
            }
            if (text.matches(".*(Z|[+-]\\d\\d:\\d\\d)")) {
                return Optional.of(OffsetDateTime.parse(text).toInstant().toEpochMilli());
            }
            return Optional.of(millis(LocalDateTime.parse(text)));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static long millis(LocalDateTime time) {
        return time.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}

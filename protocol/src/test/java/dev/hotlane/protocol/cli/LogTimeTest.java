package dev.hotlane.protocol.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTimeTest {
    private final Clock clock = Clock.fixed(Instant.parse("2026-11-21T22:00:00Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T14:05, 2026-11-21T14:05:00Z",
        "2026-11-21T14:05:09.123Z, 2026-11-21T14:05:09.123Z",
        "2026-11-21T14:05+02:00, 2026-11-21T12:05:00Z",
        "14:05, 2026-11-21T14:05:00Z",
        "14:05:09, 2026-11-21T14:05:09Z",
        "1700000000123, 2023-11-14T22:13:20.123Z",
    })
    void takesTimesAsOperatorsTypeThem(String text, Instant expected) {
        assertThat(LogTime.parse(text, clock)).contains(expected.toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "25:00",
                "2026-11-21",
                "2026-13-01T00:00",
                "-5",
                "1969-12-31T23:59:59Z",
                "+999999999-01-01T00:00"
            })
    void takesNothingElse(String text) {
        assertThat(LogTime.parse(text, clock)).isEmpty();
    }

    @Test
    void takesAnOffsetFromGreenwich() {
        assertThat(LogTime.parse("2026-11-21T00:05-01:30", clock))
                .contains(Instant.parse("2026-11-21T01:35:00Z").toEpochMilli());
    }
}

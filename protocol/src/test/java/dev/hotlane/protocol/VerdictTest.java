package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VerdictTest {
    /** Numbers stand in stored results and travel between versions: add to this list, never change it. */
    @Test
    void numbersAreFrozen() {
        String found = Arrays.stream(Verdict.values())
                .map(verdict -> verdict.code() + " " + verdict + " " + verdict.httpStatus())
                .collect(Collectors.joining("\n"));
        assertThat(found).isEqualTo("""
                0 OK 200
                1 MALFORMED 400
                2 UNSUPPORTED 400
                3 ID_REUSED 422
                4 ID_EXPIRED 410
                5 ID_IN_FUTURE 400
                6 NOT_FOUND 404
                7 EXPIRED 410
                8 ALREADY_CONFIRMED 409
                9 ALREADY_CANCELLED 409
                10 EXCEEDS_HELD 409
                11 EXISTS 409
                12 VERSION_MISMATCH 409
                13 VALUE_MISMATCH 409
                14 NOT_OPEN 409
                15 CLOSED 409
                16 RATE_LIMITED 429
                17 LIMIT_EXCEEDED 409
                18 INSUFFICIENT 409
                19 OVERFLOW 409
                20 ABANDONED 409
                21 QUARANTINED 409
                22 QUOTA_EXCEEDED 429""");
    }

    @Test
    void isFoundByItsNumber() {
        for (Verdict verdict : Verdict.values()) {
            assertThat(Verdict.of(verdict.code())).isEqualTo(verdict);
        }
        assertThat(Verdict.of(255)).isNull();
    }
}

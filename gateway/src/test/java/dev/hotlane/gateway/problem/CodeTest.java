package dev.hotlane.gateway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodeTest {
    @ParameterizedTest
    @EnumSource(value = Verdict.class, mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void tellsEveryVerdictByItsOwnNameAndStatus(Verdict verdict) {
        Code code = Code.of(verdict);
        assertThat(code.name()).isEqualTo(verdict.name());
        assertThat(code.status()).isEqualTo(verdict.httpStatus());
    }

    @Test
    void keepsThePrecedenceOfTheVerdicts() {
        int last = -1;
        for (Verdict verdict : Verdict.values()) {
            if (verdict != Verdict.OK) {
                assertThat(Code.of(verdict).ordinal()).as(verdict.name()).isGreaterThan(last);
                last = Code.of(verdict).ordinal();
            }
        }
    }

    @Test
    void saysNotExecutedOnlyWhereNothingWasPublished() {
        for (Code code : Code.values()) {
            String outcome = switch (code) {
                case REQUEST_TIMEOUT, QUOTA_EXCEEDED, OVERLOADED, UNAVAILABLE -> "not_executed";
                case OUTCOME_UNKNOWN, ID_EXPIRED -> "unknown";
                default -> null;
            };
            assertThat(code.outcome()).as(code.name()).isEqualTo(outcome);
        }
    }
}

package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 08S01, link failure",
        "0, 08001, cannot connect",
        "1040, 08004, too many connections",
        "1045, 28000, access denied",
        "1053, 08S01, shutdown",
        "1142, 42000, grant missing",
        "1203, 42000, user's connections",
        "1205, 40001, lock wait timeout",
        "1213, 40001, deadlock",
        "1290, HY000, super_read_only",
        "1792, 25006, read-only transaction",
        "1836, HY000, read-only mode",
        "1021, HY000, disk full",
        "1114, HY000, table full",
        "1153, 08S01, packet too large",
        "0, S1000, packet too big says the driver",
        "1180, HY000, error during commit",
        "3024, HY000, statement took too long"
    })
    void triesAgainWhatMayPass(int code, String state, String why) {
        assertThat(SqlErrors.retryable(new SQLException(why, state, code))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1054, 42S22, unknown column", "1146, 42S02, no such table", "1049, 42000, unknown database"})
    void aWriterThatRunsTriesAgainWhereAStartRefuses(int code, String state, String why) {
        SQLException missing = new SQLException(why, state, code);
        assertThat(SqlErrors.retryableWhileRunning(missing)).isTrue();
        assertThat(SqlErrors.retryable(missing)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1264, 22003, out of range",
        "1406, 22001, too long",
        "1062, 23000, duplicate key",
        "1048, 23000, null",
        "1054, 42S22, unknown column",
        "1146, 42S02, no such table",
        "1049, 42000, unknown database",
        "1064, 42000, syntax"
    })
    void givesUpOnWhatNeverPasses(int code, String state, String why) {
        assertThat(SqlErrors.retryable(new SQLException(why, state, code))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 50", "2, 100", "8, 5000", "1000000, 5000"})
    void waitsLongerAndLongerUpToALimit(int failures, long ceiling) {
        RetryPause backoff = new RetryPause(FlushSettings.of("jdbc:mysql://db/hotlane", "u", "p"));
        for (int i = 0; i < 1_000; i++) {
            assertThat(backoff.millisAfter(failures)).isBetween(ceiling / 2, ceiling);
        }
    }
}

package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The writer without its thread, its clock and MySQL. */
class FlushWriterStepTest {
    private long nanos = 7;
    private int connects;

    private final FlushSettings settings = new FlushSettings(
            "jdbc:mysql://nowhere/x",
            "u",
            "p",
            50,
            10,
            100,
            1_000,
            1_000,
            30_000,
            2,
            5,
            new Surroundings(this::refuse, () -> nanos, bound -> 0));
    private final FlushWriter writer = new FlushWriter(settings, "topic", 0, () -> 0, FlushListener.NONE, e -> {});

    private Connection refuse(String url, Properties properties) throws SQLException {
        connects++;
        throw new SQLException("nobody there", "08001");
    }

    @Test
    void hasNothingToDoBeforeAFence() {
        assertThat(writer.step()).isPositive();
        assertThat(connects).isZero();
    }

    @Test
    void waitsByTheGivenClockAndChanceAfterAFailure() {
        writer.fence(1);
        assertThat(writer.step()).isEqualTo(100_000_000);
        nanos += 99_999_999;
        assertThat(writer.step()).isEqualTo(1);
        assertThat(connects).isEqualTo(1);
        nanos++;
        assertThat(writer.step()).isEqualTo(200_000_000);
        assertThat(connects).isEqualTo(2);
        assertThat(writer.failures()).isEqualTo(2);
    }
}

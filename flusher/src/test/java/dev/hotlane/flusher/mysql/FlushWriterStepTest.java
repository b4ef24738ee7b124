package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.batch.BatchLimits;
import dev.hotlane.flusher.mysql.FlushSettings.Backoff;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The writer without its thread, its clock and MySQL. */
class FlushWriterStepTest {
    private long nanos = 7;
    private int connects;

    private final FlushSettings settings = FlushSettings.of("jdbc:mysql://nowhere/x", "u", "p")
            .withLimits(new BatchLimits(Duration.ofMillis(50), 10))
            .withBackoff(new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1)))
            .withSurroundings(new Surroundings(this::refuse, () -> nanos, bound -> 0));
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

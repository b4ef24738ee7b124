package dev.hotlane.processor.recover;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class RetryTest {
    /** A future that is not done in time says nothing. */
    @Test
    void aCallWithoutAnAnswerIsNamedSo() {
        Retry retry = new Retry(Duration.ZERO);
        assertThatThrownBy(() -> retry.until("Kafka", ExitCode.KAFKA_UNREACHABLE, fault -> true, () -> {
                    throw new TimeoutException();
                }))
                .isInstanceOf(HaltReason.class)
                .hasMessageContaining("Kafka could not be reached within 0 s: it does not answer.");
    }
}

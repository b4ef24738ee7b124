package dev.hotlane.protocol.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamedThreadsTest {
    private long burnt;

    @Test
    void theTimeOfAThreadStaysWhenItHasEnded() throws InterruptedException {
        NamedThreads times = new NamedThreads(List.of("burner", "idle"));
        Thread burner = new Thread(
                () -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        burnt++;
                    }
                },
                "burner");
        burner.start();
        while (times.seconds("burner") < 0.01) {
            times.look();
        }
        double before = times.seconds("burner");
        burner.interrupt();
        burner.join();
        times.look();
        assertThat(times.seconds("burner")).isGreaterThanOrEqualTo(before);
        assertThat(times.seconds("idle")).isZero();
        assertThat(burnt).isPositive();
    }
}

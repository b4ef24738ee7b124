package dev.hotlane.jmh.reads;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose CPU counts. */
class CpuTimeTest {
    @Test
    void aServerBehindAFrontCountsAsTheFrontDoes() throws IOException {
        Process front = new ProcessBuilder("cat").start();
        Process server = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            CpuTime both = new CpuTime(List.of(front.pid(), server.pid()));
            ReadsLane.await("the server's CPU counts", () -> both.micros() > 0);
        } finally {
            front.destroyForcibly();
            server.destroyForcibly();
        }
    }
}

package dev.hotlane.jmh.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class HttpLoadTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final byte[] GET = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final RequestSource GETS = (n, out) -> out.put(GET);

    @Test
    void countsEveryAnswerByItsMeaning() throws IOException {
        int[] statuses = {200, 201, 409, 503, 504, 500, 302, 404};
        try (PlantedServer server =
                new PlantedServer((n, out) -> PlantedServer.send(out, statuses[(int) n % 8], "x"))) {
            LoadResult result = HttpLoad.run(some(server, 3, 800, GETS));
            assertThat(result.all()).isEqualTo(new Counts(200, 200, 100, 200, 100));
            assertThat(result.measured()).isEqualTo(result.all());
            assertThat(result.statuses())
                    .isEqualTo(Map.of(
                            200, 100L, 201, 100L, 302, 100L, 404, 100L, 409, 100L, 500, 100L, 503, 100L, 504, 100L));
            assertThat(result.unresolved()).hasSize(200);
            assertThat(result.latencyMicros().getTotalCount()).isEqualTo(800);
        }
    }

    @Test
    void showsAStallInTheOpenLoopToAllWhoShouldHaveBeenServed() throws IOException {
        LoadResult open = stalled(1_000);
        LoadResult closed = stalled(0);
        // Whoever was due in the first half of the stall could not be answered before the second half was over.
        assertThat(slow(open.latencyMicros())).isGreaterThan(100);
        assertThat(slow(open.fromSendMicros())).isLessThan(slow(open.latencyMicros()) / 2);
        assertThat(slow(closed.latencyMicros())).isLessThan(slow(open.latencyMicros()) / 2);
        assertThat(open.all().ok()).isEqualTo(1_000);
    }

    private static LoadResult stalled(double rate) throws IOException {
        Object all = new Object();
        try (PlantedServer server = new PlantedServer((n, out) -> {
            synchronized (all) {
                if (n == 300) {
                    PlantedServer.stall(400);
                }
            }
            return PlantedServer.send(out, 200, "");
        })) {
            return HttpLoad.run(
                    LoadSettings.open(server.port(), 4, rate, LONG, GETS).withRequests(0, 1_000));
        }
    }

    private static long slow(Histogram micros) {
        return micros.getCountBetweenValues(200_000, micros.getHighestTrackableValue());
    }

    @Test
    void tellsAWrongAnswerFromTheBody() throws IOException {
        RequestSource source = new RequestSource() {
            @Override
            public void write(long n, ByteBuffer out) {
                GETS.write(n, out);
            }

            @Override
            public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
                String text = new String(body, from, length, StandardCharsets.US_ASCII);
                return text.equals("right") ? AnswerVerdict.OK : AnswerVerdict.WRONG;
            }
        };
        try (PlantedServer server =
                new PlantedServer((n, out) -> PlantedServer.send(out, 200, n == 7 ? "other" : "right"))) {
            LoadResult result = HttpLoad.run(some(server, 2, 100, source));
            assertThat(result.all()).isEqualTo(new Counts(99, 0, 0, 0, 1));
            assertThat(result.fault()).contains("wrong").contains("200 other");
        }
    }

    @Test
    void goesOnOverANewConnectionWhenOneCloses() throws IOException {
        try (PlantedServer server = new PlantedServer((n, out) -> n % 10 != 4 && PlantedServer.send(out, 200, "x"))) {
            LoadResult result = HttpLoad.run(some(server, 2, 50, GETS));
            assertThat(result.all()).isEqualTo(new Counts(45, 0, 0, 5, 0));
            assertThat(result.reconnects()).isEqualTo(5);
            assertThat(result.statuses()).containsEntry(0, 5L);
            assertThat(result.fault()).contains("closed a connection before it answered");
        }
    }

    @Test
    void takesAnAnnouncedCloseForWhatItIs() throws IOException {
        String answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
        try (PlantedServer server = new PlantedServer((n, out) -> PlantedServer.raw(out, answer) && n % 5 != 0)) {
            LoadResult result = HttpLoad.run(some(server, 2, 10, GETS));
            assertThat(result.all()).isEqualTo(new Counts(10, 0, 0, 0, 0));
            assertThat(result.fault()).isNull();
        }
    }

    @Test
    void givesUpAnAnswerThatStaysHalf() throws IOException {
        try (PlantedServer server = new PlantedServer((n, out) -> n == 1
                ? PlantedServer.raw(out, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
                : PlantedServer.send(out, 200, "x"))) {
            LoadResult result =
                    HttpLoad.run(some(server, 1, 4, GETS).withPatience(Duration.ofMillis(200), Duration.ofSeconds(5)));
            assertThat(result.all()).isEqualTo(new Counts(3, 0, 0, 1, 0));
            assertThat(result.unresolved()).containsExactly(1);
            assertThat(result.fault()).contains("no answer to request 1");
        }
    }

    @Test
    void dropsAConnectionThatSaysMoreThanItWasAsked() throws IOException {
        String twice = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".repeat(2);
        try (PlantedServer server = new PlantedServer((n, out) -> PlantedServer.raw(out, twice))) {
            LoadResult result = HttpLoad.run(some(server, 1, 3, GETS));
            assertThat(result.all().ok()).isEqualTo(3);
            assertThat(result.reconnects()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void dropsAConnectionThatSpeaksNoHttp() throws IOException {
        try (PlantedServer server = new PlantedServer((n, out) -> PlantedServer.raw(out, "220 mail\r\n\r\n"))) {
            LoadResult result = HttpLoad.run(some(server, 1, 2, GETS));
            assertThat(result.all().unknown()).isEqualTo(2);
            assertThat(result.fault()).contains("220 mail");
        }
    }

    @Test
    void countsWhatItCouldNotSendInTime() throws IOException {
        try (PlantedServer server = new PlantedServer((n, out) -> true)) {
            LoadResult result = HttpLoad.run(LoadSettings.open(server.port(), 2, 100, Duration.ofMillis(200), GETS)
                    .withPatience(LONG, Duration.ZERO));
            assertThat(result.sent()).isEqualTo(2);
            assertThat(result.unsent()).isEqualTo(18);
            assertThat(result.all().unknown()).isEqualTo(2);
            assertThat(result.latencyMicros().getTotalCount()).isEqualTo(20);
        }
    }

    @Test
    void leavesTheWarmUpOutOfTheFigures() throws IOException {
        try (PlantedServer server = new PlantedServer((n, out) -> PlantedServer.send(out, 200, "x"))) {
            LoadResult result = HttpLoad.run(LoadSettings.open(server.port(), 2, 500, Duration.ofMillis(100), GETS)
                    .withWarmUp(Duration.ofMillis(200)));
            assertThat(result.all().ok()).isEqualTo(150);
            assertThat(result.latencyMicros().getTotalCount()).isEqualTo(50);
        }
    }

    @Test
    void sendsTheSameRequestsOnceMore() throws IOException {
        try (PlantedServer server = new PlantedServer((n, out) -> PlantedServer.send(out, n < 3 ? 504 : 200, "x"))) {
            LoadSettings settings = some(server, 1, 5, GETS).withRequests(100, 5);
            LoadResult result = HttpLoad.run(settings);
            assertThat(result.unresolved()).containsExactly(100, 101, 102);
            LoadResult again = HttpLoad.repeat(settings, result.unresolved());
            assertThat(again.all()).isEqualTo(new Counts(3, 0, 0, 0, 0));
            assertThat(server.requests()).isEqualTo(8);
        }
    }

    @Test
    void saysWhenNothingListens() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
        }
        assertThatThrownBy(() -> HttpLoad.run(LoadSettings.closed(port, 1, LONG, GETS)))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("does it listen");
    }

    private static LoadSettings some(PlantedServer server, int connections, int requests, RequestSource source) {
        return LoadSettings.closed(server.port(), connections, LONG, source).withRequests(0, requests);
    }
}

package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ChangesSettings;
import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients of a stream of changes that read nothing for a while, or never, over real sockets. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewaySlowChangesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int KEY = 4_000;
    private static final int CHANGES = 240;

    private final Lane on;
    private final WrittenFeed feed;
    private GatewayLane lane;
    private long sequence;

    GatewaySlowChangesTest(Lane on) throws Exception {
        this.on = on;
        feed = new WrittenFeed(on);
    }

    private void start(int catchUpsMax, Duration takeMax) throws Exception {
        lane = GatewayLane.start(
                on,
                usual -> usual.withChanges(new ChangesSettings(1 << 17, catchUpsMax))
                        .withBounds(ConnectionBounds.USUAL.withTakeMax(takeMax)),
                Scripts.success());
    }

    @AfterEach
    void end() {
        lane.close();
        feed.close();
    }

    /** Publishes changes of some kilobytes each. */
    private void publish(int count) {
        List<String> cut = LongStream.rangeClosed(sequence + 1, sequence + count)
                .mapToObj(next -> WrittenFeed.transaction(next, "x".repeat(KEY), next))
                .toList();
        sequence += count;
        feed.cut(sequence, cut);
    }

    /** A client that reads when a test says so. */
    private final class Unread implements AutoCloseable {
        private final Socket socket = new Socket();
        private final BufferedReader lines;
        private final List<Long> changes = new ArrayList<>();

        Unread(String query) throws IOException {
            socket.setReceiveBufferSize(8 * 1024);
            socket.setSoTimeout((int) SOON.toMillis());
            socket.connect(new InetSocketAddress("127.0.0.1", lane.gateway.port()));
            String request = "GET /v1/changes" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        /** Reads up to a progress of this sequence. */
        void until(long end) throws IOException {
            String type = "";
            while (true) {
                String line = lines.readLine();
                if (line == null) {
                    throw new AssertionError("the stream ended after " + changes);
                }
                if (line.startsWith("event: ")) {
                    type = line.substring(7);
                } else if (line.startsWith("data: {\"seq\":")) {
                    changes.add(Long.parseLong(line.replaceFirst("data: \\{\"seq\":(\\d+).*", "$1")));
                } else if (type.equals("progress") && line.equals("data: {\"offset\":" + end + "}")) {
                    return;
                }
            }
        }

        /** Whether the connection breaks before the stream's end. */
        boolean breaks() {
            try {
                String line = lines.readLine();
                while (line != null && !line.equals("0")) {
                    line = lines.readLine();
                }
                return line == null;
            } catch (IOException e) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void aSlowClientLeavesTheRingAndGetsEachChangeOnceWhenItReads() throws Exception {
        start(4, Duration.ofMinutes(10));
        publish(1);
        try (Unread slow = new Unread("?from=0");
                ChangesClient fast = ChangesClient.open(lane.gateway.port(), "?from=0")) {
            fast.until(1);
            slow.until(1);
            for (int i = 0; i < CHANGES / 20; i++) {
                publish(20);
                fast.until(sequence);
            }
            assertThat(lane.meter("hotlane_changes_ring_bytes")).isLessThan(1 << 17);
            assertThat(lane.meter("hotlane_gateway_unsent_bytes"))
                    .as("bytes for the slow client")
                    .isLessThan(512 * 1024);
            slow.until(sequence);
            assertThat(slow.changes)
                    .isEqualTo(LongStream.rangeClosed(1, sequence).boxed().toList());
            publish(1);
            slow.until(sequence);
            assertThat(slow.changes).endsWith(sequence).hasSize((int) sequence);
            assertThat(lane.meter("hotlane_changes_closed_slow_total")).isZero();
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_changes_catch_ups") == 0);
    }

    @Test
    void withoutAFreeReaderAStreamIsRejectedWithRetryAfter() throws Exception {
        start(1, Duration.ofMinutes(10));
        publish(CHANGES);
        publish(1);
        try (Unread slow = new Unread("?from=0")) {
            await().atMost(SOON).until(() -> lane.meter("hotlane_changes_streams") == 1);
            HttpResponse<String> refused = lane.get("/v1/changes?from=0");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"OVERLOADED\"");
            assertThat(refused.headers().firstValue("retry-after")).isPresent();
            assertThat(lane.meter("hotlane_changes_refused_total")).isOne();
            slow.until(sequence);
            assertThat(slow.changes).hasSize((int) sequence);
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_changes_catch_ups") == 0);
        try (ChangesClient next = ChangesClient.open(lane.gateway.port(), "?from=0")) {
            assertThat(next.until(sequence)).hasSize((int) sequence);
        }
    }

    @Test
    void aClientThatReadsNothingIsClosed() throws Exception {
        start(4, Duration.ofSeconds(2));
        publish(CHANGES);
        try (Unread stuck = new Unread("?from=0")) {
            await().atMost(SOON).until(() -> lane.meter("hotlane_changes_closed_slow_total") == 1);
            assertThat(stuck.breaks()).isTrue();
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_changes_streams") == 0);
    }
}

package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.Verdict;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** GETs of counters that share a READ, on a real broker: each caller has its own answer, status and headers. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewaySharedReadsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int CALLERS = 64;
    private static final String JOINED = "hotlane_gateway_reads_joined_total";
    private static final String CONNECTIONS = "hotlane_gateway_connections ";

    @Test
    void eachOfManyCallersGetsTheAnswerForItsKey(Lane on) throws Exception {
        AtomicInteger mostKeys = new AtomicInteger();
        AtomicInteger records = new AtomicInteger();
        AtomicInteger callers = new AtomicInteger();
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, record -> {
            records.incrementAndGet();
            mostKeys.accumulateAndGet(record.read().keyCount(), Math::max);
            return List.of(numbered(record));
        })) {
            await().atMost(SOON).until(() -> {
                List<CompletableFuture<HttpResponse<String>>> calls = IntStream.range(0, CALLERS)
                        .mapToObj(i -> lane.send("GET", "/v1/counters/k" + i / 2, null))
                        .toList();
                for (int i = 0; i < CALLERS; i++) {
                    requireAnswer(i / 2, calls.get(i).join());
                }
                callers.addAndGet(CALLERS);
                return mostKeys.get() > 1;
            });
            assertThat(records.get() + lane.meter(JOINED)).isEqualTo(callers.get());
            assertThat(lane.meter("hotlane_inflight_requests")).isZero();
        }
    }

    private static void requireAnswer(int key, HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .startsWith("{\"key\":\"k" + key + "\",\"value\":" + key + ",\"held\":2,\"confirmed\":1,\"version\":"
                        + (100 + key) + ",\"offset\":");
        assertThat(response.headers().firstValue("etag")).contains("\"" + (100 + key) + "\"");
    }

    /** Counter k7 has value 7 at version 107, and so on. */
    private static byte[] numbered(Arrived record) {
        ReadView read = record.read();
        return record.reply(writer -> {
            writer.verdict(Verdict.OK, record.offset, Scripts.TIME).counters(read.keyCount());
            for (int i = 0; i < read.keyCount(); i++) {
                String key = new String(read.bytes(), read.keyOffset(i), read.keyLength(i), StandardCharsets.UTF_8);
                long number = Long.parseLong(key.substring(1));
                writer.counter(number, 2, 1, 100 + number);
            }
        });
    }

    @Test
    void aGetBehindAWriteOfItsConnectionHasALaterRecord(Lane on) throws Exception {
        String write = "POST /v1/counters/a/increment HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: w-1\r\n\r\n";
        String read = "GET /v1/counters/a HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success());
                RawHttp http = new RawHttp(lane.gateway.port())) {
            byte[] both = (read + write + read).getBytes(StandardCharsets.US_ASCII);
            http.send(both, 0, both.length);
            long before = offset(http.receive());
            long written = offset(http.receive());
            long after = offset(http.receive());
            assertThat(List.of(before, written, after)).isSorted().doesNotHaveDuplicates();
        }
    }

    private static long offset(RawHttp.Response response) {
        assertThat(response.status()).isEqualTo(200);
        return Long.parseLong(response.body().replaceAll(".*\"offset\":(\\d+).*", "$1"));
    }

    @Test
    void callersOfOneRecordAreRejectedByPlaceAndGivenUpByTime(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(10, 500, 1, 1_000), Scripts.silence())) {
            List<CompletableFuture<HttpResponse<String>>> calls = IntStream.range(0, 32)
                    .mapToObj(i -> lane.send("GET", "/v1/counters/k" + i, null))
                    .toList();
            List<HttpResponse<String>> answers =
                    calls.stream().map(CompletableFuture::join).toList();
            assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(503, 504);
            assertThat(answers)
                    .filteredOn(answer -> answer.statusCode() == 504)
                    .hasSizeGreaterThanOrEqualTo(8)
                    .allMatch(answer -> answer.body().contains("no reply came within 500 ms. A read changes nothing"));
            assertThat(answers)
                    .filteredOn(answer -> answer.statusCode() == 503)
                    .allMatch(answer -> answer.body().contains("8 requests are in flight"));
            assertThat(lane.meter("hotlane_inflight_requests")).isZero();
        }
    }

    @Test
    void callersThatLeaveTakeNoAnswerFromTheOthers(Lane on) throws Exception {
        List<Arrived> held = new CopyOnWriteArrayList<>();
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, record -> {
            held.add(record);
            return List.of();
        })) {
            await().atMost(SOON).until(() -> {
                held.clear();
                halfLeaves(lane, held);
                return held.stream().anyMatch(record -> record.read().keyCount() > 1);
            });
            await().atMost(SOON).until(() -> lane.gateway.inFlight() == 0);
        }
    }

    /** Callers with odd numbers leave while all wait; then the replies come. */
    private static void halfLeaves(GatewayLane lane, List<Arrived> held) throws IOException {
        List<RawHttp> clients = new ArrayList<>();
        try {
            byte[] health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < CALLERS; i++) {
                clients.add(new RawHttp(lane.gateway.port()));
                assertThat(clients.get(i).exchange(health).status()).isEqualTo(200);
            }
            for (int i = 0; i < CALLERS; i++) {
                byte[] read = ("GET /v1/counters/k" + i + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
                clients.get(i).send(read, 0, read.length);
            }
            await().atMost(SOON).until(() -> keys(held) == CALLERS);
            double connections = lane.meter(CONNECTIONS);
            for (int i = 1; i < CALLERS; i += 2) {
                clients.get(i).close();
            }
            await().atMost(SOON).until(() -> lane.meter(CONNECTIONS) <= connections - CALLERS / 2);
            held.forEach(record -> lane.processor.say(numbered(record)));
            for (int i = 0; i < CALLERS; i += 2) {
                assertThat(clients.get(i).receive().body()).startsWith("{\"key\":\"k" + i + "\",\"value\":" + i + ",");
            }
        } finally {
            for (RawHttp client : clients) {
                client.close();
            }
        }
    }

    private static int keys(List<Arrived> records) {
        return records.stream().mapToInt(record -> record.read().keyCount()).sum();
    }
}

package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bytes that are no request of the contract: each gets a problem document, and none reaches the log. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayBadInputTest {
    private static final int REQUESTS = 6_000;
    private static final int MEGABYTE = 1 << 20;
    private static final String JSON = "Content-Type: application/json";

    private static GatewayLane lane;
    private final long seed = Long.getLong("seed", 1);
    private final Random random = new Random(seed);

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(on, GatewayLane.Settings.USUAL, Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    /** A call that writes, with a correct body. */
    private enum Write {
        TRANSACTION("POST", "/v1/transactions", "{\"ops\":[{\"op\":\"add\",\"key\":\"a\",\"delta\":1}]}"),
        RESERVATION("POST", "/v1/reservations", "{\"lines\":[{\"key\":\"a\",\"quantity\":1}],\"ttlMs\":1000}"),
        CONFIRM("POST", "/v1/reservations/h/confirm", "{\"lines\":[{\"key\":\"a\",\"quantity\":1}]}"),
        CANCEL("POST", "/v1/reservations/h/cancel", "{}"),
        EXTEND("POST", "/v1/reservations/h/extend", "{\"ttlMs\":1000}"),
        ABANDON("POST", "/v1/commands/c/abandon", "{}"),
        PUT("PUT", "/v1/counters/a", "{\"value\":1}"),
        INCREMENT("POST", "/v1/counters/a/increment", "{\"amount\":1}"),
        DRAIN("POST", "/v1/counters/a/drain", "{}"),
        TAKE("POST", "/v1/buckets/a/take", "{\"tokens\":1,\"count\":1,\"periodMs\":1000,\"burst\":1}");

        final String method;
        final String path;
        final String body;

        Write(String method, String path, String body) {
            this.method = method;
            this.path = path;
            this.body = body;
        }
    }

    @Test
    void answersWhateverComesWithAProblemAndPublishesNothing() throws Exception {
        System.out.println("seed: run again with -Dseed=" + seed);
        long before = lane.commandsEnd();
        try (RawHttp http = new RawHttp(lane.gateway.port())) {
            for (int i = 0; i < REQUESTS; i++) {
                byte[] request = next();
                requireProblem(request, http.exchange(request));
            }
        }
        assertThat(lane.commandsEnd()).as("nothing was published").isEqualTo(before);
        assertThat(lane.transact().join().statusCode()).isEqualTo(200);
    }

    private byte[] next() {
        Write write = pick(Write.values());
        byte[] good = utf8(write.body);
        return switch (random.nextInt(14)) {
            case 0 -> request(write.method, write.path, good, JSON);
            case 1 -> request(write.method, write.path, good, JSON, "Idempotency-Key: " + "i".repeat(65));
            case 2 -> keyed(write.method, write.path, good, "Idempotency-Key: other");
            case 3 -> keyed(write.method, write.path, good, "Content-Type: " + pick("text/plain", "application/xml"));
            case 4 -> keyed(write.method, write.path, good, "Content-Encoding: gzip");
            case 5 -> keyed(write.method, write.path, spoiled(write.body), JSON);
            case 6 -> keyed(write.method, write.path + pick("?x=1", "?owner=a", "?&"), good, JSON);
            case 7 -> keyed(write.method, write.path, noise(65_537 + random.nextInt(100_000)), JSON);
            case 8 -> chunked(write, spoiled(write.body));
            case 9 -> keyed(pick("PATCH", "GET", "TRACE", "FOO"), "/v1/transactions", new byte[0]);
            case 10 -> keyed(write.method, pick("/", "/v2/x", "/v1", "/v1/counters/a/b", "//", "/v1/%"), good, JSON);
            case 11 -> keyed("POST", "/v1/counters/" + pick("%", "%zz", "%ff", "", "k".repeat(201)) + "/drain", good);
            case 12 -> keyed(write.method, write.path, good, "bad header", "Na me: x", "X: \1");
            default -> noRequest();
        };
    }

    /** The correct body with a fault that every call rejects. */
    private byte[] spoiled(String body) {
        return switch (random.nextInt(6)) {
            case 0 -> utf8(body.substring(0, 1 + random.nextInt(body.length() - 1)));
            case 1 -> utf8(body + pick("{}", "]", "x", ","));
            case 2 -> utf8("{\"unknown\":1," + body.substring(1));
            case 3 -> utf8(pick("[", "{\"a\":", "{\"lines\":[").repeat(1 + random.nextInt(4_000)));
            case 4 -> utf8('\ufeff' + body);
            default -> body.getBytes(StandardCharsets.UTF_16);
        };
    }

    private byte[] noRequest() {
        return utf8(pick(
                "GET\r\n\r\n",
                "HELLO WORLD\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
                "\u0016\u0003\u0001\u0002\r\n\r\n",
                "POST /" + "a".repeat(5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(20_000) + "\r\n\r\n"));
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] chunked(Write write, byte[] body) {
        byte[] head = utf8(write.method + " " + write.path + " HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k\r\n"
                + JSON + "\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length) + "\r\n");
        return joined(joined(head, body), utf8("\r\n0\r\n\r\n"));
    }

    private static byte[] keyed(String method, String path, byte[] body, String... headers) {
        String[] more = Arrays.copyOf(headers, headers.length + 1);
        more[headers.length] = "Idempotency-Key: k-1";
        return request(method, path, body, more);
    }

    private static byte[] request(String method, String path, byte[] body, String... headers) {
        List<String> lines = new ArrayList<>(List.of(method + " " + path + " HTTP/1.1", "Host: localhost"));
        lines.addAll(List.of(headers));
        lines.add("Content-Length: " + body.length);
        return joined(utf8(String.join("\r\n", lines) + "\r\n\r\n"), body);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] whole = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, whole, first.length, second.length);
        return whole;
    }

    /**
     * Goal: a client that sends everything before it reads gets the reason of its refusal, and not only a closed
     * connection.
     */
    @Test
    void tellsEvenClientsThatSendAMegabyteFirst() throws IOException {
        for (Write write : Write.values()) {
            for (int length : new int[] {65_537, 300_000, MEGABYTE}) {
                try (RawHttp http = new RawHttp(lane.gateway.port())) {
                    byte[] request = keyed(write.method, write.path, noise(length), JSON);
                    RawHttp.Response response = http.exchange(request);
                    requireProblem(request, response);
                    assertThat(response.status()).isEqualTo(413);
                    assertThat(response.body()).contains("\"code\":\"TOO_LARGE\"", "65536 bytes");
                }
            }
        }
    }

    private static void requireProblem(byte[] request, RawHttp.Response response) {
        String shown = new String(request, 0, Math.min(500, request.length), StandardCharsets.UTF_8);
        assertThat(response.status()).as(shown).isBetween(400, 499);
        assertThat(response.headers()).as(shown).containsEntry("content-type", "application/problem+json");
        JsonObject problem = new JsonObject(response.body());
        assertThat(problem.getInteger("status")).as(shown).isEqualTo(response.status());
        assertThat(problem.getString("code")).as(shown).isNotEmpty();
        assertThat(problem.getString("detail")).as(shown).hasSizeBetween(10, 500);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @SafeVarargs
    private <T> T pick(T... all) {
        return all[random.nextInt(all.length)];
    }
}

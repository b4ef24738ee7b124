package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.Hash;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Boards of a gateway that runs alone. */
@Tag("it")
class GatewayBoardTest extends OnAViewTopic {
    private static final String STOCK = "/v1/counters?consistency=local&prefix=stock:";
    private static final String A =
            "{\"counters\":[{\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0,\"version\":3}]}";

    GatewayBoardTest(Lane on) {
        super(on);
    }

    @Override
    ViewSettings view() {
        return super.view().withBoards(List.of("a", "stock:", "big:"));
    }

    private static String listed(String key, long value, long version) {
        return "{\"key\":\"" + key + "\",\"value\":" + value + ",\"held\":0,\"confirmed\":0,\"version\":" + version
                + "}";
    }

    private static String tag(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().toHexDigits(Hash.of(bytes, 0, bytes.length, 0));
    }

    @Test
    void aBoardHasTheCountersOfItsPrefixInOrderAndFollowsThePacks() {
        HttpResponse<String> first = aged("/v1/counters?prefix=a&consistency=local");
        assertThat(first.body()).isEqualTo(A);
        assertThat(header(first, "content-type")).isEqualTo("application/json");
        assertThat(header(first, "cache-control")).isEqualTo("max-age=1");
        assertThat(header(first, "etag")).isEqualTo('"' + tag(A) + '"');
        assertThat(header(first, "vary")).isEqualTo("accept-encoding, hotlane-min-offset");
        assertThat(header(first, "hotlane-offset")).isEqualTo(Long.toString(LOADED));
        assertThat(answered(STOCK).body()).isEqualTo("{\"counters\":[]}");
        pack(LOADED, LOADED + 2, Map.of("stock:b", 1L, "stock:a", 2L, "stock", 3L));
        HttpResponse<String> stock = answered(STOCK + "&minOffset=" + (LOADED + 2));
        assertThat(stock.body())
                .isEqualTo("{\"counters\":[" + listed("stock:a", 2, LOADED + 2) + "," + listed("stock:b", 1, LOADED + 2)
                        + "]}");
        assertThat(header(stock, "hotlane-offset")).isEqualTo(Long.toString(LOADED + 2));
        Map<String, Long> change = new HashMap<>(Map.of("stock:b", 7L));
        change.put("stock:a", null);
        pack(LOADED + 2, LOADED + 3, change);
        HttpResponse<String> later = answered(STOCK, "Hotlane-Min-Offset", "" + (LOADED + 3));
        assertThat(later.body()).isEqualTo("{\"counters\":[" + listed("stock:b", 7, LOADED + 3) + "]}");
        assertThat(lane.meter("hotlane_board_keys")).isEqualTo(2);
        assertThat(lane.meter("hotlane_board_renders_total")).isGreaterThanOrEqualTo(4);
        assertThat(lane.meter("hotlane_board_bytes")).isPositive();
        assertThat(lane.meter("hotlane_board_exceeded")).isZero();
        assertThat(lane.get("/v1/status").body())
                .contains("\"boards\":[{\"prefix\":\"a\",\"keys\":1,\"exceeded\":false},"
                        + "{\"prefix\":\"stock:\",\"keys\":1,\"exceeded\":false},");
    }

    /** A board that did not change is current as of each later sequence. */
    @Test
    void aBoardThatDoesNotChangeStaysYoung() {
        assertThat(answered("/v1/counters?prefix=a&consistency=local").body()).isEqualTo(A);
        pack(LOADED, LOADED + 2, Map.of("b", 1L));
        HttpResponse<String> later = answered("/v1/counters?prefix=a&minOffset=" + (LOADED + 2));
        assertThat(later.body()).isEqualTo(A);
        assertThat(header(later, "hotlane-offset")).isEqualTo(Long.toString(LOADED + 2));
    }

    @Test
    void theCompressedFormIsTheSameDocumentAndEitherTagIsKnown() throws IOException {
        String path = "/v1/counters?prefix=a&consistency=local";
        assertThat(answered(path).body()).isEqualTo(A);
        HttpResponse<byte[]> gzip = lane.bytes(path, "Accept-Encoding", "gzip");
        assertThat(gzip.headers().firstValue("content-encoding")).hasValue("gzip");
        assertThat(gzip.headers().firstValue("etag")).hasValue('"' + tag(A) + "-gzip\"");
        try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(gzip.body()))) {
            assertThat(plain.readAllBytes()).isEqualTo(A.getBytes(StandardCharsets.UTF_8));
        }
        for (String known : List.of('"' + tag(A) + '"', '"' + tag(A) + "-gzip\"", "W/\"" + tag(A) + '"', "*")) {
            for (String coding : List.of("gzip", "identity")) {
                HttpResponse<String> same = lane.get(path, "If-None-Match", known, "Accept-Encoding", coding);
                assertThat(same.statusCode()).as(known).isEqualTo(304);
                assertThat(same.body()).isEmpty();
                assertThat(header(same, "etag")).contains(tag(A));
                assertThat(header(same, "content-encoding")).isEmpty();
                assertThat(header(same, "cache-control")).isEqualTo("max-age=1");
                assertThat(header(same, "hotlane-offset")).isEqualTo(Long.toString(LOADED));
            }
        }
        assertThat(lane.get(path, "If-None-Match", "\"other\"").body()).isEqualTo(A);
        HttpResponse<String> head = lane.send("HEAD", path, null).join();
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "content-length")).isEqualTo("" + A.length());
        assertThat(header(head, "etag")).isEqualTo('"' + tag(A) + '"');
        HttpResponse<String> head2 =
                lane.send("HEAD", path, null, "Accept-Encoding", "gzip").join();
        assertThat(header(head2, "content-length")).isEqualTo("" + gzip.body().length);
    }

    /** The caller's bound counts where the answer is read: no cache may add to the age. */
    @Test
    void aBoundOfTheCallersOwnIsKept() {
        AtomicLong at = new AtomicLong(LOADED);
        // Each pack makes the view younger, so that one answer is within the bound on a slow machine too.
        HttpResponse<String> bounded = await().atMost(SOON)
                .until(
                        () -> {
                            pack(at.get(), at.incrementAndGet(), Map.of());
                            return lane.get("/v1/counters?prefix=a&maxStaleMs=3000");
                        },
                        answer -> answer.statusCode() == 200);
        assertThat(bounded.body()).isEqualTo(A);
        assertThat(header(bounded, "cache-control")).isEqualTo("no-cache");
        assertThat(staleMs(bounded)).isLessThanOrEqualTo(3_000);
        awaitView(at.get());
        HttpResponse<String> never = lane.get("/v1/counters?prefix=a&minOffset=" + (at.get() + 2));
        assertThat(never.statusCode()).isEqualTo(400);
        assertThat(never.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"", "\"offset\":" + (at.get() + 1) + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    prefix=b&consistency=local            | prefix: it is no board of this gateway
                    prefix=stock&maxStaleMs=5             | prefix: it is no board of this gateway
                    prefix=stock:x&minOffset=5            | prefix: it is no board of this gateway
                    consistency=local                     | prefix: a local list is of a board
                    prefix=a&consistency=local&limit=10   | limit: a board is listed whole
                    prefix=a&consistency=local&cursor=YQ  | cursor: a board is listed whole
                    prefix=a&consistency=lane             | consistency: counters are not listed from the log
                    prefix=a&consistency=lane&minOffset=5 | consistency: counters are not listed from the log
                    consistency=lane                      | consistency: counters are not listed from the log
                    prefix=a&consistency=view             | consistency: expected lane or local
                    prefix=a&maxStaleMs=3600001           | maxStaleMs: expected a whole number, 0 to 3600000
                    prefix=a&minOffset=-1                 | minOffset: expected a whole number
                    prefix=a&prefix=a&consistency=local   | prefix: it is there twice
                    prefix=a&consistency=local&page=1     | a parameter is unknown
                    prefix=&consistency=local             | prefix: it is empty
                    """)
    void badInputIsRejectedWithWhatToDo(String query, String detail) {
        HttpResponse<String> answer = lane.get("/v1/counters?" + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"code\":\"MALFORMED\"").contains(detail);
    }

    @Test
    void aListWithoutConsistencyIsOfMySqlAsBefore() {
        pack(LOADED, LOADED + 2, Map.of("a", 1L));
        awaitView(LOADED + 2);
        HttpResponse<String> page = lane.get("/v1/counters?prefix=a&limit=1");
        assertThat(page.body())
                .startsWith("{\"counters\":[" + listed("a", 5, 3) + "],\"offset\":" + (LOADED + 1) + ",\"time\":");
        assertThat(header(page, "hotlane-source")).isEmpty();
        assertThat(header(page, "cache-control")).isEqualTo("no-store");
        HttpResponse<String> header = lane.get("/v1/counters?prefix=b", "Hotlane-Min-Offset", "1");
        assertThat(header.statusCode()).as("the header asks for a board").isEqualTo(400);
    }

    @Test
    void aBoardAboveItsBoundIsRefusedAndListedAgainBelow() {
        long at = LOADED;
        for (int part = 0; part < 5; part++) {
            Map<String, Long> values = new HashMap<>();
            IntStream.range(part * 2_200, part * 2_200 + 2_200).forEach(i -> values.put("big:" + i, 1L));
            pack(at, ++at, values);
        }
        String path = "/v1/counters?prefix=big:&minOffset=" + at;
        HttpResponse<String> refused = await().atMost(SOON)
                .until(
                        () -> lane.get(path),
                        answer ->
                                answer.body().contains("The board big: has 11000 counters, at most 10000 are listed."));
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("\"code\":\"UNAVAILABLE\"");
        assertThat(header(refused, "retry-after")).isEqualTo("1");
        assertThat(header(refused, "hotlane-offset")).isEmpty();
        assertThat(lane.meter("hotlane_board_exceeded")).isEqualTo(1);
        assertThat(answered("/v1/counters?prefix=a&consistency=local").body()).isEqualTo(A);
        Map<String, Long> fewer = new HashMap<>();
        IntStream.range(0, 2_000).forEach(i -> fewer.put("big:" + i, null));
        pack(at, at + 1, fewer);
        assertThat(answered(path).body().split("\"key\"")).hasSize(1 + 9_000);
        assertThat(lane.meter("hotlane_board_exceeded")).isZero();
    }

    @Test
    void withoutAViewABoardIsUnavailableAndNeverEmpty() throws SQLException {
        assertThat(answered(STOCK).body()).isEqualTo("{\"counters\":[]}");
        pack(LOADED + 5, LOADED + 6, Map.of("stock:b", 1L));
        // Each second the view is loaded for an instant, until the checkpoint has what the packs lack.
        HttpResponse<String> gone = await().atMost(SOON)
                .until(() -> lane.get(STOCK), answer -> answer.body().contains("The view is not loaded"));
        assertThat(gone.statusCode()).isEqualTo(503);
        assertThat(gone.body()).contains("\"code\":\"UNAVAILABLE\"");
        assertThat(header(gone, "retry-after")).isEqualTo("1");
        written.checkpointAt(LOADED + 5, 1);
        assertThat(answered(STOCK + "&minOffset=" + (LOADED + 6)).body())
                .isEqualTo("{\"counters\":[" + listed("stock:b", 1, LOADED + 6) + "]}");
    }

    @Test
    void overlappingReadersGetOneBody() {
        List<HttpResponse<String>> answers = await().atMost(SOON)
                .pollDelay(Duration.ZERO)
                .until(
                        () -> IntStream.range(0, 64)
                                .mapToObj(i -> lane.send("GET", "/v1/counters?prefix=a&consistency=local", null))
                                .toList()
                                .stream()
                                .map(CompletableFuture::join)
                                .toList(),
                        all -> all.stream().allMatch(answer -> answer.statusCode() == 200));
        assertThat(answers).extracting(HttpResponse::body).containsOnly(A);
        assertThat(lane.meter("hotlane_board_renders_total")).isEqualTo(1);
    }
}

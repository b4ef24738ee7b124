package dev.hotlane.proof.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Both forms of an answer with products are the same text, by the decoders that clients use. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayCardFormsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int LARGE = 17;
    private static final String DECODE =
            "import gzip,sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))";

    private final Random random = new Random(1);
    private final Lane on;
    private CardTopicWriter writer;
    private GatewayLane lane;

    @TempDir
    private Path directory;

    GatewayCardFormsTest(Lane on) {
        this.on = on;
    }

    @BeforeEach
    void start() throws Exception {
        writer = new CardTopicWriter(on);
        lane = GatewayLane.start(on, usual -> usual.withCards(GatewayCardsTest.ALL), Scripts.success());
        for (int i = 0; i < 12; i++) {
            writer.publish("p" + i, document(1 << i, "\"k" + i + "\",\"k\""));
        }
        for (int i = 0; i < 4; i++) {
            writer.publish("q" + i, document(50_000 + 50_000 * i, ""));
        }
        await().atMost(SOON).until(() -> lane.get("/v1/products/q3").statusCode() == 200);
    }

    @AfterEach
    void end() {
        writer.close();
        lane.close();
    }

    private String document(int length, String counters) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return "{\"text\":\"" + text + "\",\"hotlane\":{\"counters\":[" + counters + "]}}";
    }

    private static List<String> paths() {
        List<String> paths = new ArrayList<>(List.of("/v1/products?ids=none", "/v1/products?ids=p0,none,p1,q0,p2,q1"));
        for (int i = 0; i < 12; i++) {
            paths.add("/v1/products/p" + i);
        }
        for (int i = 0; i < 4; i++) {
            paths.add("/v1/products/q" + i);
        }
        return paths;
    }

    @Test
    void javaDecodesWhatIsSentPlain() throws IOException {
        for (String path : paths()) {
            HttpResponse<byte[]> plain = lane.bytes(path);
            HttpResponse<byte[]> zipped = lane.bytes(path, "Accept-Encoding", "gzip;q=0.5, br");
            assertThat(plain.statusCode()).isEqualTo(200);
            assertThat(plain.headers().map()).doesNotContainKey("content-encoding");
            assertThat(zipped.headers().firstValue("content-encoding")).hasValue("gzip");
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
                assertThat(in.readAllBytes()).as(path).isEqualTo(plain.body());
            }
            assertThat(lane.bytes(path, "Accept-Encoding", "gzip;q=0").body()).isEqualTo(plain.body());
        }
    }

    @Test
    @EnabledIf(value = "isCurlInstalled", disabledReason = "no curl is installed")
    void curlDecodesWhatIsSentPlain() throws Exception {
        for (String path : paths()) {
            String url = "http://127.0.0.1:" + lane.gateway.port() + path;
            byte[] decoded = run(new byte[0], "curl", "--silent", "--fail", "--compressed", "--globoff", url);
            assertThat(decoded).as(path).isEqualTo(lane.bytes(path).body());
        }
    }

    @Test
    @EnabledIf(value = "isPythonInstalled", disabledReason = "no python3 is installed")
    void pythonDecodesWhatIsSentPlain() throws Exception {
        for (String path : paths()) {
            byte[] zipped = lane.bytes(path, "Accept-Encoding", "gzip").body();
            assertThat(run(zipped, "python3", "-c", DECODE))
                    .as(path)
                    .isEqualTo(lane.bytes(path).body());
        }
    }

    static boolean isCurlInstalled() {
        return installed("curl");
    }

    static boolean isPythonInstalled() {
        return installed("python3");
    }

    private static boolean installed(String program) {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] run(byte[] in, String... command) throws Exception {
        Path from = Files.write(directory.resolve("in"), in);
        Path to = directory.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectInput(from.toFile())
                .redirectOutput(to.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor()).isZero();
        return Files.readAllBytes(to);
    }

    @Test
    void moreThan16MebibytesAreSentCompressedOnly() throws Exception {
        String text = "x".repeat((1 << 20) - 100);
        for (int i = 0; i < LARGE; i++) {
            writer.publish("large" + i, "{\"text\":\"" + text + "\"}");
        }
        String ids = IntStream.range(0, LARGE).mapToObj(i -> "large" + i).collect(Collectors.joining(","));
        await().atMost(SOON)
                .until(() -> lane.get("/v1/products/large" + (LARGE - 1)).statusCode() == 200);
        HttpResponse<String> refused = lane.get("/v1/products?ids=" + ids);
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(refused.body()).contains("\"code\":\"TOO_LARGE\"", "16777216", "Accept-Encoding: gzip");
        assertThat(refused.headers().map()).doesNotContainKeys("etag", "content-encoding");
        assertThat(lane.get("/v1/products?ids=" + ids.replace(",large0", "").replace("large0,", ""))
                        .statusCode())
                .isEqualTo(200);
        byte[] zipped =
                lane.bytes("/v1/products?ids=" + ids, "Accept-Encoding", "gzip").body();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            String whole = new String(in.readAllBytes(), UTF_8);
            assertThat(whole).hasSizeGreaterThan(16 << 20).endsWith("\"stock\":[]}]}");
        }
    }
}

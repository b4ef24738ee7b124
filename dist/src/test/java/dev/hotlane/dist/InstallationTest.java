package dev.hotlane.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.dist.Installation.Ended;
import dev.hotlane.dist.Installation.Started;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.process.Build;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An installation from the zip, without a clone: from a directory that it may not write, under an account without a home. */
@Tag("it")
@ExtendWith(RealStack.class)
class InstallationTest {
    private static final Pattern OPEN = Pattern.compile("(?m)^node: (http://\\S+)/v1/status, processor ");

    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    private Installation installation;
    private Started node;

    @BeforeEach
    void unpack() throws IOException {
        installation = Installation.in(directory);
    }

    @AfterEach
    void end() throws InterruptedException {
        if (node != null) {
            node.process().destroyForcibly().waitFor();
        }
    }

    @Test
    void printsItsVersionThroughALinkAndItsHelp() throws Exception {
        Path link = Files.createSymbolicLink(
                directory.resolve("hl"), installation.root().resolve("bin/hotlane"));
        assertThat(installation.start(link, Map.of(), "--version").end())
                .isEqualTo(new Ended(0, List.of("hotlane " + Build.THIS), List.of()));
        assertThat(installation.run("--help").out()).contains("Usage: hotlane [-hV] [--config=FILE] COMMAND");
    }

    @Test
    void refusesInOneSentence() throws Exception {
        requireRefused(
                2, "Unknown option: '--gateway-prot=1'", "node", "--gateway-prot=1", "--kafka-bootstrap-servers=a:1");
        requireRefused(2, "No brokers are named: give --kafka-bootstrap-servers or --kafka-config.", "verify");
        for (String command : List.of("dev", "demo", "kafka")) {
            List<String> said = requireRefused(
                    2,
                    "hotlane " + command + " runs in a clone of the project only, as ./hotlane " + command + ": ",
                    command.equals("kafka") ? new String[] {"kafka", "topics"} : new String[] {command});
            assertThat(said).hasSize(1);
        }
    }

    private List<String> requireRefused(int code, String sentence, String... words) throws Exception {
        Ended ended = installation.run(words);
        assertThat(ended.code()).as(ended.toString()).isEqualTo(code);
        assertThat(ended.err()).anyMatch(line -> line.contains(sentence)).noneMatch(line -> line.startsWith("\tat "));
        return ended.err();
    }

    private static String[] settings(Lane lane, String... more) {
        String[] words = {
            more[0],
            "--lane=" + lane.name(),
            "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
            "--mysql-url=" + lane.jdbcUrl(),
            "--mysql-user=" + lane.stack().user(),
            "--mysql-password=" + lane.stack().password()
        };
        return Stream.concat(List.of(words).stream(), List.of(more).stream().skip(1))
                .toArray(String[]::new);
    }

    private void createTopics(Lane lane) throws Exception {
        Ended topics = installation.run(
                "topics",
                "create",
                "--gateways=1",
                "--heap=768m",
                "--lane=" + lane.name(),
                "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers());
        assertThat(topics.code()).as(topics.toString()).isZero();
    }

    @Test
    void aDirectoryThatTakesNoFilesAndATakenPortHaveExitCodes(Lane lane) throws Exception {
        createTopics(lane);
        if (installation.isLimited()) {
            requireRefused(51, "NO_ROOM", settings(lane, "processor", "--processor-http-port=0"));
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            requireRefused(
                    50,
                    "SURROUNDINGS",
                    settings(
                            lane,
                            "processor",
                            "--processor-http-port=" + taken.getLocalPort(),
                            "--processor-directory=" + installation.writable("processor")));
        }
    }

    @Test
    void aNodeSellsAndStopsBySigterm(Lane lane) throws Exception {
        createTopics(lane);
        String file = """
                lane=%s
                kafka.bootstrap.servers=%s
                mysql.url=%s
                mysql.user=%s
                mysql.password=%s
                gateway.port=0
                gateway.leave.ms=0
                processor.http.port=0
                processor.directory=%s
                warm.up.max.ms=0
                """.formatted(
                        lane.name(),
                        lane.stack().bootstrapServers(),
                        lane.jdbcUrl(),
                        lane.stack().user(),
                        lane.stack().password(),
                        installation.writable("node"));
        Path settings = installation.file("node-0.properties", file);
        node = installation.start("node", "--config", settings.toString(), "--gateway-reply-partition", "0");
        String address = await().atMost(SOON).until(this::address, found -> !found.isEmpty());
        await().atMost(SOON).until(() -> send(address, "GET", "/readyz", "", "").statusCode() == 200);
        await().atMost(SOON)
                .until(() -> send(address, "PUT", "/v1/counters/stock:phone", "open-1", "{\"value\":10}")
                                .statusCode()
                        == 200);
        HttpResponse<String> sold = send(
                address,
                "POST",
                "/v1/reservations",
                "order-1",
                "{\"lines\":[{\"key\":\"stock:phone\",\"quantity\":1}],\"ttlMs\":600000,\"owner\":\"u7\"}");
        assertThat(sold.statusCode()).as(sold.body()).isEqualTo(201);
        assertThat(sold.body()).contains("\"state\":\"held\"").contains("\"remaining\":9");
        node.process().destroy();
        Ended ended = node.end();
        assertThat(ended.code()).as(ended.toString()).isZero();
    }

    private String address() throws IOException {
        String out = Files.readString(node.out());
        assertThat(node.process().isAlive())
                .as("%s %s", out, Files.readString(node.err()))
                .isTrue();
        Matcher open = OPEN.matcher(out);
        return open.find() ? open.group(1) : "";
    }

    private static HttpResponse<String> send(String address, String method, String path, String key, String body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key).header("Content-Type", "application/json");
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }
}

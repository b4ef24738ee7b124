package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotlane.access.KeyText;
import dev.hotlane.access.token.TokenServer;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node with a secret in each setting that can hold one, and with logs of level DEBUG: the secrets are in no log, answer,
 * metric, process list and record, whatever goes wrong. SecuredLaneTest looks for those of SASL at a broker that needs them.
 */
@Tag("it")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecretsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String SALE = "{\"ops\":[{\"op\":\"add\",\"key\":\"limit:1\",\"delta\":1,\"max\":9}]%s}";

    @TempDir
    static Path directory;

    private final Canaries canaries = new Canaries();
    private final TokenServer server = TokenServer.start();
    private final Lane lane;
    private final int port = Ports.free();
    private final int status = Ports.free();
    private final StringBuilder answers = new StringBuilder();
    private SecretFiles files;
    private HttpClient http;
    private Started node;

    /** A process, and the file of its output. */
    private record Started(ChildProcess child, Path log) {
        String printed() throws IOException {
            return Files.readString(log);
        }

        /** Waits for its end; returns all that it printed. */
        String ended() throws IOException {
            assertThat(child.awaitExit(PATIENCE)).isTrue();
            return printed();
        }
    }

    SecretsTest(Lane lane) {
        this.lane = lane;
    }

    @BeforeAll
    void serve() throws Exception {
        files = new SecretFiles(lane, directory, canaries);
        files.write(server);
        http = files.client();
        List<String> words = new ArrayList<>(files.options());
        words.addAll(List.of("--processor-http-port=" + status, "--gateway-port=" + port, "--warm-up-max-ms=0"));
        node = start("node", words);
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    node.child().requireAlive();
                    return ask("/readyz", "", null).statusCode() == 200;
                });
    }

    @AfterAll
    void end() {
        node.child().kill9();
        server.close();
    }

    private Started start(String command, List<String> words) throws IOException {
        Path own = Files.createTempDirectory(directory, command);
        ChildProcess child = Jvm.hotlane(command, "--lane=" + files.lane())
                .words(words)
                .words(command.equals("log") ? List.of() : List.of("--processor-directory=" + own))
                .flags(Jvm.SMALL)
                .flags("-Dlogback.configurationFile=" + files.debugLogs(), "-Dhere=" + own)
                .start(command, own);
        return new Started(child, own.resolve(command + ".log"));
    }

    /** The answer of the gateway; it is kept for the search. */
    private HttpResponse<String> ask(String path, String authorization, String body)
            throws IOException, InterruptedException {
        return ask(HttpRequest.newBuilder(URI.create("https://localhost:" + port + path)), authorization, body);
    }

    private HttpResponse<String> ask(HttpRequest.Builder request, String authorization, String body)
            throws IOException, InterruptedException {
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        if (body != null) {
            request.header("Content-Type", "application/json")
                    .header("Idempotency-Key", "id-" + answers.length())
                    .POST(HttpRequest.BodyPublishers.ofString(body));
        }
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        answers.append(answer)
                .append(answer.headers().map())
                .append(answer.body())
                .append('\n');
        return answer;
    }

    @Test
    void noSecretShowsWhateverGoesWrong() throws Exception {
        String key = "Bearer " + files.key();
        String token = "Bearer " + canaries.token("token", server.token("svc-clerk"));
        assertThat(ask("/v1/transactions", key, SALE.formatted("")).statusCode())
                .isEqualTo(200);
        assertThat(ask("/v1/transactions", token, SALE.formatted("")).statusCode())
                .isEqualTo(200);
        refusedCalls(key);
        figures(key);
        canaries.requireNoneIn("an answer", answers.toString());
        canaries.requireNoneIn("the process list", Canaries.processes());
        brokenFiles();
        refusedStarts();
        String records = start("log", List.of("--kafka-config=" + files.kafka(), "--last=100000"))
                .ended();
        assertThat(records).contains("\"principal\":\"clerk\"");
        canaries.requireNoneIn("hotlane log", records);
        node.child().requireAlive();
        node.child().stop(PATIENCE);
        assertThat(node.printed()).contains("DEBUG");
        canaries.requireNoneIn("the log of the node", node.printed());
    }

    private void refusedCalls(String key) throws Exception {
        String unknown = canaries.key("key of no principal", KeyText.make());
        String forged = canaries.token("forged token", new ForgedTokens(server, "svc-unknown").one());
        for (String wrong : List.of("Bearer " + unknown, "Basic " + unknown, unknown, "Bearer " + forged, key + "x")) {
            assertThat(ask("/v1/transactions", wrong, SALE.formatted("")).statusCode())
                    .isEqualTo(401);
        }
        assertThat(ask("/v1/none", key, null).statusCode()).isEqualTo(404);
        assertThat(ask("/v1/counters/limit:1/drain", key, "").statusCode()).isEqualTo(403);
        assertThat(ask("/v1/transactions", key, "{").statusCode()).isEqualTo(400);
        assertThat(ask("/v1/commands/none", key, null).statusCode()).isEqualTo(404);
        // Without TLS: the connection fails, and the log says so.
        assertThatThrownBy(() -> ask(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/")), key, null))
                .isInstanceOf(IOException.class);
    }

    private void figures(String key) throws IOException, InterruptedException {
        for (String page : List.of("/v1/status", "/metrics")) {
            assertThat(ask(page, key, null).statusCode()).isEqualTo(200);
            for (String sent : List.of(key, "Bearer " + KeyText.make())) {
                HttpRequest.Builder processor = HttpRequest.newBuilder(URI.create("http://localhost:" + status + page));
                assertThat(ask(processor, sent, null).statusCode()).isEqualTo(sent.equals(key) ? 200 : 401);
            }
        }
    }

    /** Files of the running node that are replaced by broken ones: it complains, and goes on. */
    private void brokenFiles() throws IOException {
        files.breakAll();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(
                        () -> node.printed(),
                        text -> text.contains("The principals stay as they were")
                                && text.contains("The certificate stays as it was")
                                && text.contains("The keys of the token server stay as they were"));
    }

    private void refusedStarts() throws IOException {
        refused(ExitCode.BAD_FILE, files.options());
        refused(ExitCode.MYSQL_DENIED, files.withoutRightPassword());
        refused(null, files.withoutRightKeystore());
    }

    private void refused(ExitCode code, List<String> options) throws IOException {
        List<String> words = new ArrayList<>(options);
        words.removeIf(word -> word.startsWith("--gateway") && code != ExitCode.BAD_FILE);
        words.addAll(List.of("--processor-http-port=0"));
        Started start = start(code == ExitCode.BAD_FILE ? "node" : "processor", words);
        String printed = start.ended();
        int found = start.child().exitCode();
        assertThat(found).as(printed).isNotZero();
        assertThat(code == null || code.number() == found).as(printed).isTrue();
        canaries.requireNoneIn("a start that ended with " + found, printed);
    }

    @Test
    void aLeakIsFound() throws Exception {
        String password = canaries.add("password as an option", "as-an-option-" + KeyText.make());
        Started leaking =
                start("processor", List.of("--kafka-config=" + files.kafka(), "--mysql-password=" + password));
        try {
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> canaries.requireNoneIn("the process list", Canaries.processes()))
                            .isInstanceOf(AssertionError.class)
                            .hasMessage("the process list shows [password as an option]"));
        } finally {
            leaking.child().kill9();
        }
    }
}

package dev.hotlane.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.console.log.FakeLoggedLane;
import dev.hotlane.console.log.LoggedLane;
import dev.hotlane.console.source.SourceName;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps of searches by HTTP, of a log in memory. */
@Timeout(120)
public class ConsoleLogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final FakeLoggedLane lane =
            new FakeLoggedLane().command("shop", "order-1", Command.transact(Op.add("stock:<img onerror=1>", -1)));
    private RunningConsole console;

    @AfterEach
    void end() {
        lane.gate.countDown();
        console.close();
    }

    private void open(LoggedLane logged) {
        console = RunningConsole.open(new ConsoleSettings(
                "127.0.0.1",
                0,
                List.of(),
                List.of(SourceName.of("http://127.0.0.1:1", false)),
                null,
                null,
                "stock:",
                "limit:",
                logged));
    }

    private CompletableFuture<HttpResponse<String>> ask(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + path))
                .timeout(PATIENCE)
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private void answers(String path, int status, String text) {
        HttpResponse<String> answer = ask(path).join();
        assertThat(answer.statusCode()).as(path).isEqualTo(status);
        assertThat(answer.body()).as(path).contains(text);
    }

    @Test
    void aStepIsJsonWithTheRecordsInWords() {
        open(lane);
        HttpResponse<String> answer =
                ask("/log?key=stock:%3Cimg%20onerror=1%3E").join();
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonObject line = new JsonObject(answer.body()).getJsonArray("lines").getJsonObject(0);
        assertThat(line.getString("words")).isEqualTo("asks to add stock:<img onerror=1> delta -1");
        assertThat(line.getString("principal")).isEqualTo("shop");
        answers("/reservation?id=order-1", 200, "asks to add");
    }

    @Test
    void aBadOffsetTimeOrCursorIsRefusedWithASentence() {
        open(lane);
        answers("/log?from=x", 400, "The offset is a whole number, 0 or more.");
        answers("/log?at=soon", 400, "The time is one such as");
        answers("/log?from=7", 400, "Offset 7 lies beyond the log, which ends at 1.");
        answers("/reservation", 400, "Give the id of a reservation.");
    }

    @Test
    void withoutKafkaOrWhileItIsAwayTheOtherPagesGoOn() {
        open(null);
        answers("/log", 503, "No Kafka is named: start the console with --kafka-bootstrap-servers");
        answers("/", 200, "<title>Hotlane</title>");
        console.close();
        lane.fault = "Kafka is away.";
        open(lane);
        answers("/log", 503, "Kafka is away.");
        lane.fault = null;
        answers("/log", 200, "order-1");
    }

    @Test
    void theFifthStepAtOnceGets429AndTheEventLoopGoesOn() {
        open(lane);
        lane.gate = new CountDownLatch(1);
        List<CompletableFuture<HttpResponse<String>>> steps = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            steps.add(ask("/log"));
        }
        Awaitility.await("four steps").atMost(PATIENCE).until(() -> lane.open.get() == 4);
        CompletableFuture<HttpResponse<String>> fifth = ask("/log");
        Awaitility.await("the fifth").atMost(PATIENCE).until(() -> fifth.isDone() || lane.open.get() > 4);
        assertThat(lane.open).as("searches at once").hasValue(4);
        assertThat(fifth.join().statusCode()).isEqualTo(429);
        assertThat(fifth.join().body()).contains("4 searches are under way");
        answers("/log.js", 200, "Search");
        lane.gate.countDown();
        assertThat(steps).allMatch(step -> step.join().statusCode() == 200);
        answers("/log", 200, "order-1");
    }

    @Test
    void careHasItsCommandsWhileKafkaIsAwayAndTheRulesWhenItIsBack() {
        lane.fault = "Kafka is away.";
        open(lane);
        answers("/care", 200, "hotlane verify '--lane=it'\\\\''s $HOME' --kafka-bootstrap-servers=127.0.0.1:9092");
        answers("/care", 200, "'--mysql-url=jdbc:mysql://127.0.0.1:3306/h?a=1&b=2'");
        answers("/care?rules=1", 503, "Kafka is away.");
        lane.fault = null;
        answers("/care?rules=1", 200, "\"opsMax\":\"64\"");
        answers("/care.js", 200, "Commands");
        console.close();
        open(null);
        answers("/care", 200, "hotlane verify --lane=LANE --kafka-config=KAFKA-CONFIG-FILE");
        answers("/care?rules=1", 503, "No Kafka is named");
    }
}

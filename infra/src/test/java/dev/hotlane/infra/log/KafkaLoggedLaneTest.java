package dev.hotlane.infra.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.console.ConsoleSettings;
import dev.hotlane.console.RunningConsole;
import dev.hotlane.console.source.SourceName;
import dev.hotlane.infra.rules.CaredLane;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.kafka.KafkaConnection;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The console's searches in the log of a real broker. */
@Tag("it")
@ExtendWith(RealStack.class)
class KafkaLoggedLaneTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static RunningConsole console(KafkaConnection kafka, String lane) {
        List<SourceName> sources = List.of(SourceName.of("http://127.0.0.1:1", false));
        return RunningConsole.open(new ConsoleSettings(
                "127.0.0.1",
                0,
                List.of(),
                sources,
                null,
                null,
                "stock:",
                "limit:",
                new KafkaLoggedLane(kafka, CaredLane.of(kafka, lane, null, List.of()))));
    }

    private static HttpResponse<String> get(RunningConsole console, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(console.url()).resolve(path))
                .timeout(PATIENCE)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static List<Integer> offsets(RunningConsole console, String path) throws Exception {
        HttpResponse<String> answer = get(console, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonArray("lines").stream()
                        .map(line -> ((JsonObject) line).getInteger("offset"))
                        .toList();
    }

    @Test
    void recordsAreFoundByOffsetTimeKeyIdAndPrincipalAndFollowed(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        Topics.ensure(brokers, lane.name(), 1, LaneRules.small(1));
        try (LogWriter writer = new LogWriter(brokers, lane.name() + ".commands");
                RunningConsole console = console(brokers, lane.name())) {
            writer.command(Sender.of("", "shop"), "order-1", Command.transact(Op.add("stock:a", 5)));
            long at = writer.command("order-2", Command.transact(Op.add("stock:b", 1)))
                    .timestamp();
            writer.append(null, "noise".getBytes(StandardCharsets.UTF_8));
            // Offset 0 is RULES.
            assertThat(offsets(console, "/log")).containsExactly(0, 1, 2, 3);
            assertThat(offsets(console, "/log?key=stock:a")).containsExactly(1);
            assertThat(offsets(console, "/log?id=order-2")).containsExactly(2);
            assertThat(offsets(console, "/log?principal=shop")).containsExactly(1);
            assertThat(offsets(console, "/log?at=" + at)).contains(2, 3);
            assertThat(offsets(console, "/log?from=4")).isEmpty();
            writer.command("order-3", Command.transact(Op.add("stock:a", 1)));
            assertThat(offsets(console, "/log?from=4")).containsExactly(4);
            assertThat(offsets(console, "/reservation?id=order-1")).containsExactly(1);
        }
    }

    @Test
    void aLaneThatIsNotThereAndBrokersThatAreAwayAreASentence(Lane lane) throws Exception {
        try (RunningConsole console = console(lane.stack().connection(), lane.name() + "-other")) {
            HttpResponse<String> answer = get(console, "/log");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("-other.commands does not exist at", "--lane");
        }
        int closed = Ports.free();
        try (RunningConsole console = console(KafkaConnection.to("127.0.0.1:" + closed), lane.name())) {
            HttpResponse<String> answer = get(console, "/log");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("can't be read at 127.0.0.1:" + closed);
        }
    }
}

package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.Verdict;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The answers of a batch, line by line, with a scripted processor. */
@Tag("it")
@Tag("quick")
@ExtendWith(RealStack.class)
class GatewayBatchTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String[] LINES = {"Content-Type", "application/x-ndjson"};
    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(on, Settings.USUAL, Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    @BeforeEach
    void answerEverything() {
        lane.processor.script(Scripts.success());
    }

    static String line(String id) {
        return "{\"id\":\"" + id + "\",\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}\n";
    }

    private static List<String> batch(String body) {
        HttpResponse<String> response = lane.post("/v1/batch", body, LINES);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/x-ndjson");
        return response.body().lines().toList();
    }

    @Test
    void tellsWhatTheSingleCallWouldHaveAnswered() {
        List<String> answers = batch(line("b-1"));

        long offset = lane.processor.last().offset;
        assertThat(answers)
                .containsExactly("{\"id\":\"b-1\",\"status\":200,\"body\":{\"id\":\"b-1\"," + Scripts.decided(offset)
                        + ",\"results\":[{\"key\":\"stock:a\",\"previous\":10,\"value\":20,"
                        + "\"version\":" + offset + "}]}}");
        assertThat(lane.processor.last().id).asString().isEqualTo("b-1");
    }

    @Test
    void marksRepeatsAndTellsRejections() {
        batch(line("b-1"));
        lane.processor.script(record -> List.of(record.reply(Scripts.done(record, 0))));
        assertThat(batch(line("b-2")).get(0)).startsWith("{\"id\":\"b-2\",\"status\":200,\"replayed\":true,\"body\":{");

        lane.processor.script(Scripts.rejection(Verdict.INSUFFICIENT, 0, 3, 0, 0, 0));
        assertThat(batch(line("b-3")).get(0))
                .startsWith("{\"id\":\"b-3\",\"status\":409,\"body\":{\"type\":\"urn:hotlane:problem:insufficient\"")
                .contains("\"code\":\"INSUFFICIENT\"", "\"available\":3");
    }

    /** Goal: answers are in the order of the lines. Method: replies come in reverse order, a hundred at a time. */
    @Test
    void answersTenThousandLinesInTheirOrderWhateverTheOrderOfReplies() {
        List<byte[]> held = new ArrayList<>();
        lane.processor.script(record -> {
            if (record.kind == RecordKind.COMMAND) {
                held.add(0, record.reply(Scripts.done(record, record.offset)));
            }
            if (held.size() < 100) {
                return List.of();
            }
            List<byte[]> replies = List.copyOf(held);
            held.clear();
            return replies;
        });
        StringBuilder body = new StringBuilder();
        IntStream.range(0, 10_000).forEach(i -> body.append(line("o-" + i)));

        List<String> answers = batch(body.toString());

        assertThat(answers).hasSize(10_000);
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i)).startsWith("{\"id\":\"o-" + i + "\",\"status\":200,\"body\":{\"id\":\"o-" + i);
        }
    }

    @Test
    void failsABadLineAloneAmongTenThousand() throws Exception {
        long before = lane.commandsEnd();
        StringBuilder body = new StringBuilder();
        IntStream.range(0, 10_000)
                .forEach(i -> body.append(i == 4_711 ? "{\"id\":\"bad\",\"ops\":1}\n" : line("n-" + i)));

        List<String> answers = batch(body.toString());

        assertThat(answers).hasSize(10_000);
        assertThat(answers.get(4_711))
                .startsWith("{\"id\":\"bad\",\"status\":400,\"body\":{")
                .contains("\"code\":\"MALFORMED\"", "/ops: expected an array, found a whole number");
        assertThat(answers)
                .filteredOn(answer -> answer.contains("\"status\":200"))
                .hasSize(9_999);
        assertThat(lane.commandsEnd()).isEqualTo(before + 9_999);
    }

    @Test
    void namesWhatIsWrongWithEachLine() throws Exception {
        long before = lane.commandsEnd();
        String ops = "\"ops\":[{\"op\":\"check\",\"key\":\"a\"}]";
        List<String> answers = batch("nonsense\n{" + ops + "}\n{\"id\":\"" + "i".repeat(65) + "\"," + ops + "}\n"
                + "{\"id\":\"x\",\"pad\":\"" + "p".repeat(70_000) + "\"}\n{\"id\":\"y\",\"kind\":\"wish\"," + ops
                + "}\n[]");

        assertThat(answers).hasSize(6);
        assertThat(answers.get(0))
                .startsWith("{\"id\":null,\"line\":1,\"status\":400,")
                .contains("MALFORMED", "the line: not JSON");
        assertThat(answers.get(1))
                .startsWith("{\"id\":null,\"line\":2,\"status\":400,")
                .contains("IDEMPOTENCY_KEY_MISSING");
        assertThat(answers.get(2))
                .startsWith("{\"id\":null,\"line\":3,\"status\":400,")
                .contains("MALFORMED", "1 to 64 visible ASCII");
        assertThat(answers.get(3))
                .startsWith("{\"id\":null,\"line\":4,\"status\":413,")
                .contains("TOO_LARGE", "65536 bytes");
        assertThat(answers.get(4)).startsWith("{\"id\":\"y\",\"status\":400,").contains("expected one of transaction");
        assertThat(answers.get(5)).startsWith("{\"id\":null,\"line\":6,\"status\":400,");
        assertThat(lane.commandsEnd()).isEqualTo(before);
    }

    @Test
    void passesOverBlankLinesAndTakesALastOneWithoutNewline() {
        assertThat(batch("\n" + line("l-1") + "\r\n  \n" + line("l-2").strip() + "\r\n\n"
                        + line("l-3").strip()))
                .hasSize(3)
                .allMatch(answer -> answer.contains("\"status\":200"));
        assertThat(batch("")).isEmpty();
    }

    @Test
    void runsTenThousandLinesAndRefusesTheRest() throws Exception {
        long before = lane.commandsEnd();
        StringBuilder body = new StringBuilder();
        IntStream.range(0, 10_003).forEach(i -> body.append(line("m-" + i)));

        List<String> answers = batch(body.toString());

        assertThat(answers).hasSize(10_001);
        assertThat(answers.get(9_999)).startsWith("{\"id\":\"m-9999\",\"status\":200");
        assertThat(answers.get(10_000))
                .startsWith("{\"id\":null,\"line\":10001,\"status\":413,")
                .contains("TOO_LARGE", "10000 lines");
        assertThat(lane.commandsEnd()).isEqualTo(before + 10_000);
    }

    @Test
    void answersBothOfTwoLinesWithOneId() {
        assertThat(batch(line("same") + line("same")))
                .hasSize(2)
                .allMatch(answer -> answer.startsWith("{\"id\":\"same\",\"status\":200"));
    }

    @Test
    void refusesABatchThatIsNoneBeforeItsFirstLine() throws Exception {
        long before = lane.commandsEnd();
        expect(415, "UNSUPPORTED_MEDIA_TYPE", lane.post("/v1/batch", line("x"), "Content-Type", "application/json"));
        expect(400, "MALFORMED", lane.post("/v1/batch?a=b", line("x"), LINES));
        String[] keyed = {"Content-Type", "application/x-ndjson; charset=utf-8", "Idempotency-Key", "k"};
        expect(400, "MALFORMED", lane.post("/v1/batch", line("x"), keyed));
        expect(405, "METHOD_NOT_ALLOWED", lane.get("/v1/batch"));
        assertThat(lane.commandsEnd()).isEqualTo(before);
    }

    private static void expect(int status, String code, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains("\"code\":\"" + code + "\"");
    }

    @Test
    void countsLinesBesideRequests() {
        double lines = lane.meter("hotlane_gateway_answers_total{code=\"OK\",route=\"batch_line\"}");
        double batches = lane.meter("hotlane_gateway_answers_total{code=\"OK\",route=\"batch\"}");
        batch(line("c-1") + line("c-2"));
        assertThat(lane.meter("hotlane_gateway_answers_total{code=\"OK\",route=\"batch_line\"}"))
                .isEqualTo(lines + 2);
        await().atMost(SOON)
                .until(() -> lane.meter("hotlane_gateway_answers_total{code=\"OK\",route=\"batch\"}") == batches + 1);
    }
}

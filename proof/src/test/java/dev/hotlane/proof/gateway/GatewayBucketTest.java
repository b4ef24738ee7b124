package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Takes and clamped adds over HTTP, with a scripted processor. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayBucketTest {
    private static final String RATE = "{\"count\":10,\"periodMs\":1000,\"burst\":5}";
    private static final long TOKEN = Gcra.interval(10, 1_000);
    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(on, GatewayLane.Settings.USUAL, Scripts.silence());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    private static HttpResponse<String> take(Consumer<ReplyWriter> content) {
        lane.processor.script(record -> List.of(record.reply(content)));
        return lane.post("/v1/buckets/rl%3Au7/take", RATE, "Idempotency-Key", "t");
    }

    @Test
    void allowsATakeAndTellsWhatIsLeft() {
        HttpResponse<String> taken = take(writer -> writer.verdict(Verdict.OK, 7, Scripts.TIME)
                .results(1)
                .result(0, Gcra.nanos(Scripts.TIME) + 2 * TOKEN, 7));

        assertThat(taken.statusCode()).isEqualTo(200);
        assertThat(taken.body())
                .isEqualTo("{\"allowed\":true,\"remaining\":3,\"resetAfterMs\":200,\"retryAfterMs\":0,\"offset\":7}");
        assertThat(taken.headers().firstValue("etag")).isEmpty();
        Arrived record = lane.processor.last();
        assertThat(new String(
                        record.command().bytes(),
                        record.command().keyOffset(0),
                        record.command().keyLength(0),
                        StandardCharsets.UTF_8))
                .isEqualTo("rl:u7");
    }

    @Test
    void tellsARepeatTheNumbersOfTheFirstTime() {
        long first = Scripts.TIME - 1_000;
        HttpResponse<String> repeat = take(writer -> writer.verdict(Verdict.OK, 9, Scripts.TIME)
                .replayed(7, first)
                .results(1)
                .result(0, Gcra.nanos(first) + TOKEN, 7));

        assertThat(repeat.headers().firstValue("idempotency-replayed")).hasValue("true");
        assertThat(repeat.body())
                .isEqualTo("{\"allowed\":true,\"remaining\":4,\"resetAfterMs\":100,\"retryAfterMs\":0,\"offset\":7}");
    }

    @Test
    void saysWhenToComeAgain() {
        HttpResponse<String> refused = take(
                writer -> writer.verdict(Verdict.RATE_LIMITED, 7, Scripts.TIME).problem(0, 2, 5, 1_001, 0));

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("retry-after")).hasValue("2");
        assertThat(refused.body())
                .contains("\"code\":\"RATE_LIMITED\"", "\"available\":2", "\"limit\":5", "\"retryAfterMs\":1001");
    }

    @Test
    void tellsWhatATransactionTookAndWhatAClampAllowed() {
        lane.processor.script(record -> List.of(record.reply(writer -> {
            writer.verdict(Verdict.OK, 7, Scripts.TIME).results(3);
            writer.result(0, Gcra.nanos(Scripts.TIME) + TOKEN, 7);
            writer.result(3, 0, 7);
            writer.result(0, 1, 7);
        })));
        String ops = "{\"op\":\"take\",\"key\":\"b\",\"tokens\":1," + RATE.substring(1)
                + ",{\"op\":\"add\",\"key\":\"c\",\"delta\":-5,\"clamp\":true},"
                + "{\"op\":\"add\",\"key\":\"d\",\"delta\":1,\"clamp\":false}";

        String body = lane.post("/v1/transactions", "{\"ops\":[" + ops + "]}", "Idempotency-Key", "x")
                .body();

        assertThat(body)
                .contains(
                        ",\"version\":7,\"remaining\":4,\"resetAfterMs\":100},",
                        "{\"key\":\"c\",\"previous\":3,\"value\":0,\"version\":7,\"applied\":-3}",
                        "{\"key\":\"d\",\"previous\":0,\"value\":1,\"version\":7}]");
    }
}

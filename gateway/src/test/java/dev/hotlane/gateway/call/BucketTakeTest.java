package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ArgName;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketTakeTest {
    private static final String RATE = "\"count\":10,\"periodMs\":1000,\"burst\":5";
    private static final long NOW_MS = 1_800_000_000_000L;

    @Test
    void takesOneTokenByDefault() {
        assertThat(tokens("{" + RATE + "}")).isEqualTo(1);
        assertThat(tokens("{\"tokens\":0," + RATE + "}")).isZero();
        assertThat(tokens("{" + RATE + ",\"tokens\":5}")).isEqualTo(5);
    }

    private static long tokens(String body) {
        Op op = ask(body).op(0);
        assertThat(op.arg(ArgName.COUNT.value())).isEqualTo(10);
        assertThat(op.arg(ArgName.PERIOD_MS.value())).isEqualTo(1_000);
        assertThat(op.arg(ArgName.BURST.value())).isEqualTo(5);
        return op.arg(ArgName.TOKENS.value());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"tokens\":1}",
                "{\"tokens\":6,\"count\":10,\"periodMs\":1000,\"burst\":5}",
                "{\"tokens\":-1,\"count\":10,\"periodMs\":1000,\"burst\":5}",
                "{\"tokens\":1,\"tokens\":1,\"count\":10,\"periodMs\":1000,\"burst\":5}",
                "{\"count\":0,\"periodMs\":1000,\"burst\":5}",
                "{\"count\":1,\"periodMs\":0,\"burst\":5}",
                "{\"count\":1,\"periodMs\":1000,\"burst\":0}",
                "{\"count\":1,\"periodMs\":9223372036854775807,\"burst\":1}",
                "{\"count\":1,\"periodMs\":1000,\"burst\":1,\"key\":\"a\"}",
                "{\"count\":1.5,\"periodMs\":1000,\"burst\":1}"
            })
    void refusesWhatIsNoTake(String body) {
        assertThatThrownBy(() -> ask(body)).isInstanceOf(RequestRefused.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    6  | 10 | 1000                | 5 | "tokens" of a take must be 0 to burst, which is 5; found 6
                    -1 | 10 | 1000                | 5 | "tokens" of a take must be 0 to burst, which is 5; found -1
                    1  | 0  | 1000                | 5 | "count" of a take must be at least 1, found 0
                    1  | 10 | -2                  | 5 | "periodMs" of a take must be at least 1, found -2
                    1  | 10 | 1000                | 0 | "burst" of a take must be at least 1, found 0
                    1  | 1  | 9223372036854775807 | 1 | may be 146 years at most
                    """, quoteCharacter = '\'')
    void namesTheNumberThatIsWrong(long tokens, long count, long periodMs, long burst, String fault) {
        String numbers =
                "\"tokens\":" + tokens + ",\"count\":" + count + ",\"periodMs\":" + periodMs + ",\"burst\":" + burst;
        assertThatThrownBy(() -> ask("{" + numbers + "}")).hasMessageContaining(fault);
        String ops = "{\"ops\":[{\"op\":\"take\",\"key\":\"b\"," + numbers + "}]}";
        CallInput asking = new CallInput(new byte[] {'i'}, null, null, null, CallInput.Limits.CONTRACT, false);
        assertThatThrownBy(() -> new Transactions().ask(asking, ops.getBytes(StandardCharsets.UTF_8)))
                .hasMessageStartingWith("/ops/0: ")
                .hasMessageContaining(fault);
    }

    /** Ten a second and five at once: a token each 100 ms. */
    @Test
    void tellsWhatIsLeftAndWhenItIsFullAgain() {
        Op take = ask("{" + RATE + "}").op(0);
        long now = Gcra.nanos(NOW_MS);
        long token = Gcra.interval(10, 1_000);
        assertThat(numbers(take, 0)).isEqualTo("\"remaining\":5,\"resetAfterMs\":0");
        assertThat(numbers(take, now + token)).isEqualTo("\"remaining\":4,\"resetAfterMs\":100");
        assertThat(numbers(take, now + 5 * token)).isEqualTo("\"remaining\":0,\"resetAfterMs\":500");
        assertThat(numbers(take, now + token + 1)).isEqualTo("\"remaining\":3,\"resetAfterMs\":101");
    }

    private static String numbers(Op take, long tat) {
        JsonText out = new JsonText();
        BucketTake.numbers(take, tat, NOW_MS, out);
        return out.toString();
    }

    private static LogRequest ask(String body) {
        CallInput asking =
                new CallInput(new byte[] {'i'}, new byte[] {'b'}, null, null, CallInput.Limits.CONTRACT, false);
        return new BucketTake().ask(asking, body.getBytes(StandardCharsets.UTF_8));
    }
}

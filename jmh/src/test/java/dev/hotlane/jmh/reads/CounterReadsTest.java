package dev.hotlane.jmh.reads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.load.AnswerVerdict;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a measurement must not count as an answer. */
class CounterReadsTest {
    private static final String VIEW =
            "{\"key\":\"key:0000000000000007\",\"value\":1,\"held\":0,\"confirmed\":0,\"version\":1}";
    private static final String LANE = VIEW.replace("}", ",\"offset\":9,\"time\":1}");

    @Test
    void anAnswerIsOfTheKeyAndOfTheFormAskedFor() {
        assertThat(judge(CounterReads.local(), 7, 200, VIEW)).isEqualTo(AnswerVerdict.OK);
        assertThat(judge(CounterReads.lane(), 7, 200, LANE)).isEqualTo(AnswerVerdict.OK);
        assertThat(judge(CounterReads.local(), 8, 200, VIEW)).as("another key").isEqualTo(AnswerVerdict.WRONG);
        assertThat(judge(CounterReads.local(), 7, 200, LANE))
                .as("the lane's form")
                .isEqualTo(AnswerVerdict.WRONG);
        assertThat(judge(CounterReads.lane(), 7, 200, VIEW))
                .as("the view's form")
                .isEqualTo(AnswerVerdict.WRONG);
        assertThat(judge(CounterReads.local(), 7, 200, "{}")).as("cut short").isEqualTo(AnswerVerdict.WRONG);
        assertThat(judge(CounterReads.local(), 7, 503, "")).isEqualTo(AnswerVerdict.NOT_EXECUTED);
    }

    @Test
    void aPageIsTheSameBytes() {
        byte[] expected = VIEW.getBytes(StandardCharsets.US_ASCII);
        PageReads page = new PageReads("/counter", expected);
        byte[] other = expected.clone();
        other[5]++;
        assertThat(page.judge(0, 200, expected, 0, expected.length)).isEqualTo(AnswerVerdict.OK);
        assertThat(page.judge(0, 200, other, 0, other.length)).isEqualTo(AnswerVerdict.WRONG);
        assertThat(page.judge(0, 200, expected, 0, expected.length - 1)).isEqualTo(AnswerVerdict.WRONG);
        assertThat(page.judge(0, 404, expected, 0, 0)).isEqualTo(AnswerVerdict.REFUSED);
    }

    private static AnswerVerdict judge(CounterReads reads, long n, int status, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        return reads.judge(n, status, bytes, 0, bytes.length);
    }
}

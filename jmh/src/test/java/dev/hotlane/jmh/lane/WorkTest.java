package dev.hotlane.jmh.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.AnswerVerdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class WorkTest {
    @Test
    void writesTheSameRequestUnderTheSameNumberOnly() {
        for (Work work :
                new Work[] {Work.adds("r", 1_000, 3), Work.reservations("r", 1), Work.batches("r", 1_000, 5)}) {
            String first = written(work, 7);
            assertThat(written(work, 8)).isNotEqualTo(first).hasSameSizeAs(first);
            assertThat(written(work, 7)).isEqualTo(first);
            String[] parts = first.split("\r\n\r\n", 2);
            assertThat(parts[0]).contains("Content-Length: " + parts[1].length());
        }
    }

    @Test
    void givesEveryLineOfABatchAnIdOfItsOwn() {
        Work work = Work.batches("r", 1, 5);
        String both = written(work, 0) + written(work, 1);
        assertThat(both.lines().filter(line -> line.startsWith("{\"id\":")).distinct())
                .hasSize(10);
    }

    @Test
    void takesABatchForDoneOnlyIfEveryLineIs() {
        Work work = Work.batches("r", 1, 3);
        String line = "{\"status\":200}\n";
        assertThat(judged(work, 200, line.repeat(3))).isEqualTo(AnswerVerdict.OK);
        assertThat(judged(work, 200, line.repeat(2) + "{\"status\":503}\n")).isEqualTo(AnswerVerdict.UNKNOWN);
        assertThat(judged(work, 200, line.repeat(2))).isEqualTo(AnswerVerdict.UNKNOWN);
        assertThat(judged(work, 400, "")).isEqualTo(AnswerVerdict.REFUSED);
    }

    private static AnswerVerdict judged(Work work, int status, String body) {
        byte[] bytes = ("xx" + body).getBytes(StandardCharsets.US_ASCII);
        return work.source().judge(0, status, bytes, 2, bytes.length - 2);
    }

    private static String written(Work work, long n) {
        ByteBuffer out = ByteBuffer.allocate(10_000);
        work.source().write(n, out);
        return new String(out.array(), 0, out.position(), StandardCharsets.US_ASCII);
    }
}

package dev.hotlane.jmh.lane.raw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each way in which a reply can be wrong is a fault; the right one is counted. */
class ReplyAuditTest {
    private static final long HI = 1;
    private static final long LO = 2;

    private final OpenCommands open = new OpenCommands(1, 1, 4);
    private final ReplyAudit audit = new ReplyAudit(open, HI, LO);

    @Test
    void countsRepliesWithTheValuesOfAllAddsBefore() {
        for (int i = 0; i < 10; i++) {
            enter("id-" + i);
            take(reply(i, "id-" + i, 100 + i, i + 1));
        }
        assertThat(audit.fault()).isNull();
        assertThat(open.answered()).isEqualTo(10);
        assertThat(open.room()).isEqualTo(4);
    }

    @Test
    void seesAWrongValue() {
        assertFault(reply(0, "a", 1, 2), "made the value 2, expected 1");
    }

    @Test
    void seesAnotherId() {
        assertFault(reply(0, "b", 1, 1), "the hash of another id");
    }

    @Test
    void seesAReplyOutOfOrder() {
        enter("a");
        assertFault(reply(1, "a", 1, 1), "the reply to request 1 came, expected that to 0");
    }

    @Test
    void seesAReplyThatComesTwice() {
        enter("a");
        take(reply(0, "a", 1, 1));
        take(reply(0, "a", 1, 1));
        assertThat(audit.fault()).contains("the reply to request 0 came, expected that to 1");
        assertThat(open.answered()).isEqualTo(1);
    }

    @Test
    void seesARejection() {
        assertFault(
                writer -> writer.to(HI, LO, 0, hash("a"))
                        .verdict(Verdict.INSUFFICIENT, 1, 1)
                        .problem(0, 0, 0, 0, 0),
                "was answered with verdict");
    }

    @Test
    void seesARepeat() {
        assertFault(
                writer -> writer.to(HI, LO, 0, hash("a"))
                        .verdict(Verdict.OK, 1, 1)
                        .replayed(0, 0)
                        .results(1)
                        .result(0, 1, 1),
                "flags 1");
    }

    @Test
    void seesAReplyToAnotherGateway() {
        assertFault(writer -> writer.to(HI, 3, 0, hash("a")).verdict(Verdict.OK, 1, 1), "another gateway");
    }

    @Test
    void seesAMissingResult() {
        assertFault(writer -> writer.to(HI, LO, 0, hash("a")).verdict(Verdict.OK, 1, 1), "has 0 results, expected 1");
    }

    private void assertFault(Consumer<ReplyWriter> wrong, String fault) {
        if (open.sent() == 0) {
            enter("a");
        }
        take(wrong);
        assertThat(audit.fault()).contains(fault);
        assertThat(open.answered()).isZero();
    }

    private void enter(String id) {
        open.enter(id.getBytes(StandardCharsets.US_ASCII));
    }

    private static Consumer<ReplyWriter> reply(long request, String id, long sequence, long value) {
        return writer -> writer.to(HI, LO, request, hash(id))
                .verdict(Verdict.OK, sequence, 1)
                .results(1)
                .result(value - 1, value, sequence);
    }

    private static long hash(String id) {
        byte[] bytes = id.getBytes(StandardCharsets.US_ASCII);
        return Hash.of(bytes, 0, bytes.length, 0);
    }

    private void take(Consumer<ReplyWriter> content) {
        byte[] bytes = new byte[1_024];
        ReplyWriter writer = new ReplyWriter().begin(new UnsafeBuffer(bytes), 0);
        content.accept(writer);
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(bytes, 0, writer.end());
        assertThat(new ReplyRecord.Unpacker().unpack(packer.seal(), audit)).isTrue();
    }
}

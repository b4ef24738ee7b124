package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ReplyRecordTest {
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final List<String> seen = new ArrayList<>();
    private final ReplyRecord.Receiver receiver = new ReplyRecord.Receiver() {
        @Override
        public void onReply(ReplyDecoder reply) {
            seen.add(describe(reply));
        }

        @Override
        public void onBeat(Beat beat) {
            seen.add(beat.toString());
        }

        @Override
        public void onHalted(long leaderHi, long leaderLo, long offset) {
            seen.add("halted " + leaderHi + " " + leaderLo + " at " + offset);
        }
    };

    @Test
    void everyShapeOfReplyComesBackAsItWent() {
        assertThat(unpacker.unpack(ReplySamples.records().get("packed"), receiver))
                .isTrue();
        assertThat(seen)
                .containsExactly(
                        "OK 1000007@1700000000000 from 1000007@1700000000000 results [10 9 1000007]"
                                + "[-9223372036854775808 9223372036854775807 1] cursor ",
                        "INSUFFICIENT 9@1700000000500 replayed from 7@1700000000000 problem [1 3 0 0 0] cursor ",
                        "ID_EXPIRED 8@1700000000000 from 8@1700000000000 problem [255 0 0 250 1699999400000] cursor ",
                        "OK 10@1700000000000 from 10@1700000000000 counters [5 2 1 9][0 0 0 0][-1 -2 -3 -4] cursor ",
                        "NOT_FOUND 11@1700000000000 from 11@1700000000000 cursor ",
                        "OK 12@1700000000000 from 12@1700000000000 stored results [10 8 12]"
                                + " hold HELD 12@1700000000000 until 1700000600000 resolved 0 [2 8 0 stock:a]"
                                + " [-2 2 0 limit:u7] id order-1 owner u7 cursor ",
                        "OK 13@1700000000000 from 13@1700000000000"
                                + " hold CONFIRMED 11@1700000000000 until 1700000600000 resolved 1700000000500"
                                + " [2 8 1 stock:a] id order-2 owner "
                                + " hold EXPIRED 10@1700000000000 until 1700000000400 resolved 1700000000400"
                                + " id order-1 owner u7 cursor order-1",
                        ReplySamples.BEAT.toString());
    }

    @Test
    void aRecordTakesRepliesUpToItsLimitAndASingleOneOfAnySize() {
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        byte[] message = ReplySamples.messages().get("reply-results");
        assertThat(packer.isEmpty()).isTrue();
        assertThat(packer.fits(10 * ReplyRecord.LENGTH_MAX)).isTrue();
        int count = 0;
        while (packer.fits(message.length)) {
            packer.add(message, 0, message.length);
            count++;
        }
        byte[] record = packer.seal();

        assertThat(record.length).isBetween(ReplyRecord.LENGTH_MAX - message.length - 4, ReplyRecord.LENGTH_MAX);
        assertThat(packer.isEmpty()).isTrue();
        assertThat(unpacker.unpack(record, receiver)).isTrue();
        assertThat(seen).hasSize(count);
    }

    @Test
    void aHaltComesBackWithItsLeaderAndItsOffset() {
        assertThat(unpacker.unpack(ReplyRecord.halted(3, -4, 77), receiver)).isTrue();
        assertThat(seen).containsExactly("halted 3 -4 at 77");
    }

    @Test
    void passesOverMessagesOfALaterVersion() {
        byte[] later = ReplySamples.messages().get("reply-results");
        later[2] = 99;
        assertThat(unpacker.unpack(ReplySamples.record(later), receiver)).isTrue();
        assertThat(seen).isEmpty();
    }

    @Test
    void anEntryThatRunsIntoTheNextIsDamageAndNobodySeesIt() {
        byte[] message = ReplySamples.messages().get("reply-none");
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(message, 0, message.length - 1);
        packer.add(message, 0, message.length);
        assertThat(unpacker.unpack(packer.seal(), receiver)).isFalse();
        assertThat(seen).isEmpty();
    }

    @Test
    void anUnknownHoldStateIsDamageAndNoException() {
        byte[] message = ReplySamples.messages().get("reply-hold");
        int state = stateOfTheFirstHold(message);
        assertThat(message[state]).isEqualTo((byte) HoldState.HELD.value());
        message[state] = 77;
        assertThat(unpacker.unpack(ReplySamples.record(message), receiver)).isFalse();
        assertThat(seen).isEmpty();
    }

    @Test
    void whatTheReceiverThrowsIsNoDamageOfTheRecord() {
        ReplyRecord.Receiver faulty = new ReplyRecord.Receiver() {
            @Override
            public void onReply(ReplyDecoder reply) {
                throw new IndexOutOfBoundsException("the receiver's own bug");
            }

            @Override
            public void onBeat(Beat beat) {}
        };
        byte[] record = ReplySamples.records().get("reply-none");
        assertThatThrownBy(() -> unpacker.unpack(record, faulty)).hasMessage("the receiver's own bug");
    }

    /** Where its state is: first in the block of its entry. */
    private static int stateOfTheFirstHold(byte[] message) {
        ReplyDecoder reply = new ReplyDecoder();
        reply.wrapAndApplyHeader(new UnsafeBuffer(message), 0, new MessageHeaderDecoder());
        reply.problem().forEachRemaining(problem -> {});
        reply.results().forEachRemaining(result -> {});
        reply.counters().forEachRemaining(counter -> {});
        reply.holds();
        return reply.limit();
    }

    static String describe(ReplyDecoder reply) {
        StringBuilder out = new StringBuilder();
        out.append(Verdict.of(reply.verdict())).append(' ');
        out.append(reply.sequence()).append('@').append(reply.time());
        out.append(reply.flags().replayed() ? " replayed from " : " from ");
        out.append(reply.originSequence()).append('@').append(reply.originTime());
        out.append(reply.flags().stored() ? " stored" : "");
        String groups = problem(reply) + results(reply) + counters(reply) + holds(reply);
        return out.append(groups)
                .append(" cursor ")
                .append(text(reply.cursorLength(), reply::getCursor))
                .toString();
    }

    private static String problem(ReplyDecoder reply) {
        StringBuilder out = new StringBuilder();
        for (ReplyDecoder.ProblemDecoder problem : reply.problem()) {
            out.append(" problem [").append(problem.failedOp()).append(' ').append(problem.available());
            out.append(' ').append(problem.limit()).append(' ').append(problem.retryAfterMs());
            out.append(' ').append(problem.horizon()).append(']');
        }
        return out.toString();
    }

    private static String results(ReplyDecoder reply) {
        StringBuilder out = new StringBuilder();
        for (ReplyDecoder.ResultsDecoder result : reply.results()) {
            out.append(out.isEmpty() ? " results [" : "[").append(result.previous());
            out.append(' ')
                    .append(result.value())
                    .append(' ')
                    .append(result.version())
                    .append(']');
        }
        return out.toString();
    }

    private static String counters(ReplyDecoder reply) {
        StringBuilder out = new StringBuilder();
        for (ReplyDecoder.CountersDecoder counter : reply.counters()) {
            out.append(out.isEmpty() ? " counters [" : "[")
                    .append(counter.value())
                    .append(' ');
            out.append(counter.held()).append(' ').append(counter.confirmed());
            out.append(' ').append(counter.version()).append(']');
        }
        return out.toString();
    }

    private static String holds(ReplyDecoder reply) {
        StringBuilder out = new StringBuilder();
        for (ReplyDecoder.HoldsDecoder hold : reply.holds()) {
            out.append(" hold ").append(hold.state()).append(' ').append(hold.createdSequence());
            out.append('@').append(hold.createdAt()).append(" until ").append(hold.expiresAt());
            out.append(" resolved ").append(hold.resolvedAt());
            for (ReplyDecoder.HoldsDecoder.LinesDecoder line : hold.lines()) {
                out.append(" [").append(line.quantity()).append(' ').append(line.remaining());
                out.append(' ').append(line.confirmed()).append(' ');
                out.append(text(line.keyLength(), line::getKey)).append(']');
            }
            out.append(" id ")
                    .append(text(hold.idLength(), hold::getId))
                    .append(" owner ")
                    .append(text(hold.ownerLength(), hold::getOwner));
        }
        return out.toString();
    }

    private interface Getter {
        int get(byte[] target, int offset, int length);
    }

    private static String text(int length, Getter getter) {
        byte[] bytes = new byte[length];
        getter.get(bytes, 0, length);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

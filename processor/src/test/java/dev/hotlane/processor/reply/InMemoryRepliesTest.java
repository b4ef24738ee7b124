package dev.hotlane.processor.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Replies of a node: those to its own gateway in memory, while it leads, and all others by topic. */
class InMemoryRepliesTest {
    private static final int PARTITIONS = 2;

    private final SimLog log = new SimLog();
    private final SimProcess process = new SimProcess(log);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final CompletableFuture<HaltReason> halted = new CompletableFuture<>();
    private final AckMark mark = new AckMark(0);
    private final Gateway own = new Gateway(1, 1, 2);
    private ReplySender sender = sender(own);
    private ReplyStage stage = stage();
    private int fed;

    /** A gateway that keeps what it gets. {@link SimLog} writes commands of incarnation 1, 2. */
    private static final class Gateway implements OwnGateway {
        private final int partition;
        private final long hi;
        private final long lo;
        private final List<byte[]> records = new ArrayList<>();
        private boolean stuck;

        Gateway(int partition, long hi, long lo) {
            this.partition = partition;
            this.hi = hi;
            this.lo = lo;
        }

        @Override
        public int partition() {
            return partition;
        }

        @Override
        public long incarnationHi() {
            return hi;
        }

        @Override
        public long incarnationLo() {
            return lo;
        }

        @Override
        public boolean handOver(byte[] record, Duration atMost) {
            return !stuck && records.add(record);
        }
    }

    private ReplySender sender(OwnGateway gateway) {
        return new ReplySender(producer, "t.replies", mark, new Halt(halted::complete), gateway);
    }

    private ReplyStage stage() {
        MySqlBacklog none = new MySqlBacklog(() -> 0, () -> 0);
        return new ReplyStage(
                sender, mark, () -> PARTITIONS, () -> log.wallMillis, none, Duration.ofSeconds(10), slot -> {});
    }

    private void feed() {
        while (fed < process.slots.size()) {
            Slot slot = process.slots.get(fed++);
            stage.onEvent(slot, slot.offset, fed == process.slots.size());
        }
    }

    private void commands(int count, int partition) {
        for (int i = 0; i < count; i++) {
            log.transact("id-" + log.entries.size(), partition, Command.transact(Op.add("k", 1)));
        }
    }

    private void stepAndFeed() {
        process.step();
        feed();
    }

    private void lead() {
        process.untilLeading();
        stepAndFeed();
        acknowledge();
    }

    private void acknowledge() {
        while (producer.completeNext()) {
            assertThat(halted).isNotDone();
        }
    }

    private static List<Object> content(List<byte[]> records) {
        List<Object> content = new ArrayList<>();
        for (byte[] record : records) {
            assertThat(new ReplyRecord.Unpacker().unpack(record, new ReplyRecord.Receiver() {
                        @Override
                        public void onReply(ReplyDecoder reply) {
                            content.add(reply.request());
                        }

                        @Override
                        public void onBeat(Beat beat) {
                            content.add(beat);
                        }

                        @Override
                        public void onHalted(long leaderHi, long leaderLo, long offset) {
                            content.add("halted " + leaderHi + " " + leaderLo + " " + offset);
                        }
                    }))
                    .isTrue();
        }
        return content;
    }

    private List<Object> sent(int partition) {
        return content(producer.history().stream()
                .filter(record -> record.partition() == partition)
                .map(ProducerRecord::value)
                .toList());
    }

    @Test
    void aLeaderAnswersItsOwnGatewayInMemoryAndSettlesAtOnce() {
        lead();
        producer.clear();
        commands(3, 1);
        stepAndFeed();
        assertThat(content(own.records)).hasSize(3);
        assertThat(producer.history()).isEmpty();
        assertThat(mark.getAsLong()).isEqualTo(fed);
    }

    @Test
    void answersOtherGatewaysByTopicAndBeatsEveryone() {
        lead();
        producer.clear();
        commands(2, 0);
        process.run(Duration.ofMillis(150));
        feed();
        assertThat(sent(0)).filteredOn(Long.class::isInstance).hasSize(2);
        assertThat(sent(1)).hasOnlyElementsOfType(Beat.class).isNotEmpty();
        assertThat(own.records).isEmpty();
    }

    @Test
    void anotherIncarnationOnThePartitionIsAnotherGateway() {
        sender = sender(new Gateway(1, 1, 3));
        stage = stage();
        lead();
        producer.clear();
        commands(3, 1);
        stepAndFeed();
        assertThat(sent(1)).hasSize(3);
    }

    @Test
    void handsNothingOverBeforeItsOwnLeadAndThenWhatItHeld() {
        commands(4, 1);
        stepAndFeed();
        assertThat(own.records).isEmpty();
        assertThat(mark.getAsLong()).isZero();
        lead();
        assertThat(content(own.records)).hasSize(4);
        assertThat(mark.getAsLong()).isEqualTo(fed);
    }

    @Test
    void handsNothingOverAfterItsResign() {
        lead();
        process.contender.resign();
        process.step();
        process.step();
        feed();
        commands(3, 1);
        stepAndFeed();
        assertThat(own.records).isEmpty();
    }

    @Test
    void aStuckGatewayHaltsTheNodeAndTheMarkDoesNotPass() {
        lead();
        own.stuck = true;
        commands(1, 1);
        stepAndFeed();
        assertThat(halted.join().code()).isEqualTo(ExitCode.GATEWAY_STUCK);
        assertThat(mark.getAsLong()).isLessThan(fed);
    }

    @Test
    void aFollowerDropsWhatTheLeaderHasSent() {
        SimProcess leader = new SimProcess(log).untilLeading();
        commands(3, 1);
        stepAndFeed();
        assertThat(mark.getAsLong()).as("held replies hold the mark").isLessThan(fed);
        leader.run(Duration.ofMillis(300));
        process.step();
        feed();
        assertThat(mark.getAsLong()).isEqualTo(fed);
        assertThat(stage.dropped()).isZero();
        assertThat(own.records).isEmpty();
    }

    @Test
    void sendsTheProofOfItsHaltToPartition0() {
        CompletableFuture<Void> proving =
                CompletableFuture.runAsync(() -> sender.prove(ReplyRecord.halted(7, 8, 99), 99));
        while (!proving.isDone()) {
            producer.completeNext();
        }
        assertThat(sent(0)).containsExactly("halted 7 8 99");
    }

    @Test
    void aProcessorWithoutAGatewayProvesNothing() {
        sender(OwnGateway.NONE).prove(ReplyRecord.halted(7, 8, 99), 99);
        assertThat(producer.history()).isEmpty();
    }
}

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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class ReplyStageTest {
    private static final int PARTITIONS = 3;

    private final SimLog log = new SimLog();
    private final SimProcess process = new SimProcess(log);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final CompletableFuture<HaltReason> halted = new CompletableFuture<>();
    private final AckMark mark = new AckMark(0);
    private final List<Long> garbage = new ArrayList<>();
    private final ReplySender sender =
            new ReplySender(producer, "t.replies", mark, new Halt(halted::complete), OwnGateway.NONE);
    private final ReplyStage stage = new ReplyStage(
            sender,
            mark,
            () -> PARTITIONS,
            () -> log.wallMillis,
            new MySqlBacklog(() -> 0, () -> 7),
            Duration.ofSeconds(10),
            slot -> garbage.add(slot.offset));
    private int fed;

    /** Lets the stage see all that is applied, as one ring batch. */
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

    private void lead() {
        process.untilLeading();
        process.step();
        feed();
    }

    /** Requests answered and BEATs in what was sent, by partition. */
    private TreeMap<Integer, List<Object>> sent() {
        TreeMap<Integer, List<Object>> sent = new TreeMap<>();
        for (ProducerRecord<byte[], byte[]> record : producer.history()) {
            List<Object> content = sent.computeIfAbsent(record.partition(), partition -> new ArrayList<>());
            boolean intact = new ReplyRecord.Unpacker().unpack(record.value(), new ReplyRecord.Receiver() {
                @Override
                public void onReply(ReplyDecoder reply) {
                    content.add(reply.request());
                }

                @Override
                public void onBeat(Beat beat) {
                    content.add(beat);
                }
            });
            assertThat(intact).isTrue();
        }
        return sent;
    }

    @Test
    void packsABatchIntoOneRecordForEachGateway() {
        lead();
        producer.clear();
        commands(50, 0);
        commands(50, 2);
        process.step();
        feed();
        assertThat(producer.history()).hasSize(2);
        assertThat(sent().get(0)).hasSize(50);
        assertThat(sent().get(2)).hasSize(50);
    }

    @Test
    void noRecordIsLargerThanTheLimit() {
        lead();
        producer.clear();
        commands(2_000, 1);
        process.step();
        feed();
        assertThat(sent().get(1)).hasSize(2_000);
        assertThat(producer.history().size()).isGreaterThan(1);
        assertThat(producer.history())
                .allSatisfy(record -> assertThat(record.value().length).isLessThanOrEqualTo(ReplyRecord.LENGTH_MAX));
    }

    @Test
    void saysNothingBeforeItsOwnLead() {
        commands(10, 0);
        process.step();
        feed();
        assertThat(producer.history()).isEmpty();
        assertThat(mark.getAsLong()).as("held replies hold the mark").isZero();
    }

    @Test
    void sendsWhatIsStillWaitedForWhenItComesToLead() {
        commands(5, 0);
        log.pass(Duration.ofSeconds(9));
        commands(3, 1);
        log.pass(Duration.ofSeconds(2));
        process.step();
        feed();
        lead();
        assertThat(sent().get(0)).noneMatch(Long.class::isInstance);
        assertThat(sent().get(1)).filteredOn(Long.class::isInstance).containsExactly(6L, 7L, 8L);
    }

    @Test
    void forgetsHeldRepliesWhileItFollows() {
        commands(5, 0);
        process.step();
        feed();
        assertThat(mark.getAsLong()).isZero();
        log.pass(Duration.ofSeconds(11));
        stage.onTimeout(0);
        assertThat(mark.getAsLong()).isEqualTo(log.entries.size());
        assertThat(stage.dropped()).isEqualTo(1);
    }

    @Test
    void theMarkWaitsForAcknowledgements() {
        lead();
        while (producer.completeNext()) {
            assertThat(mark.getAsLong()).isGreaterThanOrEqualTo(0);
        }
        long before = mark.getAsLong();
        assertThat(before).isEqualTo(fed);
        commands(10, 0);
        process.step();
        feed();
        assertThat(mark.getAsLong()).isEqualTo(before);
        producer.completeNext();
        assertThat(mark.getAsLong()).isEqualTo(fed);
    }

    @Test
    void aReplyThatFinallyFailsHalts() {
        lead();
        while (producer.completeNext()) {
            assertThat(halted).isNotDone();
        }
        commands(1, 0);
        process.step();
        feed();
        producer.errorNext(new TimeoutException("as the test wants it"));
        assertThat(halted.join().code()).isEqualTo(ExitCode.REPLY_FAILED);
        assertThat(mark.getAsLong()).isLessThan(fed);
    }

    @Test
    void aReplyGivenUpAtAStopIsNoFaultAndIsNeverPassed() {
        lead();
        while (producer.completeNext()) {
            assertThat(halted).isNotDone();
        }
        commands(1, 0);
        process.step();
        feed();
        sender.close();
        producer.errorNext(new KafkaException("closed forcefully"));
        assertThat(halted).isNotDone();
        assertThat(mark.getAsLong()).isLessThan(fed);
    }

    @Test
    void eachTickOfOursBeatsInEveryPartition() {
        lead();
        producer.clear();
        process.run(Duration.ofMillis(550));
        feed();
        assertThat(sent().keySet()).containsExactly(0, 1, 2);
        assertThat(sent().get(2)).hasSize(sent().get(0).size());
        Beat beat = (Beat) sent().get(0).get(0);
        assertThat(beat.epoch()).isEqualTo(1);
        assertThat(beat.leaderLo()).isEqualTo(process.self.lo());
        assertThat(beat.applied()).isPositive();
        assertThat(beat.opsMax()).isEqualTo(64);
    }

    @Test
    void aPartitionThatDoesNotExistIsNobodysGateway() {
        lead();
        producer.clear();
        commands(1, PARTITIONS);
        commands(1, 60_000);
        process.step();
        feed();
        assertThat(sent().values()).allSatisfy(content -> assertThat(content).noneMatch(Long.class::isInstance));
        assertThat(halted).isNotDone();
    }

    @Test
    void keepsGarbageAsideWhileItLeads() {
        log.append(null, new byte[] {1, 2, 3});
        process.step();
        feed();
        assertThat(garbage).isEmpty();
        lead();
        log.append(null, null);
        process.step();
        feed();
        assertThat(garbage).containsExactly(log.entries.size() - 1L);
    }

    @Test
    void theMarkPassesAResignAlthoughCommandsCameBehindItInTheSameBatch() {
        lead();
        commands(2, 0);
        process.contender.resign();
        process.contender.onQuiet();
        int resign = log.entries.size() - 1;
        commands(3, 0);
        process.step();
        feed();
        while (producer.completeNext()) {
            assertThat(halted).isNotDone();
        }
        assertThat(mark.getAsLong()).isEqualTo(resign + 1);
    }

    @Test
    void saysNothingAfterItsResign() {
        lead();
        process.contender.resign();
        process.step();
        process.step();
        feed();
        producer.clear();
        commands(3, 0);
        process.step();
        feed();
        assertThat(producer.history()).isEmpty();
    }
}

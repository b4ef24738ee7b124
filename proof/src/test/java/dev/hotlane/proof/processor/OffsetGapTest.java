package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.repair.PoisonSkip;
import dev.hotlane.infra.repair.RepairException;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.status.ProcessorStatus;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.Verdict;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A transactional producer ends every processor with OFFSET_GAP, until an operator skips the gap. */
@Tag("it")
@ExtendWith(RealStack.class)
class OffsetGapTest {
    private static final Pattern CURE = Pattern.compile("`hotlane skip (\\d+) --look`");
    private static final Command ONE = Command.transact(Op.add("k", 1));

    private final Lane lane;
    private final List<String> printed = new ArrayList<>();

    @TempDir
    private Path directory;

    OffsetGapTest(Lane lane) {
        this.lane = lane;
    }

    @Test
    void aSkippedGapLosesNothingOnEitherSideOfIt() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                KafkaProducer<byte[], byte[]> intruder = intruder(on)) {
            long gap;
            Answer before;
            try (Connection other = connected(on);
                    Started started = on.ready()) {
                Awaitility.await()
                        .until(() -> started.processor().status().offsets().flushed() > 0);
                lockMeta(other);
                before = on.caller.call("before", ONE);
                assertThat(before.verdict()).isEqualTo(Verdict.OK);
                transaction(on, intruder, 3);
                intruder.abortTransaction();
                gap = requireGap(started);
            }
            assertThat(on.stored().values()).doesNotContainKey("k");
            on.caller.send("behind", ONE);
            try (Started started = on.start()) {
                assertThat(requireGap(started)).isEqualTo(gap);
            }
            skip(on, gap);
            assertThat(printed).anyMatch(line -> line.startsWith("no record stands at offset"));
            assertThatThrownBy(() -> skip(on, gap))
                    .isInstanceOf(RepairException.class)
                    .hasMessageContaining("quarantined already");

            try (Started started = readyAtLast(on)) {
                Answer again = on.caller.call("before", ONE);
                assertThat(again.replayed()).isTrue();
                assertThat(again.origin()).isEqualTo(before.sequence());
                assertThat(on.caller.call("behind", ONE).replayed()).isTrue();
                Answer after = on.caller.call("after", ONE);
                assertThat(after.value()).isEqualTo(3);
                on.awaitFlushed(started, after);
            }
            on.served(10);
            ProcessorLane.requireEqual(on.verify());
        }
    }

    /** Replies to this test's caller go by topic; what counts is that the LEAD says `in memory`. */
    @Test
    void theGapOfALeadingNodeIsSkippedByItsProof() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                KafkaProducer<byte[], byte[]> intruder = intruder(on)) {
            long gap;
            try (Started started = on.start(on.settings(), NodesGateway.OF_NOBODY)) {
                assertThat(started.processor().awaitReady(Duration.ofSeconds(60)))
                        .isTrue();
                assertThat(on.caller.call("before", ONE).verdict()).isEqualTo(Verdict.OK);
                transaction(on, intruder, 1);
                intruder.abortTransaction();
                gap = requireGap(started);
            }
            skip(on, gap);
            assertThat(printed).contains("no leader can have answered it in memory");
            try (Started started = readyAtLast(on)) {
                Answer after = on.caller.call("after", ONE);
                assertThat(after.value()).isEqualTo(2);
                on.awaitFlushed(started, after);
            }
        }
    }

    /** A follower's LEAD may stand behind the record at which it ended, if it stood for leadership just before. */
    @Test
    void theLeadOfAFollowerBehindTheGapNeedsItsProofToo() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                KafkaProducer<byte[], byte[]> intruder = intruder(on)) {
            long gap;
            String itself;
            try (Started leader = on.start(on.settings(), NodesGateway.OF_NOBODY)) {
                assertThat(leader.processor().awaitReady(Duration.ofSeconds(60)))
                        .isTrue();
                try (Started follower = on.start(on.settings(), NodesGateway.OF_NOBODY)) {
                    Awaitility.await()
                            .until(() -> follower.processor().status().role() == ProcessorStatus.Role.FOLLOWING);
                    itself = follower.processor().status().incarnation();
                    transaction(on, intruder, 1);
                    intruder.abortTransaction();
                    gap = requireGap(leader);
                    assertThat(requireGap(follower)).isEqualTo(gap);
                }
            }
            long hi = Long.parseUnsignedLong(itself.substring(0, 16), 16);
            long lo = Long.parseUnsignedLong(itself.substring(16), 16);
            on.caller.append(null, new RecordWriter().lead(2, hi, lo, -1, true)).get();
            skip(on, gap);
            assertThat(printed).contains("no leader can have answered it in memory");
        }
    }

    /** A gateway in the processor's process that has no callers. */
    private enum NodesGateway implements OwnGateway {
        OF_NOBODY;

        @Override
        public int partition() {
            return 1;
        }

        @Override
        public long incarnationHi() {
            return 1;
        }

        @Override
        public long incarnationLo() {
            return 1;
        }

        @Override
        public boolean handOver(byte[] record, Duration atMost) {
            return true;
        }
    }

    @Test
    void nothingIsSkippedWhileATransactionIsOpen() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                KafkaProducer<byte[], byte[]> intruder = intruder(on)) {
            on.served(3);
            long open = transaction(on, intruder, 1);
            assertThatThrownBy(() -> skip(on, open))
                    .isInstanceOf(RepairException.class)
                    .hasMessageContaining("a transaction is open since offset " + open);
        }
    }

    @Test
    void aGapIsNamedByItsFirstOffset() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                KafkaProducer<byte[], byte[]> intruder = intruder(on);
                TopicLog log = new TopicLog(lane.stack().connection(), on.name + ".commands")) {
            on.served(3);
            long first = transaction(on, intruder, 2);
            intruder.abortTransaction();
            Awaitility.await().until(() -> log.endOffset() == first + 3);
            assertThatThrownBy(() -> skip(on, first + 1))
                    .isInstanceOf(RepairException.class)
                    .hasMessageContaining("no record stands at offset " + first + " either");
            on.caller.append(null, new byte[1]).get();
            assertThatThrownBy(() -> skip(on, first + 1))
                    .as("with a record behind the gap, too")
                    .isInstanceOf(RepairException.class)
                    .hasMessageContaining("no record stands at offset " + first + " either");
            skip(on, first);
            assertThat(printed).anyMatch(line -> line.contains("(3 missing)"));
            assertThat(printed).last().asString().contains("and of the 2 behind it");
        }
    }

    /** A TICK may come between the aborted records and the marker, which then is a gap of its own. */
    private Started readyAtLast(ProcessorLane on) throws Exception {
        Started started = on.start();
        while (!started.processor().awaitReady(Duration.ofSeconds(60))) {
            long next = requireGap(started);
            started.close();
            skip(on, next);
            started = on.start();
        }
        return started;
    }

    private static Connection connected(ProcessorLane on) throws SQLException {
        return DriverManager.getConnection(
                on.lane.jdbcUrl(), on.lane.stack().user(), on.lane.stack().password());
    }

    /** Blocks all flushes until the connection is closed. */
    private static void lockMeta(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement lock = connection.createStatement()) {
            lock.execute("SELECT id FROM hl_meta FOR UPDATE");
        }
    }

    private static KafkaProducer<byte[], byte[]> intruder(ProcessorLane on) {
        KafkaProducer<byte[], byte[]> intruder = new KafkaProducer<>(
                Map.of("bootstrap.servers", on.lane.stack().bootstrapServers(), "transactional.id", on.name),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        intruder.initTransactions();
        return intruder;
    }

    /** Returns the offset of the first record. */
    private static long transaction(ProcessorLane on, KafkaProducer<byte[], byte[]> intruder, int records)
            throws Exception {
        intruder.beginTransaction();
        long first = -1;
        for (int i = 0; i < records; i++) {
            String topic = TopicSpec.commands(on.name).name();
            long offset = intruder.send(new ProducerRecord<>(topic, 0, null, new byte[1]))
                    .get()
                    .offset();
            first = i == 0 ? offset : first;
        }
        return first;
    }

    private static long requireGap(Started started) throws Exception {
        HaltReason refusal = started.halted().get(60, TimeUnit.SECONDS);
        assertThat(refusal.code()).isEqualTo(ExitCode.OFFSET_GAP);
        Matcher cure = CURE.matcher(refusal.getMessage());
        assertThat(cure.find()).as(refusal.getMessage()).isTrue();
        return Long.parseLong(cure.group(1));
    }

    private void skip(ProcessorLane on, long offset) {
        new PoisonSkip(lane.stack().connection(), on.name, on.mysql(), false, printed::add).run(offset, false);
    }
}

package dev.hotlane.infra.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A record that a node may have answered in memory is skipped only with the proof that it did not. */
@Tag("it")
@ExtendWith(RealStack.class)
class MemoryAnswersTest {
    private static final Incarnation NODE = new Incarnation(1, 1);
    private static final Incarnation OTHER = new Incarnation(2, 2);

    private final Lane lane;
    private final KafkaConnection brokers;
    private final FlushSettings mysql;
    private final RecordWriter writer = new RecordWriter();
    private final List<String> printed = new ArrayList<>();

    MemoryAnswersTest(Lane lane) {
        this.lane = lane;
        brokers = lane.stack().connection();
        mysql = FlushSettings.of(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
    }

    @BeforeEach
    void create() {
        Topics.ensure(brokers, lane.name(), 2, LaneRules.small(1));
        new Checkpoint(mysql).migrate();
    }

    private LogWriter topic(String name) {
        return new LogWriter(brokers, lane.name() + "." + name);
    }

    /** No processor runs here, so a moment of watching is enough. */
    private void look(long offset, boolean mayBeAnswered) {
        new PoisonSkip(brokers, lane.name(), mysql, mayBeAnswered, printed::add, Duration.ofMillis(100))
                .run(offset, true);
    }

    private void halted(Incarnation leader, long offset) throws Exception {
        try (LogWriter replies = topic("replies")) {
            replies.append(null, ReplyRecord.halted(leader.hi(), leader.lo(), offset));
        }
    }

    private long led(boolean inMemory) throws Exception {
        try (LogWriter log = topic("commands")) {
            log.append(null, writer.lead(1, NODE.hi(), NODE.lo(), -1, inMemory));
            return log.command("order", Command.transact(Op.add("k", 1))).offset();
        }
    }

    @Test
    void ofALeaderThatAnswersByTopicTheReplyTopicIsEnough() throws Exception {
        look(led(false), false);
        assertThat(printed).contains("no leader can have answered it in memory");
    }

    @Test
    void ofANodeTheProofMustBeForThisRecordOrAnEarlierOne() throws Exception {
        long offset = led(true);
        for (Runnable proof : List.<Runnable>of(() -> {}, () -> prove(OTHER, offset), () -> prove(NODE, offset + 1))) {
            proof.run();
            assertThatThrownBy(() -> look(offset, false))
                    .isInstanceOf(RepairException.class)
                    .hasMessageContaining("leader " + NODE + " answers the gateway of its node in memory")
                    .hasMessageContaining("--may-have-been-answered");
        }
        prove(NODE, offset);
        look(offset, false);
        assertThat(printed).last().asString().contains("it may be skipped");
    }

    private void prove(Incarnation leader, long offset) {
        try {
            halted(leader, offset);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aForgedProofOfNoProcessProvesNothing() throws Exception {
        long offset = led(true);
        try (LogWriter replies = topic("replies")) {
            replies.append(null, ReplyRecord.halted(0, 0, offset));
        }
        assertThatThrownBy(() -> look(offset, false)).isInstanceOf(RepairException.class);
    }

    @Test
    void theOperatorMayDecideThatItWasNotAnswered() throws Exception {
        long offset = led(true);
        look(offset, true);
        assertThat(printed)
                .anyMatch(line -> line.contains(NODE.toString()) && line.contains("is skipped all the same"))
                .last()
                .asString()
                .contains("it may be skipped");
    }

    @Test
    void theLeadOfTheLeaderAtTheCheckpointIsReadBeforeIt() throws Exception {
        long byTopic = led(false);
        Meta cut = new Meta();
        cut.epoch = 1;
        cut.leaderHi = NODE.hi();
        cut.leaderLo = NODE.lo();
        cut.nextOffset = byTopic;
        try (TopicLog log = new TopicLog(brokers, lane.name() + ".commands")) {
            MemoryAnswers answers = new MemoryAnswers(log, cut, () -> loaded(cut));
            assertThat(answers.of(byTopic, log.endOffset(), Map.of())).isEmpty();
            cut.leaderHi = OTHER.hi();
            cut.leaderLo = OTHER.lo();
            assertThat(answers.of(byTopic, log.endOffset(), Map.of()))
                    .as("its LEAD was deleted")
                    .hasValueSatisfying(why -> assertThat(why).contains(OTHER.toString()));
        }
    }

    private static State loaded(Meta cut) {
        State state = new State();
        state.beginLoad(cut);
        state.endLoad();
        return state;
    }

    /** No process follows such a TICK, so a LEAD that does not name it takes effect. */
    @Test
    void aTickWithAWrongDigestHidesNoLead() throws Exception {
        long offset;
        try (LogWriter log = topic("commands")) {
            log.append(null, writer.lead(1, NODE.hi(), NODE.lo(), -1, false));
            long tick = log.append(null, writer.tick(new Tick(1, NODE.hi(), NODE.lo(), 0, -1, 0, 0, 0, 0)))
                    .offset();
            log.append(null, writer.tick(new Tick(1, NODE.hi(), NODE.lo(), 0, tick, 99, 0, 0, 0)));
            log.append(null, writer.lead(2, OTHER.hi(), OTHER.lo(), tick, true));
            offset = log.command("order", Command.transact(Op.add("k", 1))).offset();
        }
        assertThatThrownBy(() -> look(offset, false))
                .isInstanceOf(RepairException.class)
                .hasMessageContaining("leader " + OTHER + " answers the gateway of its node in memory");
    }

    /** The broker's clock went back, or two brokers differ: the record is stamped half an hour after its proof. */
    @Test
    void aHaltedRecordIsFoundWhateverItsTime() throws Exception {
        long offset;
        try (LogWriter log = topic("commands")) {
            log.append(null, writer.lead(1, NODE.hi(), NODE.lo(), -1, true));
            offset = log.stampedLater(Duration.ofMinutes(30), "order", Command.transact(Op.add("k", 1)))
                    .offset();
        }
        halted(NODE, offset);
        look(offset, false);
        assertThat(printed).contains("no leader can have answered it in memory");
    }

    /** A TICK that every process steps over must not hide the LEAD behind it. */
    @Test
    void aSkippedTickIsNotTheNewestOne() throws Exception {
        long tick;
        long offset;
        try (LogWriter log = topic("commands")) {
            log.append(null, writer.lead(1, NODE.hi(), NODE.lo(), -1, false));
            tick = log.append(null, writer.tick(new Tick(1, NODE.hi(), NODE.lo(), 0, -1, 0, 0, 0, 0)))
                    .offset();
            log.append(null, writer.skip(tick));
            log.append(null, writer.lead(2, OTHER.hi(), OTHER.lo(), -1, true));
            offset = log.command("order", Command.transact(Op.add("k", 1))).offset();
        }
        try (TopicLog log = new TopicLog(brokers, lane.name() + ".commands")) {
            assertThat(new MemoryAnswers(log, new Meta(), State::new).of(offset, log.endOffset(), Map.of()))
                    .hasValueSatisfying(why -> assertThat(why).contains(OTHER.toString()));
        }
    }
}

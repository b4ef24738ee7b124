package dev.hotlane.infra.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.apache.kafka.common.KafkaException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an operator must not repair, on topics and a database that no processor has touched. */
@Tag("it")
@ExtendWith(RealStack.class)
class RepairRefusalTest {
    private final Lane lane;
    private final KafkaConnection brokers;
    private final FlushSettings mysql;
    private final List<String> printed = new ArrayList<>();

    RepairRefusalTest(Lane lane) {
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

    private static void assertRefused(ThrowingCallable repair, String why) {
        assertThatThrownBy(repair).isInstanceOf(RepairException.class).hasMessageContaining(why);
    }

    @Test
    void aRecordThatWasAnswered() throws Exception {
        long offset;
        try (LogWriter log = topic("commands")) {
            offset = log.command("order", Command.transact(Op.add("k", 1))).offset();
        }
        PoisonSkip skip = new PoisonSkip(brokers, lane.name(), mysql, false, printed::add, Duration.ofMillis(100));
        answered(offset - 1);
        skip.run(offset, true);
        assertThat(printed).last().asString().contains("it may be skipped");
        answered(offset);
        assertRefused(() -> skip.run(offset, false), "a reply to it was sent");
    }

    /** The broker's clock went back, or two brokers differ: the record is stamped half an hour after its reply. */
    @Test
    void aRecordWhoseReplyHasAnEarlierTime() throws Exception {
        long offset;
        try (LogWriter log = topic("commands")) {
            offset = log.stampedLater(Duration.ofMinutes(30), "order", Command.transact(Op.add("k", 1)))
                    .offset();
        }
        answered(offset);
        PoisonSkip skip = new PoisonSkip(brokers, lane.name(), mysql, false, printed::add, Duration.ofMillis(100));
        assertRefused(() -> skip.run(offset, false), "a reply to it was sent");
    }

    @Test
    void aRecordThatAnAnswerMayRestOn() throws Exception {
        long offset;
        try (LogWriter log = topic("commands")) {
            offset = log.command("order", Command.transact(Op.add("k", 1))).offset();
            log.command("later", Command.transact(Op.add("k", 1)));
        }
        answered(offset + 1);
        PoisonSkip skip = new PoisonSkip(brokers, lane.name(), mysql, false, printed::add, Duration.ofMillis(100));
        assertRefused(
                () -> skip.run(offset, false), "a reply to the later record of sequence " + (offset + 1) + " was sent");
    }

    private void answered(long offset) throws Exception {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        ReplyWriter reply = new ReplyWriter();
        reply.begin(buffer, 0);
        reply.to(1, 2, 3, 4);
        reply.verdict(Verdict.OK, offset, 5).results(0);
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(buffer.byteArray(), 0, reply.end());
        try (LogWriter replies = topic("replies")) {
            replies.append(null, packer.seal());
        }
    }

    @Test
    void aRecordThatIsASkipItself() throws Exception {
        long offset;
        try (LogWriter log = topic("commands")) {
            offset = log.command("order", Command.transact(Op.add("k", 1))).offset();
        }
        PoisonSkip skip = new PoisonSkip(brokers, lane.name(), mysql, false, printed::add, Duration.ofMillis(100));
        skip.run(offset, false);
        assertRefused(
                () -> skip.run(offset + 1, false),
                "the record at offset " + (offset + 1) + " is itself a SKIP, of offset " + offset
                        + ": a SKIP can't be taken back");
    }

    @Test
    void aTopicThatIsNotThere() {
        String other = lane.name() + "_other";
        assertRefused(
                () -> new PoisonSkip(brokers, other, mysql, false, printed::add).run(0, false),
                other + ".commands does not exist at " + brokers.bootstrapServers());
        assertThatThrownBy(() -> new ReAnchor(brokers, other, mysql, printed::add).run(true, "test", FarReplies.REFUSE))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("topic " + other + ".commands does not exist at " + brokers.bootstrapServers())
                .hasMessageContaining("`./hotlane topics create`")
                .hasMessageNotContaining(".;");
    }

    @Test
    void aRecordOfAnotherLanesDatabase() throws Exception {
        new Checkpoint(mysql).initialize(new Identity("elsewhere", "another"));
        assertRefused(
                () -> new PoisonSkip(brokers, lane.name(), mysql, false, printed::add).run(0, false),
                "name the right database");
    }

    @Test
    void anchoringNothing() {
        assertRefused(
                () -> new ReAnchor(brokers, lane.name(), mysql, printed::add).run(true, "test", FarReplies.REFUSE),
                "no checkpoint");
    }

    @Test
    void anchoringToATopicThatWasLed() throws Exception {
        ReAnchor anchor = new ReAnchor(brokers, lane.name(), mysql, printed::add);
        new Checkpoint(mysql).initialize(new Identity("elsewhere", "another"));
        anchor.run(false, "test", FarReplies.REFUSE);
        assertThat(printed).last().asString().contains("nothing was changed");
        try (LogWriter log = topic("commands")) {
            log.append(null, new RecordWriter().lead(1, 2, 3, -1));
        }
        assertRefused(() -> anchor.run(true, "test", FarReplies.REFUSE), "has a LEAD at offset 1");
    }

    @Test
    void anchoringACheckpointThatSomebodyWrites() throws Exception {
        new Checkpoint(mysql).initialize(new Identity("elsewhere", "another"));
        ReAnchor anchor = new ReAnchor(brokers, lane.name(), mysql, line -> {
            if (line.startsWith("no processor wrote to")) {
                raiseTheFence();
            }
        });
        assertRefused(
                () -> anchor.run(true, "test", FarReplies.REFUSE), "its fence epoch from 0 to 1, while it was watched");
    }

    private void raiseTheFence() {
        try (Connection connection = DriverManager.getConnection(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
                Statement open = connection.createStatement()) {
            open.executeUpdate("UPDATE hl_meta SET fence_epoch = fence_epoch + 1");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anchoringToTheTopicItBelongsTo() {
        new Checkpoint(mysql).initialize(TopicAdmin.identity(brokers, lane.name()));
        assertRefused(
                () -> new ReAnchor(brokers, lane.name(), mysql, printed::add).run(true, "test", FarReplies.REFUSE),
                "this very topic");
    }
}

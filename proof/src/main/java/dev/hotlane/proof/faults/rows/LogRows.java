package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.RecordForger;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.scene.SceneSql;
import dev.hotlane.proof.faults.scene.TopicFiles;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/** The log loses records: the lane must stop and not go on with another history. */
public final class LogRows {
    /** Some hundred records. */
    private static final long CUT_BYTES = 60_000;

    /** Exit codes of a process whose topic is replaced: the first check that fails decides which. */
    private static final List<ExitCode> STOPPED_LIVE = List.of(
            ExitCode.TOPIC_RECREATED,
            ExitCode.TOPIC_MISSING,
            ExitCode.LOG_LOST_RANGE,
            ExitCode.LAST_RECORD_DIFFERS,
            ExitCode.LOG_WRITE_FAILED);

    private LogRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F18",
                        "the log is truncated below the checkpoint",
                        "refuses with CHECKPOINT_PAST_LOG_END, answers nothing; goes on with the right log",
                        ScenePlan.USUAL,
                        LogRows::truncated),
                FaultRow.of(
                        "F19",
                        "truncated, then other records over those offsets",
                        "refuses with LAST_RECORD_DIFFERS; goes on with the right log",
                        ScenePlan.USUAL,
                        LogRows::overwritten),
                FaultRow.of(
                        "F20",
                        "topic deleted and made again, under the lane and before a start",
                        "stops; refuses a start with TOPIC_RECREATED, MySQL untouched",
                        ScenePlan.USUAL,
                        LogRows::recreated),
                FaultRow.of(
                        "F21",
                        "records deleted past the checkpoint",
                        "refuses with LOG_LOST_RANGE",
                        ScenePlan.USUAL,
                        LogRows::deleted));
    }

    /**
     * Waits for a flush, kills the processors and the broker, saves the log, cuts off its end and starts the broker.
     * Returns the saved log.
     */
    private static TopicFiles down(Scene on) throws IOException {
        on.load().awaitAnswers(1_000);
        long applied = on.offsets(on.awaitLeader()).getLong("applied");
        on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") >= applied);
        on.killProcessors();
        on.await("gateways that refuse", () -> on.gateways().stream().noneMatch(ChildSlot::ready));
        on.stack().kafka().kill9();
        TopicFiles files = new TopicFiles(on);
        files.save();
        files.truncate(CUT_BYTES);
        on.nemesis("truncated the log");
        on.stack().kafka().start();
        return files;
    }

    private static void restore(Scene on, TopicFiles files) throws IOException {
        on.stack().kafka().kill9();
        files.restore();
        on.nemesis("brought the right log back");
        on.stack().kafka().start();
    }

    private static void truncated(Scene on) throws IOException, SQLException {
        TopicFiles files = down(on);
        on.expectExit(ExitCode.CHECKPOINT_PAST_LOG_END.number());
        long end = end(on);
        long checkpoint = new SceneSql(on).offset();
        if (end >= checkpoint) {
            throw new RowFailure("the log ends at " + end + ", the checkpoint stands at " + checkpoint);
        }
        on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.CHECKPOINT_PAST_LOG_END));
        on.fact(String.format("log cut to %,d below checkpoint %,d", end, checkpoint));
        restore(on, files);
    }

    private static void overwritten(Scene on) throws IOException, SQLException {
        TopicFiles files = down(on);
        on.expectExit(ExitCode.LAST_RECORD_DIFFERS.number());
        long checkpoint = new SceneSql(on).offset();
        long others = 0;
        try (RecordForger scribe = RecordForger.of(on)) {
            while (scribe.write(null, new byte[] {'o', 't', 'h', 'e', 'r'}) < checkpoint + 10) {
                others++;
            }
        }
        on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.LAST_RECORD_DIFFERS));
        on.fact(String.format("%,d other records", others));
        restore(on, files);
    }

    private static long end(Scene on) {
        try (TopicLog log = new TopicLog(on.stack().connection(), on.commands())) {
            return log.endOffset();
        }
    }

    private static void recreated(Scene on) throws SQLException {
        STOPPED_LIVE.forEach(code -> on.expectExit(code.number()));
        on.load().awaitAnswers(200);
        on.processors().forEach(ChildSlot::leaveAlone);
        on.nemesis("deleted the command topic and made it again");
        TopicDamage topic = new TopicDamage(on);
        topic.recreate();
        for (ChildSlot place : on.processors()) {
            on.await(place.name() + " to stop", () -> !place.isAlive());
            int code = place.exits().get(0);
            on.require(
                    STOPPED_LIVE.stream().anyMatch(known -> known.number() == code),
                    place.name() + " ended with " + code + ". " + place.tail());
        }
        long checkpoint = new SceneSql(on).offset();
        on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.TOPIC_RECREATED));
        on.require(new SceneSql(on).offset() == checkpoint, "MySQL moved to the new topic");
        on.fact("stopped live, refused at start, checkpoint stayed");
        on.endsHere();
    }

    private static void deleted(Scene on) throws SQLException {
        on.expectExit(ExitCode.LOG_LOST_RANGE.number());
        on.stack().mysql().suspend();
        long checkpoint = on.offsets(on.awaitLeader()).getLong("flushed");
        on.load().awaitAnswers(500);
        long end = end(on);
        on.nemesis("deleted records past the checkpoint");
        TopicPartition partition = new TopicPartition(on.commands(), 0);
        new TopicDamage(on)
                .ask(admin -> admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(end - 10)))
                        .all());
        on.killProcessors();
        on.stack().mysql().resume();
        on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.LOG_LOST_RANGE));
        on.fact(String.format("checkpoint at about %,d, log from %,d on", checkpoint, end - 10));
        on.endsHere();
    }
}

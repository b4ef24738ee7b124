package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.RecordForger;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.scene.SceneSql;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/** A client outside the lane changes the command topic, or writes to it. */
public final class IntruderRows {
    private static final long ALARM_MS_MAX = 30_000;

    private IntruderRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F22",
                        "the command topic gets three partitions",
                        "serves on with an alarm within 30 s; refuses a restart with TOO_MANY_PARTITIONS",
                        ScenePlan.USUAL,
                        IntruderRows::partitioned),
                FaultRow.of(
                        "F23",
                        "the command topic is set to compaction",
                        "halts within 30 s; refuses a restart with TOPIC_SETTINGS until it is put right",
                        ScenePlan.USUAL,
                        IntruderRows::compacted),
                FaultRow.of(
                        "F24",
                        "a transactional producer commits and aborts on the command topic",
                        "halts with OFFSET_GAP, and nothing behind the gap is in MySQL",
                        ScenePlan.USUAL,
                        on -> transaction(on, 0)),
                FaultRow.of(
                        "F25",
                        "a transaction is left open on the command topic",
                        "gateways refuse within 10 s; halts with OFFSET_GAP when it ends",
                        ScenePlan.USUAL,
                        on -> transaction(on, 1)),
                FaultRow.of(
                        "F26",
                        "fuzzed records: flipped bits, cut short, grown, noise",
                        "each skipped, counted, harmless",
                        ScenePlan.USUAL,
                        Fuzz::records),
                FaultRow.of(
                        "F27",
                        "RULES of a format that this build does not know",
                        "every process halts with UNKNOWN_RULES, MySQL not past them",
                        ScenePlan.USUAL,
                        IntruderRows::unknownRules));
    }

    private static void partitioned(Scene on) {
        on.expectExit(ExitCode.TOO_MANY_PARTITIONS.number());
        on.nemesis("three partitions");
        TopicDamage topic = new TopicDamage(on);
        topic.partitions(3);
        long alarm = topic.awaitAlarm();
        on.load().awaitAnswers(200);
        on.requireWithin(ALARM_MS_MAX, alarm, "the alarm");
        on.killProcessors();
        on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.TOO_MANY_PARTITIONS));
        on.fact(String.format("alarm after %,d ms, restart refused", alarm));
        on.endsHere();
    }

    /** A compacted topic takes no record without a key, and TICKs have none: the broker itself stops the leader. */
    private static void compacted(Scene on) {
        on.expectExit(ExitCode.TOPIC_SETTINGS.number());
        on.expectExit(ExitCode.LOG_WRITE_FAILED.number());
        on.processors().forEach(ChildSlot::leaveAlone);
        on.nemesis("cleanup.policy=compact");
        TopicDamage topic = new TopicDamage(on);
        topic.set("cleanup.policy", "compact");
        long took = on.await("the end of both", () -> on.processors().stream().noneMatch(ChildSlot::isAlive));
        on.requireWithin(ALARM_MS_MAX, took, "the end of both processors");
        on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.TOPIC_SETTINGS));
        topic.set("cleanup.policy", "delete");
        on.fact(String.format("halted after %,d ms, restart refused", took));
    }

    private static void transaction(Scene on, int open) throws SQLException {
        on.expectExit(ExitCode.OFFSET_GAP.number());
        on.load().awaitAnswers(200);
        on.processors().forEach(ChildSlot::leaveAlone);
        long gap;
        try (RecordForger scribe = RecordForger.transactional(on)) {
            on.nemesis("a transaction begins");
            scribe.producer().beginTransaction();
            gap = scribe.write(null, "of a transaction".getBytes(StandardCharsets.US_ASCII));
            if (open == 1) {
                long took = on.await(
                        "gateways that refuse", () -> on.gateways().stream().noneMatch(ChildSlot::ready));
                on.requireWithin(10_000, took, "the refusal");
                on.fact(String.format("refused after %,d ms", took));
            }
            scribe.producer().abortTransaction();
            on.nemesis("the transaction is aborted");
        }
        for (ChildSlot place : on.processors()) {
            Refusing.awaitEnd(on, place, 0, ExitCode.OFFSET_GAP);
        }
        long checkpoint = new SceneSql(on).offset();
        on.require(checkpoint <= gap + 1, "MySQL stands at " + checkpoint + ", the gap is behind " + gap);
        on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.OFFSET_GAP));
        on.fact("halted at the gap, and again at a restart");
        on.endsHere();
    }

    private static void unknownRules(Scene on) throws SQLException {
        on.expectExit(ExitCode.UNKNOWN_RULES.number());
        on.load().awaitAnswers(200);
        on.processors().forEach(ChildSlot::leaveAlone);
        Rules next = Rules.first(1).as(2, Rules.KNOWN_FORMAT_MAX + 1);
        long offset;
        try (RecordForger scribe = RecordForger.of(on)) {
            on.nemesis("RULES of an unknown format");
            offset = scribe.write(null, new RecordWriter().rules(next));
        }
        for (ChildSlot place : on.processors()) {
            Refusing.awaitEnd(on, place, 0, ExitCode.UNKNOWN_RULES);
        }
        long checkpoint = new SceneSql(on).offset();
        on.require(checkpoint <= offset, "MySQL stands at " + checkpoint + ", past the RULES at " + offset);
        on.fact("both halted");
        on.endsHere();
    }
}

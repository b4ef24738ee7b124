package dev.hotlane.processor.status;

import dev.hotlane.flusher.mysql.FlushWriter;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.log.LogWriter;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.ring.IgnoredControls;
import dev.hotlane.processor.ring.Pipeline;
import dev.hotlane.processor.ring.Stages;
import dev.hotlane.processor.ring.StateFigures;
import dev.hotlane.processor.view.ViewStage;
import dev.hotlane.processor.watch.FlushProgress;
import dev.hotlane.processor.watch.GarbageFile;
import dev.hotlane.processor.watch.LogStart;
import dev.hotlane.processor.watch.TopicWatch;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.process.HeapSize;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Registers a running lane's gauges and counters with Prometheus, on the starting thread. A scrape reads numbers that
 * the lane's threads keep anyway.
 */
public final class LaneMeters {
    private final Meters meters;

    /** Registers with {@code meters}. */
    public LaneMeters(Meters meters) {
        this.meters = meters;
    }

    /** The positions of the lane's threads, and the distances between them; the replay ends before {@code replayEnd}. */
    public void positions(Positions positions, long replayEnd) {
        meters.gauge("hotlane.applied.offset", "Next offset to apply", positions.applied()::getAsLong);
        meters.gauge("hotlane.replied.offset", "Every reply below is acknowledged", positions.replied()::getAsLong);
        meters.gauge(
                "hotlane.flushed.offset", "MySQL holds the state as of this offset", positions.flushed()::getAsLong);
        meters.gauge("hotlane.log.end.offset", "End of the log as last heard", positions.logEnd()::getAsLong);
        meters.gauge(
                "hotlane.apply.lag.records",
                "Records in the log that are not applied",
                () -> lag(positions.logEnd(), positions.applied()));
        meters.gauge(
                "hotlane.replay.remaining.records",
                "Records of the start's replay that are not applied yet",
                () -> lag(() -> replayEnd, positions.applied()));
        meters.gauge(
                "hotlane.flush.lag.records",
                "Applied records that MySQL does not hold",
                () -> lag(positions.applied(), positions.flushed()));
    }

    private static long lag(LongSupplier ahead, LongSupplier behind) {
        return Math.max(0, ahead.getAsLong() - behind.getAsLong());
    }

    /** The threads that write to MySQL, to the reply topic and to the log. */
    public void writers(FlushWriter flushWriter, ReplySender sender, LogWriter logWriter) {
        meters.gauge("hotlane.flush.failing", "Flush attempts failed since the last success", flushWriter::failures);
        meters.counter("hotlane.reply.records", "Records sent to the reply topic", sender::records);
        meters.counter(
                "hotlane.reply.handed.over",
                "Records of replies given to the gateway of this node in memory",
                sender::handedOver);
        meters.counter("hotlane.log.write.failures", "TICK, LEAD or RESIGN not appended", logWriter::failures);
    }

    /** The tasks of the thread watch. */
    public void watch(TopicWatch watch, FlushProgress progress, LogStart start, GarbageFile garbage) {
        meters.gauge(
                "hotlane.topics.changed",
                "1 while partitions or settings of a topic are not as the lane needs them",
                () -> watch.alarm() == null ? 0 : 1);
        meters.gauge(
                "hotlane.flush.stalled.seconds",
                "Time for which the leader's MySQL has stood at one offset with something to flush, 0 while it moves",
                progress::stalledSeconds);
        meters.gauge(
                "hotlane.flush.age.seconds",
                "Age of the oldest applied record that MySQL does not hold, 0 in a process that does not lead",
                progress.age()::seconds);
        meters.gauge(
                "hotlane.log.start.offset",
                "First offset that the log has, -1 until the broker answers",
                start::offset);
        meters.counter("hotlane.garbage.not.copied", "Garbage records without a copy", garbage::notCopied);
    }

    /** The ages of the newest snapshot and of the newest proven one; only a leader that deletes the log has read them. */
    public void snapshots(DoubleSupplier age, DoubleSupplier proven) {
        meters.gauge(
                "hotlane.snapshot.age.seconds",
                "Age of the newest snapshot by MySQL: +Inf if there is none, NaN unless this leader deletes the log",
                age);
        meters.gauge(
                "hotlane.snapshot.proven.age.seconds",
                "Age of the newest snapshot that a drill has proven: +Inf if there is none, NaN unless this leader deletes"
                        + " the log",
                proven);
    }

    /** The ring, its stages and the state. */
    public void stages(Pipeline pipeline, Stages stages) {
        meters.gauge("hotlane.ring.remaining", "Free places in the ring", pipeline.ring()::remainingCapacity);
        work(stages);
        leadership(stages);
        ignored(stages);
        meters.beforeScrape(new CommandMeters(meters, stages.state.counts())::look);
        state(stages);
        holds(stages);
    }

    /**
     * The stage view.
     *
     * @param view null for none
     */
    public void view(ViewStage view, Positions positions) {
        if (view == null) {
            return;
        }
        meters.gauge("hotlane.viewed.offset", "Next offset to collect for views", positions.viewed()::getAsLong);
        meters.counter(
                "hotlane.view.packs", "Packs of changed counters passed to views", view::packsInMemory, "by", "memory");
        meters.counter(
                "hotlane.view.packs", "Packs of changed counters passed to views", view::packsByTopic, "by", "topic");
        meters.counter("hotlane.view.failures", "Packs that the view topic did not take", view::failures);
        meters.gauge(
                "hotlane.view.waiting.keys", "Counters that wait for the view topic or for a flush", view::waiting);
    }

    private void work(Stages stages) {
        meters.gauge(
                "hotlane.applied.age.seconds",
                "This machine's clock minus the broker's time of the last applied record",
                () -> (System.currentTimeMillis() - stages.state.timestamp()) / 1e3);
        meters.gauge(
                "hotlane.dirty.keys",
                "Counters and open holds changed since the last flush",
                stages.batching::dirtyKeys);
        meters.gauge("hotlane.dirty.bytes", "Heap of the changes that wait for MySQL", stages.batching::dirtyBytes);
        meters.counter("hotlane.replies", "Replies made, held ones included", stages.reply::replies);
        meters.counter(
                "hotlane.reply.held.sent",
                "Records of replies from before leading, sent when it began",
                stages.reply::resent);
        meters.counter(
                "hotlane.reply.held.dropped",
                "Records of replies from before leading, dropped as too old or beyond 64 MiB",
                stages.reply::dropped);
        meters.counter("hotlane.garbage", "Records that were no frame of ours", stages.state::garbage);
    }

    private void leadership(Stages stages) {
        meters.counter("hotlane.ticks", "TICKs of ours that took effect", stages.contender::ticks);
        meters.gauge("hotlane.leading", "1 while this process answers", () -> stages.contender.leading() ? 1 : 0);
        meters.counter(
                "hotlane.takeovers",
                "Times that this process came to lead in place of one that had fallen silent",
                stages.contender::takeOvers);
        meters.counter(
                "hotlane.takeovers.false",
                "Take-overs of this process from a leader that was alive",
                stages.contender::falseTakeOvers);
        meters.counter(
                "hotlane.leadership.foreign",
                "TICK, LEAD and RESIGN records in this leader's name that it did not append",
                stages.contender::foreignWords);
    }

    private void state(Stages stages) {
        meters.gauge(
                "hotlane.epoch",
                "State epoch",
                () -> stages.state.snapshot().at().epoch());
        meters.gauge(
                "hotlane.window.commands",
                "Commands that the window remembers",
                () -> stages.state.snapshot().window().count());
        meters.gauge(
                "hotlane.window.age.seconds",
                "How far the window reaches back really, in log time",
                () -> stages.state.snapshot().window().ageMillis() / 1e3);
        meters.gauge(
                "hotlane.counters",
                "Counters that exist",
                () -> stages.state.snapshot().counters().all());
        meters.gauge(
                "hotlane.buckets",
                "Counters that are token buckets",
                () -> stages.state.snapshot().counters().buckets());
        meters.gauge(
                "hotlane.horizon.timestamp.seconds",
                "Greatest time whose commands were forgotten",
                () -> stages.state.snapshot().window().horizon() / 1e3);
        new RoomMeters(meters, stages.state::snapshot).register();
    }

    /** Whether the rules in force exceed this heap: they grew after the start, which checks it. */
    public void heap(Stages stages, HeapShare share) {
        meters.gauge(
                "hotlane.rules.beyond.heap",
                "1 while the byte caps of RULES are more than this heap holds",
                () -> isBeyond(stages.state.snapshot().room(), share) ? 1 : 0);
    }

    private static boolean isBeyond(StateFigures.Room room, HeapShare share) {
        return share.needed(room.stateMax(), room.windowMax()) > HeapSize.bytes();
    }

    private void holds(Stages stages) {
        meters.gauge(
                "hotlane.holds.open",
                "Holds that are open",
                () -> stages.state.snapshot().holds().open());
        meters.gauge(
                "hotlane.holds.resolved",
                "Resolved holds that are kept",
                () -> stages.state.snapshot().holds().resolved());
        meters.counter(
                "hotlane.holds.expired",
                "Holds that expired in this process",
                () -> stages.state.snapshot().holds().expired());
        meters.gauge(
                "hotlane.expiries.waiting",
                "Open holds whose time has come but no record yet to expire them, counted up to 65,536",
                () -> stages.state.snapshot().holds().expiriesWaiting());
    }

    private void ignored(Stages stages) {
        for (RecordKind kind : IgnoredControls.KINDS) {
            meters.counter(
                    "hotlane.control.records.ignored",
                    "Control records that had no effect",
                    () -> stages.state.ignored().count(kind),
                    "kind",
                    kind.name().toLowerCase(Locale.ROOT));
        }
    }
}

package dev.hotlane.infra.repair;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.function.Consumer;

/**
 * Anchors the checkpoint to a new command topic, when the log it was made of is lost. MySQL's content is the truth from
 * then on, and the new topic's first record continues from it. Answers that are not yet in MySQL are gone. One thread,
 * blocking.
 */
public final class ReAnchor {
    /**
     * Smallest distance of the new base from the greatest sequence found. A lane of 50,000 commands a second would need
     * 250 days without a flush to exceed it.
     */
    static final long SEQUENCE_STEP = 1L << 40;

    /** A million starts of a processor that are not in MySQL. */
    static final long EPOCH_STEP = 1_000_000;

    /** Below 2^53 every sequence is exact in any JSON reader. */
    private static final long BASE_MAX = 1L << 52;

    private final KafkaConnection kafka;
    private final String lane;
    private final FlushSettings mysql;
    private final Consumer<String> out;

    /** @param out receives what was found and done, a sentence each */
    public ReAnchor(KafkaConnection kafka, String lane, FlushSettings mysql, Consumer<String> out) {
        this.kafka = kafka;
        this.lane = lane;
        this.mysql = mysql;
        this.out = out;
    }

    /**
     * Checks all conditions, and if {@code confirmed} moves the checkpoint.
     *
     * @param who does it, for the history that the database keeps
     * @param far what to do if the reply topic names numbers far above MySQL's
     * @throws RepairException if a condition fails: nothing was changed
     */
    public void run(boolean confirmed, String who, FarReplies far) {
        Identity log = TopicAdmin.identity(kafka, lane);
        CheckpointMeta stored = new Checkpoint(mysql)
                .meta()
                .orElseThrow(() -> new RepairException("the database holds no checkpoint: there is nothing to anchor."
                        + " A processor started on an empty database replays the log from its first record"));
        requireAnotherLog(stored, log);
        new OldLog(kafka, stored, out).requireStill();
        requireUnled();
        StateLoad load = new StateLoad();
        new Checkpoint(mysql).load(load);
        requireUnmoved(stored, load);
        String fault = load.prove();
        if (fault != null) {
            throw new RepairException("the checkpoint is not whole: " + fault + ". It would become the truth: restore a"
                    + " whole backup or snapshot first");
        }
        CheckpointMeta from = new CheckpointMeta(load.identity(), load.fenceEpoch(), load.cut());
        CheckpointMeta to = anchored(load, log, far);
        String note = describe(from) + " before";
        out.accept("MySQL stands at " + describe(from));
        out.accept("it will stand at " + describe(to));
        out.accept("answers that MySQL does not hold, of commands from offset " + from.cut().nextOffset
                + " of the lost log on, are gone: their effects too, and their ids may run again");
        if (!confirmed) {
            out.accept("nothing was changed; say --yes to do it");
            return;
        }
        new Checkpoint(mysql).anchor(from, to, who, note);
        out.accept("re-anchored: take a snapshot now (`hotlane snapshot FILE`), `hotlane verify` will need one; then"
                + " start the processors");
    }

    private void requireAnotherLog(CheckpointMeta stored, Identity log) {
        if (stored.identity().equals(log)) {
            throw new RepairException("the database belongs to this very topic, " + log.topicId() + ": a checkpoint is"
                    + " only anchored to a new one. Make it under another lane name (`hotlane topics create --lane"
                    + " NAME`, then --lane NAME here and for every process), or delete this topic and create it again");
        }
    }

    /** Rejects if MySQL has moved in the seconds since the first read: a leader flushes several times a second. */
    private void requireUnmoved(CheckpointMeta before, StateLoad now) {
        boolean same = before.cut().nextOffset == now.cut().nextOffset
                && before.fenceEpoch() == now.fenceEpoch()
                && before.identity().equals(now.identity());
        if (!same) {
            throw new RepairException("MySQL moved from offset " + before.cut().nextOffset + " to "
                    + now.cut().nextOffset + ", its fence epoch from " + before.fenceEpoch() + " to "
                    + now.fenceEpoch() + ", while it was watched: a processor writes it. Stop every processor that"
                    + " uses this database, whatever its lane's name, and whatever starts it again");
        }
        out.accept("MySQL stood still meanwhile");
    }

    /** Rejects a topic that is not whole, or on which a processor has led: it would be another lane's. */
    private void requireUnled() {
        String topic = TopicSpec.commands(lane).name();
        try (TopicLog log = new TopicLog(kafka, topic)) {
            if (log.startOffset() > 0) {
                throw new RepairException(topic + " starts at offset " + log.startOffset()
                        + ", not at 0: it is not new." + " Create a new one");
            }
            long end = new Stillness(log, topic).require();
            out.accept(Stillness.told(topic));
            RecordView view = new RecordView();
            long[] commands = {0};
            log.read(0, end, record -> {
                RecordKind kind = view.wrap(record.key(), record.value());
                commands[0] += kind == RecordKind.COMMAND ? 1 : 0;
                if (kind == RecordKind.LEAD || kind == RecordKind.TICK) {
                    throw new RepairException(topic + " has a " + kind + " at offset " + record.offset()
                            + ": a processor has led there with another database, so it is not new. Name the right"
                            + " lane, or create a new topic");
                }
            });
            out.accept(commands[0] + " commands stand in " + topic + " already: they run when a processor starts");
        }
    }

    private CheckpointMeta anchored(StateLoad load, Identity log, FarReplies far) {
        Meta cut = new Meta().set(load.cut());
        long storedSequence = cut.sequenceBase + cut.nextOffset;
        long storedEpoch = Math.max(cut.epoch, load.fenceEpoch());
        ReplySequences told = told(storedSequence, storedEpoch, far);
        long base = base(Math.max(storedSequence, told.sequence()));
        long epoch = Math.max(storedEpoch, told.epoch()) + EPOCH_STEP;
        load.state().anchor(base, epoch);
        load.state().describe(cut);
        cut.lastLeaderEpoch = -1;
        cut.lastTimestamp = 0;
        cut.lastCrc = 0;
        return new CheckpointMeta(log, epoch, cut);
    }

    private ReplySequences told(long storedSequence, long storedEpoch, FarReplies far) {
        ReplySequences told = new ReplySequences(storedSequence + SEQUENCE_STEP, storedEpoch + EPOCH_STEP);
        told.run(kafka, lane);
        if (told.impossible() > 0) {
            out.accept(
                    told.impossible() + " replies or BEATs of "
                            + TopicSpec.replies(lane, 1).name()
                            + " name a sequence or an epoch that no leader can have come to: they are forged and were left out");
        }
        if (told.hasFar()) {
            String found = "the reply topic names sequence " + told.farSequence() + " and epoch " + told.farEpoch()
                    + ", MySQL stands at " + storedSequence + " and " + storedEpoch;
            if (far == FarReplies.REFUSE) {
                throw new RepairException(found + ". If MySQL was restored from before an earlier re-anchoring, numbers"
                        + " must go on above those: say --far-replies=TAKE. If it was not, somebody forged them: say"
                        + " --far-replies=IGNORE");
            }
            out.accept(found + ": " + (far == FarReplies.TAKE ? "taken as told" : "ignored as forged"));
        }
        if (far == FarReplies.TAKE) {
            told.takeFar();
        }
        return told;
    }

    /** The first multiple of the step that is more than a step above the greatest sequence: clearly no offset. */
    static long base(long toldMax) {
        long base = (toldMax / SEQUENCE_STEP + 2) * SEQUENCE_STEP;
        if (base > BASE_MAX) {
            throw new RepairException("the lane has been anchored so often that the next sequence base, " + base
                    + ", would leave the numbers that every JSON reader keeps exact (2^53)");
        }
        return base;
    }

    private static String describe(CheckpointMeta meta) {
        return String.format(
                "offset %d of topic %s in cluster %s, sequence %d, epoch %d, digest %016x",
                meta.cut().nextOffset,
                meta.identity().topicId(),
                meta.identity().clusterId(),
                meta.cut().sequenceBase + meta.cut().nextOffset,
                meta.cut().epoch,
                meta.cut().digest);
    }
}

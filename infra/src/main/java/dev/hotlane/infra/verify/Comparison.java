package dev.hotlane.infra.verify;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.checkpoint.HoldRow;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Receives a snapshot of the database. At the meta row it replays the log up to its offset; then it compares each row
 * with the replayed state. One thread.
 */
final class Comparison implements CheckpointSink {
    private static final int SHOWN_MAX = 20;

    private final LogClients clients;
    private final String lane;
    private final Identity log;
    private final StateLoad snapshot;
    private final List<String> differences = new ArrayList<>();
    private final Meta replayed = new Meta();
    private final Conservation conservation = new Conservation();
    private final HoldImage image = new HoldImage();
    private final OpenHold byImage = new OpenHold();
    private State state;
    private long nextOffset;
    private long differenceCount;
    private long counters;
    private long openHolds;
    private long resolvedHolds;
    private long windowEntries;

    /**
     * @param log the identity of the command topic as it is now
     * @param snapshot where to begin, null for the first record
     */
    Comparison(LogClients clients, String lane, Identity log, StateLoad snapshot) {
        this.clients = clients;
        this.lane = lane;
        this.log = log;
        this.snapshot = snapshot;
    }

    @Override
    public void meta(Identity identity, long fenceEpoch, Meta cut) {
        if (!identity.equals(log)) {
            throw new VerifyException("the database belongs to topic " + identity.topicId() + " of cluster "
                    + identity.clusterId() + ", the topic of lane " + lane + " is " + log.topicId() + " of cluster "
                    + log.clusterId() + ": name the right database or the right lane");
        }
        nextOffset = cut.nextOffset;
        LogReplay replay = LogReplay.upTo(nextOffset, start(cut), clients, lane);
        state = replay.state();
        state.describe(replayed);
        compareMeta(cut);
        if (replay.moved()) {
            field("timestamp of the last record", cut.lastTimestamp, replay.lastTimestamp());
            field("checksum of the last record", cut.lastCrc, replay.lastChecksum());
        }
    }

    private State start(Meta stored) {
        if (snapshot == null) {
            if (stored.sequenceBase != 0) {
                throw new VerifyException("the database was anchored to this topic by an operator, so the log does not"
                        + " begin with an empty state: compare with a snapshot that was taken since"
                        + " (`hotlane verify --snapshot FILE`)");
            }
            return new State();
        }
        Meta begin = snapshot.cut();
        if (!snapshot.identity().equals(log) || begin.sequenceBase != stored.sequenceBase) {
            throw new VerifyException("the snapshot belongs to topic "
                    + snapshot.identity().topicId() + " with sequence"
                    + " base " + begin.sequenceBase + ", the database to " + log.topicId() + " with "
                    + stored.sequenceBase + ": name a snapshot of this lane, taken since its last re-anchoring");
        }
        if (begin.nextOffset > stored.nextOffset) {
            throw new VerifyException("the snapshot stands at offset " + begin.nextOffset + ", MySQL at "
                    + stored.nextOffset + " before it: name an older snapshot");
        }
        return snapshot.state();
    }

    private void compareMeta(Meta stored) {
        field("sequence base", stored.sequenceBase, replayed.sequenceBase);
        field("state epoch", stored.epoch, replayed.epoch);
        field("leader, first half", stored.leaderHi, replayed.leaderHi);
        field("leader, second half", stored.leaderLo, replayed.leaderLo);
        field("log time", stored.logTime, replayed.logTime);
        field("ceiling", stored.ceiling, replayed.ceiling);
        field("horizon", stored.horizon, replayed.horizon);
        field("last TICK", stored.lastTick, replayed.lastTick);
        field("digest after the last TICK", stored.lastTickDigest, replayed.lastTickDigest);
        field("digest", stored.digest, replayed.digest);
        field("counters", stored.counters, replayed.counters);
        field("open holds", stored.holdsOpen, replayed.holdsOpen);
        field("resolved holds", stored.holdsResolved, replayed.holdsResolved);
        field("window entries", stored.windowCount, replayed.windowCount);
        if (nextOffset > 0) {
            field("start of the window", stored.windowStart, replayed.windowStart);
            field("start of the resolved holds", stored.resolvedStart, replayed.resolvedStart);
        }
        Rules rules = stored.rulesInForce();
        if (!Objects.equals(rules, replayed.rulesInForce())) {
            differs("the rules are " + rules + " in MySQL, " + replayed.rulesInForce() + " by the log");
        }
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        counters++;
        conservation.counter(key, held);
        state.counterRow(key, (logValue, logVersion, logHeld, logConfirmed) -> {
            if (value != logValue || version != logVersion || held != logHeld || confirmed != logConfirmed) {
                differs(String.format(
                        "counter %s: MySQL has value %d version %d held %d confirmed %d,"
                                + " the log gives value %d version %d held %d confirmed %d",
                        text(key), value, version, held, confirmed, logValue, logVersion, logHeld, logConfirmed));
            }
        });
    }

    @Override
    public void hold(OpenHold row) {
        openHolds++;
        if (!state.rows().has(row.bytes, row.image, row.imageLength)) {
            differs("open hold " + row.sequence + ": the log gives no such hold, or another one of its id");
        } else if (!row.readsAs(HoldRow.of(image.wrap(row.bytes, row.image), byImage))) {
            differs("open hold: MySQL shows " + row + ", the log gives " + byImage);
        }
        conservation.hold(row.bytes, row.image);
    }

    @Override
    public void resolved(long sequence, byte[] source, int offset, int length) {
        if (state.rows().has(source, offset, length)) {
            resolvedHolds++;
        } else if (sequence > replayed.resolvedStart) {
            differs("hold resolved at " + sequence + ": the log gives no such hold, or another one of its id");
        }
    }

    @Override
    public void packed(long sequence, byte[] source, int offset, int length) {
        // Of the first record some entries may have left the window: MySQL still has them, the state does not.
        if (state.rows().remembers(sequence, source, offset, length)) {
            windowEntries++;
        } else if (sequence > replayed.windowStart) {
            differs("window entry " + sequence + ": the log gives no such entry");
        }
    }

    private void field(String name, long stored, long byLog) {
        if (stored != byLog) {
            differs("meta row, " + name + ": MySQL has " + stored + ", the log gives " + byLog);
        }
    }

    private void differs(String difference) {
        differenceCount++;
        if (differences.size() < SHOWN_MAX) {
            differences.add(difference);
        }
    }

    private static String text(byte[] key) {
        return '"' + new String(key, StandardCharsets.UTF_8) + '"';
    }

    /** Call after the whole snapshot: rows that MySQL lacks show as a difference in number. */
    Verification finished() {
        field("rows of counters", counters, replayed.counters);
        field("rows of open holds", openHolds, replayed.holdsOpen);
        field("packed resolved holds", resolvedHolds, replayed.holdsResolved);
        field("packed window entries", windowEntries, replayed.windowCount);
        conservation.forEachGap((key, gap) -> differs("counter " + text(key) + ": what MySQL says is held differs by "
                + gap + " from the sum over its open holds"));
        return new Verification(
                nextOffset,
                replayed.digest,
                counters,
                openHolds,
                resolvedHolds,
                windowEntries,
                differenceCount,
                List.copyOf(differences));
    }
}

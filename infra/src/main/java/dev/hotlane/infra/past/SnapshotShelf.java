package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The snapshots that an operator named; finds the newest usable one before a point of a log. One thread. */
final class SnapshotShelf {
    private final List<Rung> rungs = new ArrayList<>();
    private final Consumer<String> notes;

    /** A snapshot of this log. */
    record Rung(Path file, Meta cut) {}

    /**
     * @param places files, and directories whose files are looked at
     * @param log identity of the log; snapshots of another one are left out
     * @param notes receives what was left out, and why
     */
    SnapshotShelf(List<Path> places, Identity log, Consumer<String> notes) {
        this.notes = notes;
        for (Path place : places) {
            files(place).forEach(file -> add(file, log, !Files.isDirectory(place)));
        }
        rungs.sort(Comparator.comparingLong((Rung rung) -> rung.cut().nextOffset));
    }

    private static List<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of(place);
        }
        try (Stream<Path> all = Files.list(place)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".part")
                            && !file.toString().endsWith(".lock"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new PastException(Reason.QUESTION, place + " can't be listed: " + e.getMessage(), e);
        }
    }

    private void add(Path file, Identity log, boolean named) {
        try {
            CheckpointMeta meta = Snapshots.meta(file);
            if (meta.identity().equals(log)) {
                rungs.add(new Rung(file, meta.cut()));
                return;
            }
            notes.accept(file + " is not used: it belongs to topic id "
                    + meta.identity().topicId() + " of cluster "
                    + meta.identity().clusterId() + ", the log is " + log.topicId() + " of " + log.clusterId());
        } catch (SnapshotException e) {
            if (named && !Files.exists(file)) {
                throw new PastException(Reason.QUESTION, "--snapshots: " + e.getMessage(), e);
            }
            notes.accept("not used: " + e.getMessage());
        }
    }

    /** Added to an offset of this log, gives the sequence; 0 without a snapshot of it. */
    long sequenceBase() {
        return rungs.isEmpty() ? 0 : rungs.get(0).cut().sequenceBase;
    }

    /** The offset of a sequence; rejects one that this log does not have. */
    long offset(long sequence, LogSpan log, String option) {
        long base = sequenceBase();
        if (sequence < base) {
            throw new PastException(
                    Reason.GONE,
                    "sequence " + sequence + " lies before this log, which begins with " + base
                            + " since an operator anchored the lane to it: name the lane of the topic before it (--lane)");
        }
        if (sequence - base >= log.end()) {
            throw new PastException(
                    Reason.QUESTION,
                    option + ": sequence " + sequence + " is past the end, the last is " + (base + log.end() - 1));
        }
        return sequence - base;
    }

    /** The first offset at which a replay can begin. */
    long oldest(LogSpan log) {
        boolean whole = log.start() == 0 && sequenceBase() == 0;
        return rungs.stream()
                .mapToLong(rung -> rung.cut().nextOffset)
                .filter(next -> !whole && next >= log.start())
                .findFirst()
                .orElse(log.start());
    }

    /** The snapshots of this log, oldest first. */
    List<Rung> rungs() {
        return List.copyOf(rungs);
    }

    /**
     * Loads the newest usable snapshot at or below that offset and log time; an empty state if there is none and the log
     * is whole.
     *
     * @param next greatest next offset of the loaded state
     * @param time greatest log time of it, epoch milliseconds
     */
    PastStart before(long next, long time, LogSpan log) {
        for (int i = rungs.size() - 1; i >= 0; i--) {
            Rung rung = rungs.get(i);
            boolean fits = rung.cut().nextOffset <= next && rung.cut().logTime <= time;
            PastStart start = fits && rung.cut().nextOffset >= log.start() ? load(rung, log) : null;
            if (start != null) {
                return start;
            }
        }
        if (log.start() > 0 || sequenceBase() > 0) {
            throw tooOld(log);
        }
        return new PastStart(new State(), null, "the first record of the log");
    }

    /** Loads this snapshot; null if it is damaged or not one of this log, which is noted. */
    PastStart load(Rung rung, LogSpan log) {
        StateLoad load = isOfThisBuild(rung) && continues(rung, log) ? read(rung) : null;
        return load == null
                ? null
                : new PastStart(
                        load.state(), LastRecord.of(load.cut()), rung.file().toString());
    }

    private static boolean isOfThisBuild(Rung rung) {
        Rules rules = rung.cut().rulesInForce();
        if (rules != null && rules.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new PastException(
                    Reason.DIFFERS,
                    rung.file() + " has rules of format " + rules.formatVersion() + ", this build reads up to "
                            + Rules.KNOWN_FORMAT_MAX + ": use the build of the processors");
        }
        return true;
    }

    /** Compares the last record before the snapshot with the log, unless the log begins just behind it. */
    private boolean continues(Rung rung, LogSpan log) {
        Meta cut = rung.cut();
        if (cut.nextOffset > log.end()) {
            notes.accept(rung.file() + " is not used: it stands at offset " + cut.nextOffset + ", the log ends at "
                    + log.end());
            return false;
        }
        if (cut.nextOffset <= log.start()) {
            return true;
        }
        ConsumerRecord<byte[], byte[]> last = log.at(cut.nextOffset - 1);
        boolean same = last == null
                || last.timestamp() == cut.lastTimestamp
                        && last.leaderEpoch().orElse(-1) == cut.lastLeaderEpoch
                        && Frame.storedChecksum(last.value()) == cut.lastCrc;
        if (!same) {
            notes.accept(rung.file() + " is not used: its last record, at offset " + (cut.nextOffset - 1)
                    + ", is another one in the log");
        }
        return same;
    }

    private StateLoad read(Rung rung) {
        try {
            return Snapshots.read(rung.file());
        } catch (SnapshotException e) {
            notes.accept("not used: " + e.getMessage());
            return null;
        }
    }

    private PastException tooOld(LogSpan log) {
        Rung oldest = rungs.stream()
                .filter(rung -> rung.cut().nextOffset >= log.start() && rung.cut().nextOffset <= log.end())
                .findFirst()
                .orElse(null);
        String found = oldest == null
                ? "the log begins at offset " + log.start() + ", and no snapshot of it is named: name one that stands"
                        + " there or later (--snapshots)"
                : "oldest is sequence " + (oldest.cut().sequenceBase + oldest.cut().nextOffset - 1) + ", time "
                        + Instant.ofEpochMilli(oldest.cut().logTime) + " (" + oldest.file() + ")";
        return new PastException(Reason.GONE, "this point lies before all that is kept: " + found);
    }
}

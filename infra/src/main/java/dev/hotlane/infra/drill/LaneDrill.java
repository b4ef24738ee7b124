package dev.hotlane.infra.drill;

import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.DrillDatabase;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.SnapshotDirectory;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The steps of a drill on a real lane. One thread. */
public final class LaneDrill implements DrillSteps {
    private final KafkaConnection kafka;
    private final String lane;
    private final FlushSettings database;
    private final Path directory;
    private final String who;
    private final Consumer<String> notes;
    private final Identity log;
    private final SnapshotList list;

    /**
     * Finds the lane's log.
     *
     * @param database the lane's; its account may read and update hl_snapshot there, and make databases hl_drill_*
     * @param directory whose newest file is tried; null for the newest snapshot that MySQL lists
     * @param who runs it
     * @param notes receives a sentence for each database that an earlier drill left
     */
    public LaneDrill(
            KafkaConnection kafka,
            String lane,
            FlushSettings database,
            Path directory,
            String who,
            Consumer<String> notes) {
        this.kafka = kafka;
        this.lane = lane;
        this.database = database;
        this.directory = directory;
        this.who = who;
        this.notes = notes;
        log = TopicAdmin.identity(kafka, lane);
        list = new SnapshotList(database, log);
    }

    @Override
    public Path file() {
        if (directory != null) {
            return SnapshotDirectory.newest(directory, lane);
        }
        return list.newest()
                .map(found -> Path.of(found.file()))
                .orElseThrow(() -> new SnapshotException(
                        "MySQL lists no snapshot of lane " + lane + ": take one (`hotlane snapshot --directory DIR`)"));
    }

    @Override
    public CheckpointMeta meta(Path file) {
        CheckpointMeta meta = Snapshots.meta(file);
        if (!meta.identity().equals(log)) {
            throw new SnapshotException(
                    file + " belongs to topic id " + meta.identity().topicId() + ", the log of lane " + lane
                            + " has the id " + log.topicId() + ": take a snapshot of this lane");
        }
        return meta;
    }

    @Override
    public boolean isListed(Meta cut) {
        return list.at(cut.nextOffset)
                .filter(found -> found.digest() == cut.digest)
                .isPresent();
    }

    @Override
    public Scratch make() {
        DrillDatabase made = DrillDatabase.make(database, log, notes);
        return new Scratch() {
            @Override
            public void restore(Path file) {
                Snapshots.restore(made.settings(), file, new LaneLog(kafka, lane), who);
            }

            @Override
            public Verification verify(Path file) {
                return Verifier.run(kafka, lane, made.settings(), Snapshots.read(file));
            }

            @Override
            public void close() {
                try {
                    made.close();
                } catch (FlusherException e) {
                    notes.accept(made.name() + " could not be dropped, the next drill drops it: " + e.getMessage());
                }
            }
        };
    }

    @Override
    public boolean prove(Path file, Meta cut) {
        return Files.exists(file) && list.proven(cut);
    }
}

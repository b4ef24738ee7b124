package dev.hotlane.infra.drill;

import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.protocol.Meta;
import java.nio.file.Path;

/** What a drill does, one step each. One thread. */
interface DrillSteps {
    /** The snapshot to try; rejects if there is none. */
    Path file();

    /** The meta row of that file. */
    CheckpointMeta meta(Path file);

    /** Whether MySQL lists a snapshot of that offset and digest. */
    boolean isListed(Meta cut);

    /** Makes an empty database. */
    Scratch make();

    /** Marks the snapshot of that cut as proven; false if MySQL does not list it, or the file is gone. */
    boolean prove(Path file, Meta cut);

    /** The database of one drill; closing it drops it. */
    interface Scratch extends AutoCloseable {
        /** Restores the file into it, and proves it by its digest. */
        void restore(Path file);

        /** Compares each of its rows with the file and the log from there on. */
        Verification verify(Path file);

        @Override
        void close();
    }
}

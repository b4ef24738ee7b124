package dev.hotlane.proof.faults.scene;

import dev.hotlane.proof.history.LogDump;
import dev.hotlane.proof.history.TableDump;
import java.nio.file.Path;

/** Writes the tables and the log of a lane as files for the history checker. Any thread. */
public final class Dumps {
    private Dumps() {}

    /**
     * Writes the tables first: the checker compares them with the log up to their own offset. Returns the log's
     * records.
     */
    public static long write(Scene scene, Path tables, Path log) {
        TableDump.write(
                scene.stack().jdbcUrl(scene.lane()),
                scene.stack().user(),
                scene.stack().password(),
                tables);
        return LogDump.write(scene.stack().connection(), scene.lane(), log);
    }
}

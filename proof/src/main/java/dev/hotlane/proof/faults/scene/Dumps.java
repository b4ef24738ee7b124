package dev.hotlane.proof.faults.scene;

import dev.hotlane.proof.history.LogDump;
import dev.hotlane.proof.history.TableDump;
import java.nio.file.Path;

/** What the history checker needs of a lane besides what its callers saw. Any thread. */
public final class Dumps {
    private Dumps() {}

    /** The tables first: the checker holds them against the log as of their own offset. Gives the log's records. */
    public static long write(Scene scene, Path tables, Path log) {
        TableDump.write(
                scene.stack().jdbcUrl(scene.lane()),
                scene.stack().user(),
                scene.stack().password(),
                tables);
        return LogDump.write(scene.stack().bootstrapServers(), scene.lane(), log);
    }
}

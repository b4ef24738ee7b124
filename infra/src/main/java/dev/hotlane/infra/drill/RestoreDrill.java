package dev.hotlane.infra.drill;

import dev.hotlane.infra.drill.DrillSteps.Scratch;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.protocol.Meta;
import java.nio.file.Path;

/**
 * Restores a snapshot into a database made for it and compares it; only then the snapshot counts as proven. The database
 * is dropped in any case. One thread. Throws SnapshotException, FlusherException, VerifyException and KafkaException; then
 * nothing is proven.
 */
public final class RestoreDrill {
    private final DrillSteps steps;

    RestoreDrill(DrillSteps steps) {
        this.steps = steps;
    }

    /** A drill on a lane. */
    public RestoreDrill(LaneDrill lane) {
        this((DrillSteps) lane);
    }

    /**
     * What a drill found.
     *
     * @param file that was restored
     * @param cut what is in it
     * @param verification of the restored database; the snapshot is proven if it is equal
     */
    public record Result(Path file, Meta cut, Verification verification) {}

    /** Runs it once. */
    public Result run() {
        Path file = steps.file();
        Meta cut = steps.meta(file).cut();
        if (!steps.isListed(cut)) {
            throw new SnapshotException(unlisted(file, cut));
        }
        Verification verification;
        try (Scratch scratch = steps.make()) {
            scratch.restore(file);
            verification = scratch.verify(file);
        }
        if (verification.equal() && !steps.prove(file, cut)) {
            throw new SnapshotException(
                    file + " was restored, but it is deleted or unlisted since: nothing is proven. Run the"
                            + " drill again, on a newer one");
        }
        return new Result(file, cut, verification);
    }

    private static String unlisted(Path file, Meta cut) {
        return "MySQL lists no snapshot of offset " + cut.nextOffset + " with the digest of " + file
                + ", so nothing can be"
                + " proven of it: it was taken with --without-log, of another log, or MySQL did not confirm it. Take another"
                + " one, and run the drill on that";
    }
}

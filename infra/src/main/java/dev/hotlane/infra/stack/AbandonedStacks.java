package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Temporary stacks whose processes were killed before they could delete their directories, some 600 MB each. */
final class AbandonedStacks {

    /** Start of the directory name of a temporary stack. */
    static final String PREFIX = "hotlane-stack-";

    // A stack locks its directory within moments of creating it: an older one without a holder is abandoned.
    private static final Duration AGE_MIN = Duration.ofMinutes(10);

    private AbandonedStacks() {}

    /** Ends processes that still run in abandoned directories below the parent, and deletes the directories. */
    static void sweep(Path parent) {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : directories) {
                sweepOne(directory);
            }
        } catch (IOException e) {
            // Another process may sweep at the same time, and another user's directory is not ours to delete.
            System.err.println("Abandoned stacks below " + parent + " stay for now: " + e.getMessage());
        }
    }

    private static void sweepOne(Path directory) throws IOException {
        Path lockFile = directory.resolve(StackDirectory.LOCK_FILE);
        if (!Files.isWritable(lockFile)
                || Files.getLastModifiedTime(lockFile)
                        .toInstant()
                        .isAfter(Instant.now().minus(AGE_MIN))) {
            return;
        }
        Optional<FileHold> hold = FileHold.tryTake(lockFile);
        if (hold.isEmpty()) {
            return;
        }
        try {
            DevStack.endLeftovers(directory);
            Trees.delete(directory);
        } finally {
            hold.get().close();
        }
    }
}

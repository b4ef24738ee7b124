package dev.hotlane.processor.recover;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks at start that the directory is writable and has space. */
public final class DirectoryCheck {
    /** 1 MiB: space for some hours of garbage.ndjson and of logs. */
    private static final int BYTES = 1 << 20;

    private static final String FILE = ".room";

    private DirectoryCheck() {}

    /** Writes and deletes a file of 1 MiB in the directory; throws a {@link HaltReason} if that fails. */
    public static void require(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            Files.createDirectories(directory);
            Files.write(file, new byte[BYTES]);
            // Two processes may share the directory.
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new HaltReason(
                    ExitCode.NO_ROOM,
                    "could not write " + BYTES + " bytes to " + file + ": " + e.getMessage() + ". Make room on that"
                            + " disk, or name another directory with --processor-directory",
                    e);
        }
    }
}

package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock file that this process alone holds, until the hold is closed or the process dies. Any thread.
 *
 * <p>Such locks belong to the process: closing any channel on the file releases the lock, also a channel opened only to
 * check it. So this class records the files held by this process and never opens one twice.
 */
final class FileHold implements AutoCloseable {
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FileHold(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock and creates the file if missing; empty if any process holds it, this one included. */
    static Optional<FileHold> tryTake(Path lockFile) throws IOException {
        Path file = lockFile.toAbsolutePath().normalize();
        if (!HELD_HERE.add(file)) {
            return Optional.empty();
        }
        boolean taken = false;
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            taken = channel.tryLock() != null;
            return taken ? Optional.of(new FileHold(file, channel)) : Optional.empty();
        } finally {
            if (!taken) {
                if (channel != null) {
                    channel.close();
                }
                HELD_HERE.remove(file);
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StackException("The lock " + file + " could not be given back: " + e.getMessage(), e);
        } finally {
            HELD_HERE.remove(file);
        }
    }
}

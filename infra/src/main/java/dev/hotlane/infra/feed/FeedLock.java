package dev.hotlane.infra.feed;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A feed's directory, held by one process until it closes it or dies: two feeds would delete each other's state files. One
 * thread.
 */
final class FeedLock implements AutoCloseable {
    private static final String NAME = "feed.lock";

    private final FileChannel channel;

    private FeedLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes an existing directory; throws HaltReason if another feed has it, or if it takes no file. */
    static FeedLock take(Path directory) {
        FileChannel channel = null;
        boolean taken = false;
        try {
            channel = FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            taken = channel.tryLock() != null;
            if (taken) {
                return new FeedLock(channel);
            }
        } catch (OverlappingFileLockException e) {
            // A feed of this process has it: the same answer.
        } catch (IOException e) {
            throw FeedDirectory.unusable(directory, e);
        } finally {
            if (!taken && channel != null) {
                close(channel);
            }
        }
        throw new HaltReason(
                ExitCode.NO_ROOM,
                "another feed has the directory " + directory + " (it holds " + NAME
                        + "): give each feed a directory of" + " its own (--feed-directory)");
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        close(channel);
    }
}

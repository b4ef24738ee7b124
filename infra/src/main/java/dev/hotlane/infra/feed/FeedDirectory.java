package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state files of one feed, in a directory of its own. Owned by the feed's thread. */
final class FeedDirectory implements FeedShelf {
    private static final Logger log = LoggerFactory.getLogger(FeedDirectory.class);

    private final Path directory;

    FeedDirectory(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    /** That a directory does not take files. */
    static HaltReason unusable(Path directory, IOException e) {
        return new HaltReason(
                ExitCode.NO_ROOM,
                "the feed's directory " + directory + " can't be used (" + e + "): name one that takes files"
                        + " (--feed-directory)",
                e);
    }

    @Override
    public List<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    @Override
    public void write(String name, State state, Identity of, LastRecord last) {
        StateFile.write(state, of, last, directory.resolve(name));
    }

    @Override
    public StateLoad read(String name) {
        return Snapshots.read(directory.resolve(name));
    }

    @Override
    public void delete(String name) {
        Path file = directory.resolve(name);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.warn("{} could not be deleted: {}", file, e.toString());
        }
    }
}

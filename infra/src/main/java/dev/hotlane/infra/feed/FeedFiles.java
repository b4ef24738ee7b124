package dev.hotlane.infra.feed;

import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.StateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state files of one feed, in a directory of its own. A restart may use a file only if the position has reached it,
 * so the one before stays until then. Owned by the feed's thread.
 */
final class FeedFiles {
    private static final Logger log = LoggerFactory.getLogger(FeedFiles.class);
    private static final Pattern NAME = Pattern.compile("feed-(\\d{19})\\.hlsnap");

    private final Path directory;
    private final List<Saved> saved = new ArrayList<>();

    FeedFiles(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        saved.addAll(list(directory));
    }

    /**
     * One file.
     *
     * @param next the first sequence that it does not contain
     */
    record Saved(Path file, long next) {}

    /** All of them, the newest first. */
    List<Saved> all() {
        return List.copyOf(saved);
    }

    private static List<Saved> list(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(FeedFiles::named)
                    .flatMap(Optional::stream)
                    .sorted(Comparator.comparingLong(Saved::next).reversed())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Saved> named(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches() ? Optional.of(new Saved(file, Long.parseLong(name.group(1)))) : Optional.empty();
    }

    /** Writes the follower's state; a disk that takes none costs a longer replay at the next start, no more. */
    void save(FeedFollower follower) {
        if (follower.state().nextOffset() == 0) {
            return;
        }
        Path file = directory.resolve(String.format("feed-%019d.hlsnap", follower.next()));
        try {
            StateFile.write(follower.state(), follower.log(), follower.last(), file);
            saved.removeIf(other -> other.next() == follower.next());
            saved.add(0, new Saved(file, follower.next()));
            saved.sort(Comparator.comparingLong(Saved::next).reversed());
        } catch (SnapshotException e) {
            log.warn("the feed's state file was not written: {}", e.getMessage());
        }
    }

    /** The newest file that a restart at that position may use; empty if there is none. */
    Optional<Saved> usable(long upTo) {
        return saved.stream().filter(each -> each.next() <= upTo + 1).findFirst();
    }

    /** The newest file; empty if there is none. */
    Optional<Saved> newest() {
        return saved.stream().findFirst();
    }

    /** Deletes what is older than the newest usable one. */
    void sweep(long upTo) {
        usable(upTo)
                .ifPresent(kept ->
                        all().stream().filter(each -> each.next() < kept.next()).forEach(each -> delete(each.file())));
    }

    /** A restart can't use this one either, so no position may name it; the file stays. */
    void forget(Path file) {
        saved.removeIf(each -> each.file().equals(file));
    }

    /** Deletes one. */
    void delete(Path file) {
        forget(file);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.warn("{} could not be deleted: {}", file, e.toString());
        }
    }
}

package dev.hotlane.infra.feed;

import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.processor.checkpoint.StateLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state files of one feed. A restart may use a file only if the position has reached it, so the one before stays
 * until then. Owned by the feed's thread.
 */
final class FeedFiles {
    private static final Logger log = LoggerFactory.getLogger(FeedFiles.class);
    private static final Pattern NAME = Pattern.compile("feed-(\\d{19})\\.hlsnap");

    private final FeedShelf shelf;
    private final List<Saved> saved = new ArrayList<>();

    FeedFiles(FeedShelf shelf) {
        this.shelf = shelf;
        shelf.names().stream().map(FeedFiles::named).flatMap(Optional::stream).forEach(saved::add);
        sort();
    }

    /**
     * One file.
     *
     * @param next the first sequence that it does not contain
     */
    record Saved(String name, long next) {}

    /** All of them, the newest first. */
    List<Saved> all() {
        return List.copyOf(saved);
    }

    private void sort() {
        saved.sort(Comparator.comparingLong(Saved::next).reversed());
    }

    private static Optional<Saved> named(String file) {
        Matcher name = NAME.matcher(file);
        return name.matches() ? Optional.of(new Saved(file, Long.parseLong(name.group(1)))) : Optional.empty();
    }

    /** Writes the follower's state; a disk that takes none costs a longer replay at the next start, no more. */
    void save(FeedFollower follower) {
        if (follower.state().nextOffset() == 0) {
            return;
        }
        String name = String.format("feed-%019d.hlsnap", follower.next());
        try {
            shelf.write(name, follower.state(), follower.log(), follower.last());
            saved.removeIf(other -> other.next() == follower.next());
            saved.add(new Saved(name, follower.next()));
            sort();
        } catch (SnapshotException e) {
            log.warn("the feed's state file was not written: {}", e.getMessage());
        }
    }

    /** Reads one, proven by its digest; SnapshotException if it is not whole. */
    StateLoad read(Saved file) {
        return shelf.read(file.name());
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
                        all().stream().filter(each -> each.next() < kept.next()).forEach(each -> delete(each.name())));
    }

    /** A restart can't use the file of that name either, so no position may name it; the file stays. */
    void forget(String name) {
        saved.removeIf(each -> each.name().equals(name));
    }

    /** Deletes the file of that name. */
    void delete(String name) {
        forget(name);
        shelf.delete(name);
    }
}

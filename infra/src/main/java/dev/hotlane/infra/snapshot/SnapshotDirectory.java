package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.ListedSnapshot;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The snapshot files of one lane in a directory, named by time and sequence. One process at a time writes there. Files of
 * other names are left alone. One thread.
 */
public final class SnapshotDirectory implements AutoCloseable {
    /** Files to keep: all. */
    public static final int ALL = Integer.MAX_VALUE;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Path directory;
    private final String lane;
    private final FileChannel lock;

    private SnapshotDirectory(Path directory, String lane, FileChannel lock) {
        this.directory = directory;
        this.lane = lane;
        this.lock = lock;
    }

    /** A file of this lane, by its name. */
    private record Named(Path file, long sequence, String time) {}

    /** A file of this lane and of this log. */
    private record Kept(Path file, Meta cut) {}

    /** What MySQL lists of one log. */
    interface Listing {
        /** The two newest proven snapshots. */
        List<ListedSnapshot> newestProven();

        /** Unlists that one unless it must stay; whether it is not listed now. */
        boolean unlisted(long nextOffset);

        static Listing of(SnapshotList list) {
            return new Listing() {
                @Override
                public List<ListedSnapshot> newestProven() {
                    return list.newestProven();
                }

                @Override
                public boolean unlisted(long nextOffset) {
                    return list.unlisted(nextOffset);
                }
            };
        }
    }

    /**
     * A new snapshot, and what became of the older ones.
     *
     * @param taken the new one
     * @param deleted older files
     * @param fault why not all are deleted that should be, a sentence; null if they are
     */
    public record Rotation(TakenSnapshot taken, List<Path> deleted, String fault) {}

    /**
     * Opens it for new files.
     *
     * @throws HaltReason if it takes no files
     * @throws SnapshotException if another process writes there, or the disk is full
     */
    public static SnapshotDirectory open(Path directory, String lane) {
        Path whole = directory.toAbsolutePath().normalize();
        FileChannel lock = null;
        boolean opened = false;
        try {
            lock = FileChannel.open(
                    whole.resolve(lane + ".snapshot.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            SnapshotDirectory made = new SnapshotDirectory(whole, lane, lock);
            made.requireAlone();
            // One that a killed process left; then: are new files taken?
            Files.deleteIfExists(made.part());
            Files.createFile(made.part());
            Files.delete(made.part());
            opened = true;
            return made;
        } catch (IOException e) {
            throw unusable(whole, e);
        } finally {
            if (!opened) {
                closed(lock);
            }
        }
    }

    private static RuntimeException unusable(Path directory, IOException e) {
        String reason = e instanceof FileSystemException of && of.getReason() != null ? of.getReason() : e.toString();
        String text = "the directory " + directory + " takes no files (" + reason + ")";
        return reason.contains("No space left")
                ? new SnapshotException(text + ": make room on that disk. Nothing was kept of the snapshot", e)
                : new HaltReason(
                        ExitCode.NO_ROOM, text + ": make it, or name one that may be written (--directory)", e);
    }

    private void requireAlone() throws IOException {
        FileLock taken;
        try {
            taken = lock.tryLock();
        } catch (OverlappingFileLockException e) {
            taken = null;
        }
        if (taken == null) {
            throw new SnapshotException("another process takes a snapshot of lane " + lane + " in " + directory
                    + ": wait until it ends. No snapshot was taken");
        }
    }

    /** Where a snapshot is written until it is whole. */
    Path part() {
        return directory.resolve(lane + ".snapshot.part");
    }

    /** The name of a whole one. */
    Path named(Meta cut, Instant time) {
        return directory.resolve(
                lane + "-" + TIME.format(time) + "-" + (cut.sequenceBase + cut.nextOffset) + ".snapshot");
    }

    /**
     * Takes a snapshot, and deletes the files beyond the newest {@code keep} of its log; the two newest proven ones stay
     * in any case. If {@code take} throws, nothing is deleted.
     */
    public Rotation rotate(
            Supplier<TakenSnapshot> take, Function<Identity, SnapshotList> list, int keep, Consumer<String> notes) {
        return rotated(take, log -> Listing.of(list.apply(log)), keep, notes);
    }

    Rotation rotated(
            Supplier<TakenSnapshot> take, Function<Identity, Listing> listing, int keep, Consumer<String> notes) {
        List<Path> deleted = new ArrayList<>();
        TakenSnapshot taken = take.get();
        try {
            if (keep < ALL) {
                thin(taken.log(), listing.apply(taken.log()), keep, deleted, notes);
            }
            return new Rotation(taken, deleted, null);
        } catch (FlusherException e) {
            return new Rotation(taken, deleted, e.getMessage());
        } catch (IOException e) {
            return new Rotation(taken, deleted, e.toString());
        }
    }

    private void thin(Identity log, Listing listing, int keep, List<Path> deleted, Consumer<String> notes)
            throws IOException {
        List<Kept> all = kept(log, notes);
        List<Kept> newest = all.subList(0, Math.min(keep, all.size()));
        Set<Long> stays = newest.stream().map(kept -> kept.cut.nextOffset).collect(Collectors.toSet());
        List<ListedSnapshot> proven = listing.newestProven();
        for (Kept old : all.subList(newest.size(), all.size())) {
            long offset = old.cut.nextOffset;
            boolean isProven =
                    proven.stream().anyMatch(one -> one.nextOffset() == offset && one.digest() == old.cut.digest);
            // MySQL decides last, as a drill may prove the file meanwhile. A kept file of the same offset stays listed.
            if (!isProven && (stays.contains(offset) || listing.unlisted(offset))) {
                Files.deleteIfExists(old.file);
                deleted.add(old.file);
            }
        }
    }

    /** The files of that log, the newest first; others are named to {@code notes}. */
    private List<Kept> kept(Identity log, Consumer<String> notes) throws IOException {
        List<Kept> found = new ArrayList<>();
        for (Named each : names(directory, lane)) {
            try {
                CheckpointMeta meta = Snapshots.meta(each.file);
                if (meta.identity().equals(log)) {
                    found.add(new Kept(each.file, meta.cut()));
                } else {
                    notes.accept(each.file + " stays and does not count: it belongs to another log, of topic id "
                            + meta.identity().topicId());
                }
            } catch (SnapshotException e) {
                notes.accept(each.file + " stays and does not count: " + e.getMessage());
            }
        }
        return found;
    }

    /** The newest file of that lane by its name; its content is not looked at. Rejects a directory without one. */
    public static Path newest(Path directory, String lane) {
        try {
            return names(directory.toAbsolutePath().normalize(), lane).stream()
                    .findFirst()
                    .orElseThrow(() -> new SnapshotException("the directory " + directory
                            + " has no snapshot of lane " + lane + ": take one (`hotlane snapshot --directory "
                            + directory + "`)"))
                    .file;
        } catch (IOException e) {
            throw new SnapshotException("the directory " + directory + " can't be read (" + e + ")", e);
        }
    }

    private static List<Named> names(Path directory, String lane) throws IOException {
        Pattern form = Pattern.compile(Pattern.quote(lane) + "-(\\d{8}T\\d{6}Z)-(\\d{1,18})\\.snapshot");
        List<Named> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Matcher name = form.matcher(file.getFileName().toString());
                if (name.matches()) {
                    found.add(new Named(file, Long.parseLong(name.group(2)), name.group(1)));
                }
            }
        }
        found.sort(Comparator.comparingLong(Named::sequence)
                .thenComparing(Named::time)
                .reversed());
        return found;
    }

    /** Lets other processes write there. */
    @Override
    public void close() {
        closed(lock);
    }

    private static void closed(FileChannel lock) {
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            throw new SnapshotException("the lock of the directory could not be given back: " + e, e);
        }
    }
}

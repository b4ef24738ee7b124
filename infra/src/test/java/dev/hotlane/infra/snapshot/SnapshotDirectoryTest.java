package dev.hotlane.infra.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.ListedSnapshot;
import dev.hotlane.infra.snapshot.SnapshotDirectory.Listing;
import dev.hotlane.infra.snapshot.SnapshotDirectory.Rotation;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which snapshot files are deleted, and when. */
class SnapshotDirectoryTest {
    private static final Identity LOG = new Identity("cluster", "topic");

    @TempDir
    private Path directory;

    private final List<String> notes = new ArrayList<>();
    private final List<Long> unlisted = new ArrayList<>();
    private List<Long> proven = List.of();
    private Set<Long> provenMeanwhile = Set.of();

    private final Listing listing = new Listing() {
        @Override
        public List<ListedSnapshot> newestProven() {
            return proven.stream().map(at -> new ListedSnapshot(at, at * 3, "")).toList();
        }

        @Override
        public boolean unlisted(long nextOffset) {
            if (!provenMeanwhile.contains(nextOffset)) {
                unlisted.add(nextOffset);
                return true;
            }
            return false;
        }
    };

    private static Meta cut(long offset) {
        Meta cut = new Meta();
        cut.nextOffset = offset;
        cut.sequenceBase = 1000;
        cut.digest = offset * 3;
        cut.rules = new byte[0];
        return cut;
    }

    private static Path write(Path file, Identity log, long offset) {
        try (SnapshotWriter writer = new SnapshotWriter(file)) {
            writer.meta(log, 1, cut(offset));
            writer.end();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TakenSnapshot take(SnapshotDirectory into, long offset) {
        Path file = into.named(cut(offset), Instant.ofEpochSecond(1_800_000_000 + offset));
        return new TakenSnapshot(write(file, LOG, offset), LOG, cut(offset));
    }

    private Rotation rotate(long offset, int keep) {
        try (SnapshotDirectory into = SnapshotDirectory.open(directory, "hot")) {
            return into.rotated(() -> take(into, offset), log -> listing, keep, notes::add);
        }
    }

    /** The sequences in the names of the files that are there. */
    private List<String> sequences() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".snapshot"))
                    .map(name -> name.replaceAll(".*-(\\d+)\\.snapshot", "$1"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theNewestStayAndTheTwoNewestProvenOnes() throws IOException {
        for (int offset = 1; offset <= 6; offset++) {
            rotate(offset, SnapshotDirectory.ALL);
        }
        assertThat(sequences()).hasSize(6);
        proven = List.of(3L, 1L);
        Rotation done = rotate(7, 2);
        assertThat(done.fault()).isNull();
        assertThat(done.deleted()).hasSize(3);
        assertThat(sequences()).containsExactly("1001", "1003", "1006", "1007");
        assertThat(unlisted).containsExactly(5L, 4L, 2L);
        assertThat(SnapshotDirectory.newest(directory, "hot").toString()).endsWith("-1007.snapshot");
        assertThat(notes).isEmpty();
    }

    @Test
    void nothingIsDeletedUnlessMySqlConfirmedTheNewOne() throws IOException {
        rotate(1, 2);
        rotate(2, 2);
        try (SnapshotDirectory into = SnapshotDirectory.open(directory, "hot")) {
            assertThatThrownBy(() -> into.rotated(
                            () -> {
                                take(into, 3);
                                throw new UnconfirmedSnapshotException("not confirmed", null);
                            },
                            log -> listing,
                            2,
                            notes::add))
                    .isInstanceOf(UnconfirmedSnapshotException.class);
        }
        assertThat(sequences()).containsExactly("1001", "1002", "1003");
        assertThat(unlisted).isEmpty();
    }

    @Test
    void oneThatADrillProvesMeanwhileStays() throws IOException {
        rotate(1, 2);
        rotate(2, 2);
        provenMeanwhile = Set.of(1L);
        assertThat(rotate(3, 2).deleted()).isEmpty();
        assertThat(sequences()).containsExactly("1001", "1002", "1003");
    }

    @Test
    void filesOfOthersNeitherCountNorGo() throws IOException {
        rotate(5, 2);
        rotate(6, 2);
        Path otherLane = write(directory.resolve("hot-2-20270101T000000Z-1001.snapshot"), LOG, 1);
        Path otherLog =
                write(directory.resolve("hot-20270101T000000Z-9999.snapshot"), new Identity("cluster", "other"), 8_999);
        Path damaged = Files.writeString(directory.resolve("hot-20270101T000000Z-1002.snapshot"), "noise");
        Path named = Files.writeString(directory.resolve("monday.snapshot"), "mine");
        rotate(7, 2);
        assertThat(List.of(otherLane, otherLog, damaged, named))
                .allSatisfy(file -> assertThat(file).exists());
        assertThat(sequences()).contains("1006", "1007").doesNotContain("1005");
        assertThat(notes).hasSize(2).allSatisfy(note -> assertThat(note).contains("stays and does not count"));
    }

    @Test
    void aDirectoryThatIsMissingTakesNoFiles() {
        assertThatThrownBy(() -> SnapshotDirectory.open(directory.resolve("none"), "hot"))
                .isInstanceOfSatisfying(
                        HaltReason.class, reason -> assertThat(reason.code()).isEqualTo(ExitCode.NO_ROOM))
                .hasMessageContainingAll("takes no files", "--directory");
        assertThatThrownBy(() -> SnapshotDirectory.newest(directory, "hot"))
                .hasMessageContaining("has no snapshot of lane hot");
    }

    @Test
    void oneProcessAtATimeWritesThereAndWhatAKilledOneLeftGoes() throws IOException {
        Path part = Files.writeString(directory.resolve("hot.snapshot.part"), "half");
        try (SnapshotDirectory open = SnapshotDirectory.open(directory, "hot")) {
            assertThat(part).doesNotExist();
            assertThat(open.part()).isEqualTo(part);
            assertThatThrownBy(() -> SnapshotDirectory.open(directory, "hot"))
                    .hasMessageContaining("another process takes a snapshot");
        }
        SnapshotDirectory.open(directory, "hot").close();
    }
}

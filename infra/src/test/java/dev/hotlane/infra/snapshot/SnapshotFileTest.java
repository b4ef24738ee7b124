package dev.hotlane.infra.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.checkpoint.HoldRow;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes into a snapshot comes out of it, or nothing does. */
class SnapshotFileTest {
    private static final int DAMAGES = 400;
    private static final int HOLD_BYTES_MIN = 104;

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("seed", 1);
    private final SplittableRandom random = new SplittableRandom(seed);

    private byte[] bytes(int most) {
        byte[] drawn = new byte[random.nextInt(most + 1)];
        random.nextBytes(drawn);
        return drawn;
    }

    /** Delivers a checkpoint; always the same one for a seed. */
    private void deliver(int rows, CheckpointSink sink) {
        Meta cut = new Meta();
        cut.nextOffset = random.nextLong();
        cut.sequenceBase = 1L << 40;
        cut.digest = random.nextLong();
        cut.rules = bytes(300);
        cut.rulesVersion = 7;
        cut.lastCrc = random.nextInt();
        cut.lastLeaderEpoch = random.nextInt();
        cut.windowStart = random.nextLong();
        cut.leaderLo = random.nextLong();
        sink.meta(new Identity("cluster", "topic-ä"), 9, cut);
        for (int i = 0; i < rows; i++) {
            byte[] key = bytes(200);
            sink.counter(key, random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
        }
        for (int i = 0; i < rows; i++) {
            byte[] image = bytes(i == 0 ? 65_535 : 900);
            sink.hold(hold(i, image.clone()));
            sink.resolved(i / 2, image, image.length / 2, image.length - image.length / 2);
        }
        for (int i = 0; i < rows; i++) {
            byte[] entry = bytes(90);
            sink.packed(random.nextLong(), entry, 0, entry.length);
        }
    }

    /** Its lengths fit, the rest of its image is noise. */
    private static OpenHold hold(int number, byte[] noise) {
        byte[] image = noise.length < HOLD_BYTES_MIN ? new byte[HOLD_BYTES_MIN] : noise;
        image[73] = 5;
        image[74] = 3;
        image[75] = 0;
        image[76] = 0;
        OpenHold hold = HoldRow.of(new HoldImage().wrap(image, 0), new OpenHold());
        hold.sequence = number;
        hold.imageLength = image.length;
        return hold;
    }

    private Path write(int rows, CheckpointSink told) throws IOException {
        Path file = directory.resolve("snapshot-" + rows);
        try (SnapshotWriter writer = new SnapshotWriter(file)) {
            deliver(rows, new Tee(writer, told));
            writer.end();
        }
        return file;
    }

    @Test
    void givesBackWhatWasWritten() throws IOException {
        for (int rows : new int[] {0, 1, 5_000}) {
            Heard written = new Heard(new ArrayList<>());
            Path file = write(rows, written);
            Heard read = new Heard(new ArrayList<>());
            SnapshotReader.read(file, read);
            assertThat(read.lines.stream().sorted())
                    .as("seed " + seed)
                    .isEqualTo(written.lines.stream().sorted().toList());
        }
    }

    @Test
    void refusesADamagedFileWhereverTheDamageIs() throws IOException {
        Path file = write(40, new Heard(new ArrayList<>()));
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < DAMAGES; i++) {
            byte[] damaged = damaged(whole, i);
            Files.write(file, damaged);
            assertThatThrownBy(() -> SnapshotReader.read(file, new Heard(new ArrayList<>())))
                    .as("seed " + seed + " damage " + i)
                    .isInstanceOf(SnapshotException.class);
        }
    }

    /** A bit turned over, the end cut off, or something appended. */
    private byte[] damaged(byte[] whole, int i) {
        if (i % 4 == 0) {
            return Arrays.copyOf(whole, random.nextInt(whole.length));
        } else if (i % 4 == 1) {
            return Arrays.copyOf(whole, whole.length + 1 + random.nextInt(50));
        }
        byte[] turned = whole.clone();
        turned[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
        return turned;
    }

    @Test
    void namesAForeignFileAndALaterVersion() throws IOException {
        Path file = Files.writeString(directory.resolve("notes"), "no snapshot, but quite long enough to be one");
        assertThatThrownBy(() -> SnapshotReader.read(file, new StateLoad())).hasMessageContaining("is no snapshot");
        Path later = write(1, new Heard(new ArrayList<>()));
        byte[] bytes = Files.readAllBytes(later);
        bytes[SnapshotFile.MAGIC.length] = 2;
        Files.write(later, bytes);
        assertThatThrownBy(() -> SnapshotReader.read(later, new StateLoad())).hasMessageContaining("version 2");
        assertThatThrownBy(() -> SnapshotReader.read(directory.resolve("none"), new StateLoad()))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("can't be read");
    }

    private record Heard(List<String> lines) implements CheckpointSink {
        @Override
        public void meta(Identity identity, long fenceEpoch, Meta cut) {
            lines.add(identity + " " + fenceEpoch + " " + cut + Arrays.toString(cut.rules) + cut.leaderLo + " "
                    + cut.lastCrc + cut.rulesVersion + cut.lastLeaderEpoch + cut.sequenceBase);
        }

        @Override
        public void counter(byte[] key, long value, long version, long held, long confirmed) {
            lines.add(Arrays.toString(key) + value + " " + version + " " + held + " " + confirmed);
        }

        @Override
        public void hold(OpenHold hold) {
            lines.add("hold " + hold
                    + Arrays.toString(Arrays.copyOfRange(hold.bytes, hold.image, hold.image + hold.imageLength)));
        }

        @Override
        public void resolved(long sequence, byte[] src, int off, int len) {
            lines.add("resolved " + sequence + Arrays.toString(Arrays.copyOfRange(src, off, off + len)));
        }

        @Override
        public void packed(long sequence, byte[] src, int off, int len) {
            lines.add("packed " + sequence + Arrays.toString(Arrays.copyOfRange(src, off, off + len)));
        }
    }
}

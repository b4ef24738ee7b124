package dev.hotlane.processor.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.flow.Slot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GarbageFileTest {
    @TempDir
    private Path directory;

    private static Slot slot(long offset, byte[] value) {
        Slot slot = new Slot();
        slot.offset = offset;
        slot.timestamp = 17;
        slot.value = value;
        return slot;
    }

    @Test
    void writesOneLineARecord() throws IOException {
        Path file = directory.resolve("garbage.ndjson");
        GarbageFile garbage = new GarbageFile(file);
        garbage.add(slot(5, "hello".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        garbage.add(slot(6, null));
        garbage.write();
        garbage.write();
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "{\"offset\":5,\"timestamp\":17,\"key\":null,\"value\":\"aGVsbG8=\"}",
                        "{\"offset\":6,\"timestamp\":17,\"key\":null,\"value\":null}");
    }

    @Test
    void aFloodIsCountedNotKept() throws IOException {
        Path file = directory.resolve("garbage.ndjson");
        GarbageFile garbage = new GarbageFile(file);
        for (int i = 0; i < 10_000; i++) {
            garbage.add(slot(i, new byte[100_000 / 50]));
        }
        garbage.write();
        long lines = Files.readAllLines(file).size();
        assertThat(lines + garbage.notCopied()).isEqualTo(10_000);
        assertThat(Files.size(file)).isLessThan(1_000_000);
    }

    @Test
    void aDirectoryThatCannotBeWrittenHarmsNothing() {
        GarbageFile garbage = new GarbageFile(directory.resolve("missing").resolve("garbage.ndjson"));
        garbage.add(slot(1, new byte[3]));
        garbage.write();
        assertThat(garbage.notCopied()).isEqualTo(1);
    }
}

package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    private static final int ENDED_BY_SIGTERM = 143;
    private static final int KILLED = 137;

    @TempDir
    Path directory;

    private Path jars;
    private Path written;

    @BeforeEach
    void makeDirectories() throws IOException {
        jars = Files.createDirectory(directory.resolve("lib"));
        written = Files.createDirectory(directory.resolve("kafka")).resolve("classes.jsa");
    }

    @Test
    void whatOneBrokerWritesAtItsStopTheNextOneMaps() throws IOException {
        ClassArchive first = archive();
        assertThat(first.flags()).containsExactly("-XX:ArchiveClassesAtExit=" + written);
        Files.writeString(written, "classes");
        first.keep(ENDED_BY_SIGTERM);
        List<Path> kept = besideJars();
        assertThat(kept).singleElement().satisfies(file -> assertThat(file).hasContent("classes"));
        assertThat(written).doesNotExist();
        ClassArchive second = archive();
        assertThat(second.flags()).containsExactly("-XX:SharedArchiveFile=" + kept.get(0));
        second.keep(ENDED_BY_SIGTERM);
        assertThat(besideJars()).isEqualTo(kept);
    }

    @Test
    void aKilledBrokerMayHaveWrittenHalfOfIt() throws IOException {
        ClassArchive archive = archive();
        Files.writeString(written, "cla");
        archive.keep(KILLED);
        assertThat(besideJars()).isEmpty();
    }

    @Test
    void anotherBrokersFileIsReplacedWhole() throws IOException {
        ClassArchive late = archive();
        ClassArchive early = archive();
        Files.writeString(written, "early");
        early.keep(ENDED_BY_SIGTERM);
        Files.writeString(written, "late");
        late.keep(ENDED_BY_SIGTERM);
        assertThat(besideJars())
                .singleElement()
                .satisfies(file -> assertThat(file).hasContent("late"));
    }

    @Test
    void aJvmThatWritesNoneLeavesNone() throws IOException {
        archive().keep(ENDED_BY_SIGTERM);
        assertThat(besideJars()).isEmpty();
    }

    private ClassArchive archive() {
        return ClassArchive.of(jars, written.getParent());
    }

    private List<Path> besideJars() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

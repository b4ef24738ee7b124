package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackDirectoryTest {

    @TempDir
    Path place;

    @Test
    void takesADirectoryThatIsNewOrEmptyOrOurs() throws IOException {
        assertThat(objectionTo(place.resolve("new"))).isNull();
        assertThat(objectionTo(place)).isNull();

        Files.createDirectory(place.resolve("schemathesis"));
        assertThat(objectionTo(place)).isNull();

        write("notes.txt", "mine");
        new StackState(1, 2, 3, "127.0.0.1:2", "jdbc:mysql://127.0.0.1:3/hotlane").write(place);
        assertThat(objectionTo(place)).isNull();

        Files.delete(place.resolve(StackState.FILE));
        write(StackDirectory.LOCK_FILE, "");
        assertThat(objectionTo(place)).isNull();
    }

    @Test
    void refusesADirectoryThatNoStackMade() throws IOException {
        write("kafka/letters.txt", "mine");
        write(StackState.FILE, "stack=of.plates");
        write(StackDirectory.LOCK_FILE, "of another program");

        assertThat(objectionTo(place)).contains(place.toString(), "no stack made it", "Name a new or empty directory");
        assertThat(objectionTo(place.resolve(StackState.FILE))).contains("is no directory");
    }

    @Test
    void noStackStartsInAForeignDirectoryHoweverOftenItIsTried() throws IOException {
        write("kafka/letters.txt", "mine");
        write("letters.txt", "mine");
        DevStackSettings settings = DevStackSettings.in(place);

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> DevStack.start(settings))
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("no stack made it");
            assertThatThrownBy(() -> DevStack.startFresh(settings))
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("no stack made it");
        }

        assertThat(place.resolve("kafka/letters.txt")).hasContent("mine");
        try (var left = Files.list(place)) {
            assertThat(left.map(entry -> entry.getFileName().toString()))
                    .containsExactlyInAnyOrder("kafka", "letters.txt");
        }
    }

    @Test
    void deletesNothingWhenAPortIsTaken() throws IOException {
        write(StackDirectory.LOCK_FILE, "");
        write("mysql/data/row", "kept");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            DevStackSettings settings = DevStackSettings.in(place).withPorts(0, taken.getLocalPort());

            assertThatThrownBy(() -> DevStack.startFresh(settings))
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("wanted for MySQL, is taken");
        }
        assertThat(place.resolve("mysql/data/row")).hasContent("kept");
    }

    @Test
    void clearsWhatStacksMadeAndNothingElse() throws IOException {
        for (String ours : new String[] {
            "kafka/data/segment",
            "mysql/data/row",
            "processor.log",
            "processor.pid",
            "processor-crash-17.log",
            "garbage.ndjson",
            StackState.FILE
        }) {
            write(ours, "old");
        }
        write(StackDirectory.LOCK_FILE, "");
        write("notes.txt", "mine");
        write("kafka.md", "mine");
        write("schemathesis/bin/tool", "theirs");

        new StackDirectory(place).clear();

        try (var left = Files.list(place)) {
            assertThat(left.map(entry -> entry.getFileName().toString()))
                    .containsExactlyInAnyOrder(StackDirectory.LOCK_FILE, "notes.txt", "kafka.md", "schemathesis");
        }
        assertThat(place.resolve("schemathesis/bin/tool")).hasContent("theirs");
    }

    @Test
    @Tag("it")
    void allThatAStackLeavesIsDeletedByTheNextFreshOne() throws IOException {
        DevStack.start(DevStackSettings.in(place)).close();
        Path segments = place.resolve("kafka/data");
        assertThat(segments).exists();

        new StackDirectory(place).clear();

        assertThat(place).isDirectoryContaining("glob:**/" + StackDirectory.LOCK_FILE);
        try (var left = Files.list(place)) {
            assertThat(left).hasSize(1);
        }
    }

    private static String objectionTo(Path directory) {
        return new StackDirectory(directory).objection().orElse(null);
    }

    private void write(String name, String text) throws IOException {
        Path file = place.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}

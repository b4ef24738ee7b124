package dev.hotlane.proof.faults.scene;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of a lane's command topic; used only while no broker runs. */
public final class TopicFiles {
    private final Path partition;
    private final Path copy;

    /** @param scene whose lane's topic it is */
    public TopicFiles(Scene scene) {
        partition = scene.stack().directory().resolve("kafka/data").resolve(scene.commands() + "-0");
        copy = scene.processors().get(0).directory().resolve("topic-copy");
    }

    /** Copies all files aside. */
    public void save() throws IOException {
        empty(Files.createDirectories(copy));
        copy(partition, copy);
    }

    /** Puts the copied files back in place of the present ones. */
    public void restore() throws IOException {
        empty(partition);
        copy(copy, partition);
    }

    /** Cuts that number of bytes off the end of the newest segment, at most half of it. */
    public void truncate(long bytes) throws IOException {
        Path newest = list(partition).stream()
                .filter(file -> file.toString().endsWith(".log"))
                .max(Comparator.naturalOrder())
                .orElseThrow(() -> new RowFailure("no segment in " + partition));
        try (FileChannel file = FileChannel.open(newest, StandardOpenOption.WRITE)) {
            file.truncate(Math.max(file.size() / 2, file.size() - bytes));
        }
    }

    private static void empty(Path directory) throws IOException {
        for (Path file : list(directory)) {
            Files.delete(file);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : list(from)) {
            Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

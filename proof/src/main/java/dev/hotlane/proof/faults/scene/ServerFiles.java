package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.StackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The data directory of one server of an embedded stack: copied, restored, or moved to a small file system that can be
 * filled. One thread.
 */
public final class ServerFiles implements AutoCloseable {
    private static final Duration COMMAND_MAX = Duration.ofSeconds(60);

    private final StackServer server;
    private final Path directory;
    private final Path aside;
    private boolean mounted;

    /** @param name of the server in the stack's directory: kafka or mysql */
    public ServerFiles(Scene scene, StackServer server, String name) {
        this.server = server;
        directory = scene.stack().directory().resolve(name).resolve("data");
        aside = scene.processors().get(0).directory().resolve(name + "-aside");
    }

    /** Stops the server in order, copies its data and starts it again. */
    public void copyAside() throws IOException {
        server.stop();
        copy(directory, aside);
        server.start();
    }

    /** Kills the server and starts it on the copy. */
    public void bringBack() throws IOException {
        server.kill9();
        delete(directory);
        copy(aside, directory);
        server.start();
    }

    /** Moves the data to a file system in memory of that size; needs the right to mount. */
    public void confine(int megabytes) throws IOException {
        server.stop();
        Files.createDirectories(aside);
        run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "hotlane-faults", aside.toString());
        mounted = true;
        copy(directory, aside.resolve("data"));
        run("chmod", "-R", "a+rwX", aside.toString());
        delete(directory);
        Files.createSymbolicLink(directory, aside.resolve("data"));
        server.start();
    }

    /** Leaves no byte free. */
    public void fill() throws IOException {
        long free = Files.getFileStore(aside).getUsableSpace();
        run("sh", "-c", "head -c " + (free + 1_000_000) + " /dev/zero > " + aside.resolve("filler") + " || true");
    }

    /** Frees the bytes that {@link #fill} took. */
    public void free() throws IOException {
        Files.deleteIfExists(aside.resolve("filler"));
    }

    private static void run(String... command) {
        Finished tool = Finished.run(COMMAND_MAX, command);
        if (tool.code() != 0) {
            throw new RowFailure(
                    String.join(" ", command) + " failed: " + tool.printed() + " (this row needs to be root)");
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path source : tree(from)) {
            Path target = to.resolve(from.relativize(source).toString());
            if (Files.isDirectory(source)) {
                Files.createDirectories(target);
            } else if (Files.isRegularFile(source)) {
                Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> files = tree(directory);
        for (Path file : files.stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
        }
    }

    private static List<Path> tree(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList();
        }
    }

    /** Kills the server and unmounts, if the data was moved. */
    @Override
    public void close() throws IOException {
        if (mounted) {
            server.kill9();
            run("umount", aside.toString());
        }
    }
}

package dev.hotlane.infra.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Directory trees that are created whole or not at all. */
final class Trees {

    // Threads of one JVM cannot contend for a file lock, so they wait here first.
    private static final Object ONE_MAKER = new Object();

    private Trees() {}

    /**
     * Returns the directory, created once for all processes of this user: the maker fills a directory beside it, which
     * is then renamed. The partial directory of a killed maker is deleted.
     */
    static Path makeOnce(Path directory, Consumer<Path> maker) {
        if (Files.isDirectory(directory)) {
            return directory;
        }
        synchronized (ONE_MAKER) {
            try {
                Files.createDirectories(directory.getParent());
                Path lockFile = directory.resolveSibling(directory.getFileName() + ".lock");
                try (FileChannel channel =
                                FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = channel.lock()) {
                    if (lock.isValid() && !Files.isDirectory(directory)) {
                        make(directory, maker);
                    }
                }
            } catch (IOException | UncheckedIOException e) {
                throw new StackException(directory + " could not be made: " + e.getMessage(), e);
            }
        }
        return directory;
    }

    /** Creates the directory by filling one beside it, for a caller with exclusive access. */
    static void make(Path directory, Consumer<Path> maker) throws IOException {
        Path partial = directory.resolveSibling(directory.getFileName() + ".partial");
        delete(partial);
        Files.createDirectories(partial);
        maker.accept(partial);
        Files.move(partial, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Copies all files below one directory into another that exists. */
    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path source : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(source).toString());
                if (Files.isDirectory(source)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the directory and all below it, if it exists. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        }
    }
}

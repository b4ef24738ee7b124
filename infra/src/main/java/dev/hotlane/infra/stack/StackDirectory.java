package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The directory of a stack: ours if it is new, empty or marked by an earlier stack. Files that no stack made are never
 * touched. Immutable; any thread.
 */
public final class StackDirectory {

    /** Created before any other file, and kept while the directory is a stack's. */
    static final String LOCK_FILE = "stack.lock";

    // Another program installs itself in .hotlane of a clone, perhaps before the first stack: see .ci/schemathesis.
    private static final Set<String> WELCOME = Set.of("schemathesis");

    // The servers; the processors of `dev` with log, pid, crash reports and garbage file; the state.
    private static final Pattern OURS =
            Pattern.compile("kafka|mysql|processor(-[ab])?\\.(log|pid)|processor-crash-\\d+\\.log|garbage\\.ndjson|"
                    + Pattern.quote(StackState.FILE));

    private final Path path;

    /** The directory of that path; it need not exist. */
    public StackDirectory(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /** Why no stack may use it, with advice; empty if one may. */
    public Optional<String> objection() {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!Files.isDirectory(path)) {
            return Optional.of(path + " is no directory: name a new or empty one for the stack.");
        }
        if (isMarked()) {
            return Optional.empty();
        }
        List<String> names = names();
        return names.stream()
                .filter(name -> !WELCOME.contains(name))
                .findFirst()
                .map(foreign -> path + " holds files (" + foreign + (names.size() > 1 ? ", ..." : "") + ") and no "
                        + LOCK_FILE
                        + " of ours, so no stack made it: nothing was changed there. Name a new or empty directory"
                        + " for the stack.");
    }

    /** Creates it if missing; rejects one that is not ours. */
    void make() throws IOException {
        Optional<String> objection = objection();
        if (objection.isPresent()) {
            throw new StackException(objection.get());
        }
        Files.createDirectories(path);
    }

    /** Deletes all files of stacks but the lock; for the holder of the lock, while no server runs. */
    void clear() {
        try {
            for (String name : names()) {
                if (OURS.matcher(name).matches()) {
                    Trees.delete(path.resolve(name));
                }
            }
        } catch (IOException e) {
            throw new StackException("The data in " + path + " could not be deleted: " + e.getMessage(), e);
        }
    }

    // A foreign program may use the same file name, but neither for an empty file nor with our content.
    private boolean isMarked() {
        try {
            Path lock = path.resolve(LOCK_FILE);
            return Files.isRegularFile(lock) && Files.size(lock) == 0
                    || StackState.read(path).isPresent();
        } catch (IOException | StackException e) {
            return false;
        }
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException e) {
            throw new StackException("The directory " + path + " cannot be read: " + e, e);
        }
        names.sort(null);
        return names;
    }
}

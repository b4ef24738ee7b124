package dev.hotlane.proof.faults.base;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.StackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The commit beside which this tree's build is proven. Immutable; any thread.
 *
 * @param commit 40 digits; null for none
 * @param reason why there is none; null if there is one
 */
public record BaseCommit(String commit, String reason) {
    /** Names the commit, or a tag; lines with # are comments. */
    static final String FILE = ".ci/upgrade-base";

    /** What two builds of one lane must agree on. Files may be added; a changed one means two formats of the same version. */
    static final List<String> FORMS =
            List.of("protocol/src/test/resources/golden", "flusher/src/main/resources/dev/hotlane/flusher/schema");

    private static final Duration GIT_MAX = Duration.ofSeconds(60);

    /**
     * Looks for the base of the tree at this root.
     *
     * @throws IllegalStateException if the file is missing, or names no commit of a whole clone
     */
    public static BaseCommit of(Path root) {
        String named = named(root.resolve(FILE));
        Finished inside = git(root, "rev-parse", "--is-shallow-repository");
        if (inside.code() != 0) {
            return none("git reads no clone here (" + firstLine(inside.printed()) + ")");
        }
        Finished found = git(root, "rev-parse", "--verify", "--quiet", named + "^{commit}");
        if (found.code() != 0) {
            if (inside.printed().equals("true")) {
                return none("this clone is shallow and has no commit " + named + "; `git fetch --unshallow` gets it");
            }
            throw new IllegalStateException(FILE + " names " + named + ", which is no commit of this clone");
        }
        List<String> changed = changed(root, found.printed());
        if (!changed.isEmpty()) {
            return none("golden files or migrations changed since " + named + " (" + changed.get(0)
                    + (changed.size() > 1 ? " and " + (changed.size() - 1) + " more" : "")
                    + "), so that build can't run on this one's lane; name a later commit in " + FILE);
        }
        return new BaseCommit(found.printed(), null);
    }

    private static BaseCommit none(String reason) {
        return new BaseCommit(null, reason);
    }

    private static String named(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(file + " names no commit"));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " names the commit beside which this build is proven", e);
        }
    }

    private static List<String> changed(Path root, String commit) {
        List<String> words =
                new ArrayList<>(List.of("diff", "--name-only", "--no-renames", "--diff-filter=MDT", commit, "--"));
        words.addAll(FORMS);
        Finished diff = git(root, words.toArray(String[]::new));
        if (diff.code() != 0) {
            throw new IllegalStateException("git " + String.join(" ", words) + " failed: " + diff.printed());
        }
        return diff.printed().lines().toList();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("it printed nothing");
    }

    private static Finished git(Path root, String... words) {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(words));
        try {
            return Finished.run(GIT_MAX, command.toArray(String[]::new));
        } catch (StackException e) {
            return new Finished(127, e.getMessage());
        }
    }
}

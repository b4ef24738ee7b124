package dev.hotlane.proof.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Seeds that belong to a commit: each commit runs seeds that no other commit runs. They can be run before the commit is
 * pushed. Any thread.
 */
public final class CommitSeeds {
    /** Seeds of one commit. */
    public static final int COUNT = 5_000;

    /** First seed where the commit is not known, as in an unpacked archive; these belong to no commit. */
    public static final long OF_NO_COMMIT = 1L << 61;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final int DIGITS = 12;

    /** At least {@link #COUNT} apart: two commits have the same seeds or none in common. */
    private static final int SPACING_BITS = 13;

    private static final int PATIENCE_SECONDS = 10;

    private CommitSeeds() {}

    /** The first seed of the commit with that whole hash: from 2^61 to 2^62, far above seeds that people choose. */
    public static long from(String hash) {
        return OF_NO_COMMIT + (Long.parseLong(hash.substring(0, DIGITS), 16) << SPACING_BITS);
    }

    /**
     * The whole hash of a commit.
     *
     * @param revision a whole hash, or a name that git resolves in the working directory: HEAD, a branch
     * @return empty if it is no hash, and there is no git, no repository or no such commit
     */
    public static Optional<String> hash(String revision) {
        String given = revision.toLowerCase(Locale.ROOT);
        return HASH.matcher(given).matches() ? Optional.of(given) : asked(revision);
    }

    private static Optional<String> asked(String revision) {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "--verify", "--quiet", revision + "^{commit}")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String told = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
            boolean known = git.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0;
            return known && HASH.matcher(told).matches() ? Optional.of(told) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}

package dev.hotlane.protocol.planted;

import dev.hotlane.protocol.process.Build;
import java.util.List;

/**
 * The share of a long list of checks that the commit's hash chooses: a few commits with different hashes run most of them, and each
 * commit always the same ones, also with files changed since. All of them run with {@code -Dshare=all}, and where the build has no commit, as with Maven alone.
 * Any thread.
 */
public final class CommitShare {
    private static final int USUAL_PARTS = 3;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final String UNKNOWN = "unknown";

    private CommitShare() {}

    /** The third of the checks that is this commit's, in their order; a check is chosen by its name, {@link Object#toString}. */
    public static <T> List<T> of(List<T> checks) {
        return of(checks, USUAL_PARTS);
    }

    /** As {@link #of(List)}, with 1 of {@code parts} parts instead of a third, for checks that take minutes. */
    public static <T> List<T> of(List<T> checks, int parts) {
        return of(checks, parts, Build.THIS.commit().replace("-dirty", ""), System.getProperty("share", ""));
    }

    static <T> List<T> of(List<T> checks, int parts, String commit, String share) {
        if (commit.equals(UNKNOWN) || share.equals("all")) {
            return checks;
        }
        List<T> chosen = checks.stream()
                .filter(check -> part(commit, check.toString(), parts) == 0)
                .toList();
        System.out.printf(
                "%d of %d checks are of commit %s; -Dshare=all runs all%n", chosen.size(), checks.size(), commit);
        return chosen;
    }

    private static long part(String commit, String name, int parts) {
        long mixed = (commit.hashCode() * 31L + name.hashCode()) * GOLDEN;
        return Long.remainderUnsigned(mixed ^ mixed >>> 32, parts);
    }
}

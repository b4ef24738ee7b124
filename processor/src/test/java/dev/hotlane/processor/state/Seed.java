package dev.hotlane.processor.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Randomness that can be had again: prints its seed, takes {@code -Dseed=}. A seed of the commit's own looks further. */
final class Seed {
    private Seed() {}

    /**
     * A seed that no other commit has: the first 12 hex digits of its hash. Empty with {@code -Dseed=}, which repeats a
     * run, and where git names no commit, as in an unpacked archive.
     */
    static OptionalLong ofCommit() throws InterruptedException {
        if (Long.getLong("seed") != null) {
            return OptionalLong.empty();
        }
        String hash = "";
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            hash = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            git.waitFor();
        } catch (IOException e) {
            System.out.println("git is not here: " + e.getMessage());
        }
        return hash.matches("[0-9a-f]{40,64}\\s*")
                ? OptionalLong.of(Long.parseLong(hash.substring(0, 12), 16))
                : OptionalLong.empty();
    }

    static SplittableRandom random(Class<?> test) {
        long seed = Long.getLong("seed", 1);
        System.out.println(test.getSimpleName() + ": -Dseed=" + seed);
        return new SplittableRandom(seed);
    }
}

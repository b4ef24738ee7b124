package dev.hotlane.proof.faults.base;

import dev.hotlane.infra.stack.Finished;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the program of another commit, without tests, outside of the tree. Blocks for half a minute or more. One
 * thread.
 */
public final class BaseBuild {
    private static final Duration TOOL_MAX = Duration.ofSeconds(60);
    private static final Duration BUILD_MAX = Duration.ofMinutes(8);

    /** As many digits as the launcher gives a build. */
    private static final int COMMIT_DIGITS = 12;

    private BaseBuild() {}

    /**
     * The build of that commit in the directory, made there unless an earlier call has made it.
     *
     * @param root of the clone, which stays as it is
     * @param commit 40 digits
     * @throws IllegalStateException if it does not build; with the end of what Maven printed
     */
    public static LaneBuild of(Path root, String commit, Path directory) {
        Path tree = directory.resolve(commit);
        if (!Files.isDirectory(tree)) {
            unpack(root, commit, tree);
            build(tree, commit.substring(0, COMMIT_DIGITS));
        }
        return new LaneBuild("the base", commit.substring(0, COMMIT_DIGITS), classPath(tree));
    }

    private static void unpack(Path root, String commit, Path tree) {
        try {
            Files.createDirectories(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String archive = tree + ".tar";
        Finished.output(TOOL_MAX, "git", "-C", root.toString(), "archive", "--output=" + archive, commit);
        Finished.output(TOOL_MAX, "tar", "-xf", archive, "-C", tree.toString());
    }

    /** Maven has what it needs where this build was made; only another base needs the network. */
    private static void build(Path tree, String commit) {
        if (maven(tree, commit, "-o").code() != 0) {
            Finished online = maven(tree, commit, "-nsu");
            if (online.code() != 0) {
                throw new IllegalStateException("the base " + commit + " does not build: " + online.printed());
            }
        }
    }

    private static Finished maven(Path tree, String commit, String mode) {
        return Finished.run(
                BUILD_MAX,
                "env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                // It lives for seconds.
                "MAVEN_OPTS=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                "sh",
                "-c",
                "cd \"$0\" && exec ./mvnw \"$@\"",
                tree.toString(),
                "-B",
                "-q",
                mode,
                // Not maven.test.skip: modules test with jars of fixtures of others.
                "-DskipTests",
                "-Dspotless.apply.skip",
                "-Dspotless.check.skip",
                // It was checked when it was committed.
                "-Derrorprone.off=-XepDisableAllChecks",
                "-Dhotlane.commit=" + commit,
                "-pl",
                "infra",
                "-am",
                "package");
    }

    private static String classPath(Path tree) {
        Path target = tree.resolve("infra/target");
        try (Stream<Path> files = Files.list(target)) {
            List<Path> jars = files.filter(
                            file -> file.getFileName().toString().matches("hotlane-infra-.*(?<!-tests)\\.jar"))
                    .toList();
            if (jars.size() != 1) {
                throw new IllegalStateException(target + " holds " + jars + ", expected one jar of the program");
            }
            return jars.get(0) + File.pathSeparator + target.resolve("lib") + "/*";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.hotlane.protocol.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The build of this process. Immutable; any thread.
 *
 * @param version version of the Maven project, such as {@code 0.1.0-SNAPSHOT}
 * @param commit first 12 digits of the Git commit, with {@code -dirty} if files differed from it; {@code unknown} if
 *     the build had none
 */
public record Build(String version, String commit) {
    /** The running build. */
    public static final Build THIS = read();

    private static Build read() {
        Properties found = new Properties();
        try (InputStream properties = Build.class.getResourceAsStream("build.properties")) {
            found.load(properties);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Build(found.getProperty("version"), found.getProperty("commit"));
    }

    /** {@code 0.1.0-SNAPSHOT (commit 67abe3f0a1b2)}. */
    @Override
    public String toString() {
        return version + " (commit " + commit + ")";
    }
}

package dev.hotlane.proof.faults.base;

import dev.hotlane.protocol.process.Build;
import java.io.File;
import java.nio.file.Path;

/**
 * A build whose processes a row starts. Immutable; any thread.
 *
 * @param name in reports
 * @param commit that its processes report in {@code /v1/status}
 * @param classPath of its processes
 */
public record LaneBuild(String name, String commit, String classPath) {
    /** The build of this process. */
    public static final LaneBuild THIS =
            new LaneBuild("this build", Build.THIS.commit(), System.getProperty("java.class.path"));

    /** The same with the classes of this directory first. */
    public LaneBuild behind(Path classes) {
        return new LaneBuild(name, commit, classes + File.pathSeparator + classPath);
    }

    /** The same under another name, so that the two are not equal. */
    public LaneBuild named(String other) {
        return new LaneBuild(other, commit, classPath);
    }

    @Override
    public String toString() {
        return name;
    }
}

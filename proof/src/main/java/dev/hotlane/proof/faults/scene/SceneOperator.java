package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.proof.faults.base.LaneBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs `hotlane` commands on a row's lane, each in a JVM of its own as from a shell. One thread. */
public final class SceneOperator {
    /** Each waits 15 s for the brokers. */
    private static final int TRIES_MAX = 8;

    private final Scene on;
    private final LaneBuild build;
    private final Path directory;

    /** @param on whose lane the commands run on */
    public SceneOperator(Scene on) {
        this(on, LaneBuild.THIS);
    }

    /** The same with the commands of another build. */
    public SceneOperator(Scene on, LaneBuild build) {
        this.on = on;
        this.build = build;
        directory = on.stack().directory().resolve("lanes").resolve(on.lane()).resolve("operator");
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command; exit code 0 is required. */
    public void runs(String... words) {
        ended(0, words);
    }

    /** As {@link #runs}, up to 8 times, for a command that may be repeated while the broker starts. */
    public void runsAtLast(String... words) {
        int tries = 0;
        ChildProcess process = run(words);
        while (process.exitCode() != 0 && ++tries < TRIES_MAX) {
            process = run(words);
        }
        require(process, 0, words);
    }

    /** Runs a command that must fail with exit code 1 and these words. */
    public void isRefused(String why, String... words) {
        String told = ended(1, words);
        on.require(told.contains(why), String.join(" ", words) + " is expected to say '" + why + "'. " + told);
    }

    /** As {@link #runs}; these words are required in the output. */
    public void tells(String what, String... words) {
        String told = ended(0, words);
        on.require(told.contains(what), String.join(" ", words) + " is expected to say '" + what + "'. " + told);
    }

    private String ended(int code, String... words) {
        ChildProcess process = run(words);
        require(process, code, words);
        return process.tail();
    }

    private ChildProcess run(String... words) {
        on.nemesis("hotlane " + String.join(" ", words));
        ChildProcess process = Jvm.hotlane(words)
                .flags(Jvm.SMALL)
                .classPath(build.classPath())
                .variable("HOTLANE_LANE", on.lane())
                .variable("HOTLANE_KAFKA_BOOTSTRAP_SERVERS", on.stack().bootstrapServers())
                .variable("HOTLANE_MYSQL_URL", on.stack().jdbcUrl(on.lane()))
                .variable("HOTLANE_MYSQL_USER", on.stack().user())
                .variable("HOTLANE_MYSQL_PASSWORD", on.stack().password())
                .start("operator", directory);
        if (!process.awaitExit(Patience.LONG)) {
            process.kill9();
            throw new RowFailure(String.join(" ", words) + " did not end. " + process.tail());
        }
        return process;
    }

    private static void require(ChildProcess process, int code, String... words) {
        if (process.exitCode() != code) {
            throw new RowFailure(String.join(" ", words) + " ended with exit code " + process.exitCode() + ", expected "
                    + code + ". " + process.tail());
        }
    }
}

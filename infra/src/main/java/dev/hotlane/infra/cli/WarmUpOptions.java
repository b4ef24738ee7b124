package dev.hotlane.infra.cli;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.infra.warm.WarmUp;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option of a warm-up: a picocli mixin of every role that has a gateway. */
final class WarmUpOptions {
    private static final String MAX = "--warm-up-max-ms";
    private static final int LONGEST_MS = 600_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--warm-up-max-ms",
            paramLabel = "MS",
            defaultValue = "20000",
            description =
                    "Longest warm-up before the gateway's port is opened, 0 for none (default: ${DEFAULT-VALUE}).")
    private int maxMs;

    /** Rejects a value that can't work. */
    void check() {
        Usage.require(maxMs >= 0 && maxMs <= LONGEST_MS, command, MAX, "0.." + LONGEST_MS);
    }

    /** The same as an argument of a child process. */
    String argument() {
        return MAX + "=" + maxMs;
    }

    /** Warms this process up, whose gateway is open and does not listen yet. */
    void run(Gateway gateway, Foreground foreground) {
        Duration max = Duration.ofMillis(maxMs);
        new WarmUp(max, gateway::beatAgeNanos, gateway::leaderEpoch, foreground::asked).run();
    }
}

package dev.hotlane.infra.cli;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a role with a gateway leaves: a picocli mixin. */
final class LeaveOptions {
    private static final String LEAVE = "--gateway-leave-ms";
    private static final int LONGEST_MS = 600_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--gateway-leave-ms",
            paramLabel = "MS",
            defaultValue = "5000",
            description =
                    "After SIGTERM /readyz answers 503 at once, and calls are served for this time, until balancers"
                            + " have seen it (default: ${DEFAULT-VALUE}).")
    private int leaveMs;

    /** How long to serve on after the signal to end; a usage error if it can't be. */
    Duration time() {
        Usage.require(leaveMs >= 0 && leaveMs <= LONGEST_MS, command, LEAVE, "0.." + LONGEST_MS);
        return Duration.ofMillis(leaveMs);
    }
}

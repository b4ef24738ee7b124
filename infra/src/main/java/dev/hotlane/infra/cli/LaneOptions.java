package dev.hotlane.infra.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The lane of a command: a picocli mixin. */
public final class LaneOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--lane",
            paramLabel = "NAME",
            defaultValue = "hotlane",
            description = "Prefix of the topic names (default: ${DEFAULT-VALUE}).")
    private String lane;

    /** The lane's name; a usage error if it can't be the prefix of a topic's. */
    public String lane() {
        Usage.require(
                lane.matches("[a-zA-Z0-9._-]{1,200}"), command, "--lane", "1..200 of a-z, A-Z, 0-9, dot, _ and -");
        return lane;
    }
}

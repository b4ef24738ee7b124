package dev.hotlane.infra.cli;

import picocli.CommandLine.Option;

/** Which lane a command speaks of: a picocli mixin. */
public final class LaneOptions {
    @Option(
            names = "--lane",
            paramLabel = "NAME",
            defaultValue = "hotlane",
            description = "Prefix of the topic names (default: ${DEFAULT-VALUE}).")
    private String lane;

    /** The lane's name. */
    public String lane() {
        return lane;
    }
}

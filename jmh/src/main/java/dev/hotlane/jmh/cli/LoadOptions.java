package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.load.LoadSettings;
import picocli.CommandLine.Model.CommandSpec;

/** What the benches that load a port by connections refuse alike. */
final class LoadOptions {
    private LoadOptions() {}

    /** Throws a usage error if the load can't have that number of connections. */
    static void requireConnections(int connections, CommandSpec command) {
        Usage.require(
                connections >= 1 && connections <= LoadSettings.CONNECTIONS_MAX,
                command,
                "--connections",
                "1.." + LoadSettings.CONNECTIONS_MAX);
    }
}

package dev.hotlane.infra.cli;

import dev.hotlane.gateway.access.SafeStart;
import dev.hotlane.processor.ProcessorSettings.Http;
import dev.hotlane.protocol.tls.TlsPaths;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * What holds for the options of each port of figures: a processor's, a feed's, a gateway's admin port.
 *
 * @param command that has the options
 * @param what the port is, for messages
 * @param prefix of the options that give it principals and TLS
 */
record FigurePort(CommandSpec command, String what, String prefix) {
    /** The files of its certificate, null without one; a usage error if one of the two is missing. */
    TlsPaths tls(Path cert, Path key) {
        if ((cert == null) != (key == null)) {
            throw new ParameterException(
                    command.commandLine(), given("tls-cert") + " and " + given("tls-key") + " must be given together.");
        }
        return cert == null ? null : new TlsPaths(cert, key, null);
    }

    private String given(String option) {
        return Settings.nameGiven(command, prefix + option);
    }

    /** These settings; a usage error if others than known callers could reach the port, or could read their keys. */
    Http safe(Http port, boolean insecure) {
        SafeStart.ofPort(what, prefix, port.host(), port.principals() != null, port.tls() != null, insecure)
                .ifPresent(objection -> {
                    throw new ParameterException(command.commandLine(), objection);
                });
        return port;
    }
}

package dev.hotlane.infra.cli;

import dev.hotlane.console.ConsoleAccess;
import dev.hotlane.gateway.access.SafeStart;
import dev.hotlane.protocol.tls.TlsPaths;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say who may see the pages of a console: a picocli mixin of the console's options. */
public final class ConsoleAccessOptions {
    @Option(
            names = "--console-principals",
            paramLabel = "FILE",
            description = {
                "Principals file: callers log in with an API key or a certificate, and see what their grants allow. Read again",
                "within 1 s of a change. Without it anyone may see all."
            })
    private Path principals;

    @Option(
            names = "--console-tls-cert",
            paramLabel = "FILE",
            description =
                    "PEM file of the console's certificate, then its issuers: HTTPS by TLS 1.2 and 1.3; read again within"
                            + " 1 s of a change.")
    private Path cert;

    @Option(
            names = "--console-tls-key",
            paramLabel = "FILE",
            description = "PEM file of its private key, not encrypted; read again like it.")
    private Path key;

    @Option(
            names = "--console-tls-client-ca",
            paramLabel = "FILE",
            description =
                    "PEM file of the authorities whose client certificates prove a principal; each browser is asked for"
                            + " one, and may have none.")
    private Path clientCa;

    /** The settings for pages on this host; throws a usage error if they are unsafe or don't fit each other. */
    ConsoleAccess settings(CommandSpec command, String host) {
        if ((cert == null) != (key == null)) {
            throw usage(command, "--console-tls-cert and --console-tls-key must be given together.");
        }
        if (clientCa != null && (cert == null || principals == null)) {
            throw usage(
                    command,
                    "--console-tls-client-ca needs --console-tls-cert, --console-tls-key and --console-principals.");
        }
        SafeStart.ofConsole(host, principals != null, cert != null).ifPresent(objection -> {
            throw usage(command, objection);
        });
        return new ConsoleAccess(principals, cert == null ? null : new TlsPaths(cert, key, clientCa));
    }

    private static ParameterException usage(CommandSpec command, String message) {
        return new ParameterException(command.commandLine(), message);
    }
}

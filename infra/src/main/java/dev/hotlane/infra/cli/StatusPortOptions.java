package dev.hotlane.infra.cli;

import dev.hotlane.processor.ProcessorSettings.Http;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a processor's own port: a picocli mixin of the processor's options. */
public final class StatusPortOptions {
    @Option(
            names = "--processor-http-host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address for /metrics, /healthz, /readyz, /v1/status, /v1/stats (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--processor-http-port",
            paramLabel = "PORT",
            defaultValue = "8081",
            description = "Its port, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--processor-http-hosts",
            paramLabel = "NAMES",
            split = ",",
            description = "Further names that this server is reached by, separated by commas; others get 421.")
    private List<String> hosts = List.of();

    @Option(
            names = "--processor-tls-cert",
            paramLabel = "FILE",
            description =
                    "PEM file of its certificate, then its issuers: HTTPS by TLS 1.2 and 1.3; read again within 1 s"
                            + " of a change.")
    private Path cert;

    @Option(
            names = "--processor-tls-key",
            paramLabel = "FILE",
            description = "PEM file of its private key, not encrypted; read again like it.")
    private Path key;

    @Option(
            names = "--processor-principals",
            paramLabel = "FILE",
            description =
                    "Principals file: /metrics, /v1/status and /v1/stats need an API key of a principal with the verb observe;"
                            + " /healthz and /readyz stay open. Without it anyone may read them.")
    private Path principals;

    /** The settings; throws IllegalArgumentException with the name of a component, and a usage error if it is unsafe. */
    Http settings(CommandSpec command) {
        FigurePort figures = new FigurePort(command, "a processor's port", "--processor-");
        boolean insecure = command.findOption(AccessOptions.INSECURE).getValue();
        return figures.safe(new Http(host, port, hosts, figures.tls(cert, key), principals), insecure);
    }
}

package dev.hotlane.infra.cli;

import dev.hotlane.processor.ProcessorSettings.Http;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a feed's own port: a picocli mixin. */
final class FeedPortOptions {
    @Option(
            names = "--feed-http-host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address for /metrics, /healthz, /readyz, /v1/status (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--feed-http-port",
            paramLabel = "PORT",
            defaultValue = "8083",
            description = "Its port, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--feed-http-hosts",
            paramLabel = "NAMES",
            split = ",",
            description = "Further names that this server is reached by, separated by commas; others get 421.")
    private List<String> hosts = List.of();

    @Option(
            names = "--feed-tls-cert",
            paramLabel = "FILE",
            description = "PEM file of its certificate, then its issuers; read again within 1 s of a change.")
    private Path cert;

    @Option(names = "--feed-tls-key", paramLabel = "FILE", description = "PEM file of its private key, not encrypted.")
    private Path key;

    @Option(
            names = "--feed-principals",
            paramLabel = "FILE",
            description =
                    "Principals file: /metrics and /v1/status need an API key of a principal with the verb observe.")
    private Path principals;

    @Option(
            names = AccessOptions.INSECURE,
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            fallbackValue = "true",
            description =
                    "Starts although other machines can reach the port and it has no principals, or principals and no"
                            + " TLS (default: ${DEFAULT-VALUE}).")
    private boolean insecure;

    /** The settings; a usage error if they are unsafe or contradict each other. */
    Http settings(CommandSpec command) {
        Usage.require(port >= 0 && port <= 65_535, command, "--feed-http-port", "0..65535");
        FigurePort figures = new FigurePort(command, "the feed's port", "--feed-");
        return figures.safe(new Http(host, port, hosts, figures.tls(cert, key), principals), insecure);
    }
}

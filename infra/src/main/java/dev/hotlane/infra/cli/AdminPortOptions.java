package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.TlsSettings;
import dev.hotlane.processor.ProcessorSettings.Http;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The options of the admin port of a gateway that runs alone: a picocli mixin. Names, certificate and principals are the
 * gateway's.
 */
final class AdminPortOptions {
    private static final String PORT = "--gateway-admin-port";

    @Option(
            names = "--gateway-admin-host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address for /metrics, /healthz, /readyz, /v1/status, /v1/stats on threads of their own"
                    + " (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--gateway-admin-port",
            paramLabel = "PORT",
            defaultValue = "8082",
            description = "Its port, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    /** The settings, for a gateway of these options; a usage error if they are unsafe or contradict each other. */
    Http settings(CommandSpec command, GatewayOptions gateway) {
        Usage.require(port >= 0 && port <= 65_535, command, PORT, "0..65535");
        Usage.require(port == 0 || port != gateway.port(), command, PORT, "another port than --gateway-port");
        AccessOptions access = gateway.access();
        TlsSettings tls = access.tls();
        FigurePort figures = new FigurePort(command, "a gateway's admin port", "--gateway-");
        Http http = new Http(
                host,
                port,
                access.reach().hosts(),
                figures.tls(tls.cert(), tls.key()),
                access.settings().principals());
        return figures.safe(http, access.insecure());
    }
}

package dev.hotlane.infra.cli;

import dev.hotlane.gateway.access.SafeStart;
import dev.hotlane.gateway.settings.AccessSettings;
import dev.hotlane.gateway.settings.Reach;
import dev.hotlane.gateway.settings.TlsSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say who may call a gateway, and by which names: a picocli mixin of the gateway's options. */
public final class AccessOptions {
    static final String PRINCIPALS = "--gateway-principals";
    static final String INSECURE = "--insecure";

    @Mixin
    private TlsOptions tls;

    @Option(
            names = PRINCIPALS,
            paramLabel = "FILE",
            description = "The principals file: who may call, and what each may do. Read again within 1 s of a change;"
                    + " without it anyone may do all.")
    private Path principals;

    @Mixin
    private TokenOptions tokens;

    @Option(
            names = INSECURE,
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            fallbackValue = "true",
            description = "Starts although other machines can reach the gateway and it has no principals, or principals"
                    + " and no TLS (default: ${DEFAULT-VALUE}).")
    private boolean insecure;

    @Option(
            names = "--gateway-hosts",
            paramLabel = "NAMES",
            description = "Further names that callers reach this gateway by, separated by commas; others get 421.")
    private String hosts;

    @Option(
            names = "--gateway-origins",
            paramLabel = "ORIGINS",
            description = "Web origins such as https://shop.example whose pages may call; others get 403.")
    private String origins;

    /** Who may call. */
    AccessSettings settings() {
        return new AccessSettings(principals == null ? null : principals.toAbsolutePath(), tokens.settings());
    }

    /** Names by which callers reach it; throws IllegalArgumentException with the name of a component. */
    Reach reach() {
        return new Reach(GatewayOptions.list(hosts), GatewayOptions.list(origins));
    }

    /** Whether a caller on this machine needs a key, or trust in a certificate. */
    boolean needsKey() {
        return principals != null || tls.secure();
    }

    /** Whether it starts although others could reach it. */
    boolean insecure() {
        return insecure;
    }

    /** The scheme of the gateway's own URLs. */
    String scheme() {
        return tls.settings().scheme();
    }

    /** Throws a usage error unless a gateway of these callers may listen on that host. */
    void requireSafe(CommandSpec command, String host) {
        SafeStart.objection(host, principals != null, tls.secure(), insecure).ifPresent(objection -> {
            throw new ParameterException(command.commandLine(), objection);
        });
    }

    /** Whether an option is passed to a gateway in another process by {@link #arguments}, not as it was given. */
    static boolean isOwn(String option) {
        return option.equals(PRINCIPALS) || TlsOptions.isOwn(option) || TokenOptions.isOwn(option);
    }

    /** These options for a gateway in another process, which may run in another directory. */
    List<String> arguments() {
        List<String> arguments = tokens.arguments();
        arguments.add(INSECURE + "=" + insecure);
        if (principals != null) {
            arguments.add(PRINCIPALS + "=" + principals.toAbsolutePath());
        }
        arguments.addAll(tls.arguments());
        return arguments;
    }

    /** Where TLS ends; throws IllegalArgumentException with the name of a component. */
    TlsSettings tls() {
        return tls.settings();
    }
}

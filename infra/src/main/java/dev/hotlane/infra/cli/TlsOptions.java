package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.TlsSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say where TLS ends: a picocli mixin of the gateway's options. */
public final class TlsOptions {
    private static final String PROXY = "proxy";
    private static final String CERT = "--gateway-tls-cert";
    private static final String KEY = "--gateway-tls-key";
    private static final String CLIENT_CA = "--gateway-tls-client-ca";

    @Option(
            names = "--gateway-tls",
            paramLabel = PROXY,
            description = "proxy: a proxy in front ends TLS, and only --gateway-proxies may connect. Leave it out if"
                    + " --gateway-tls-cert ends TLS here.")
    private String end;

    @Option(
            names = CERT,
            paramLabel = "FILE",
            description =
                    "PEM file of this gateway's certificate, then its issuers: HTTPS by TLS 1.2 and 1.3; read again"
                            + " within 1 s of a change.")
    private Path cert;

    @Option(
            names = KEY,
            paramLabel = "FILE",
            description = "PEM file of its private key, not encrypted; read again like it.")
    private Path key;

    @Option(
            names = CLIENT_CA,
            paramLabel = "FILE",
            description = "PEM file of the authorities whose client certificates are accepted; each client is asked for"
                    + " one, and may have none.")
    private Path clientCa;

    /** Where TLS ends; throws IllegalArgumentException with the name of a component. */
    TlsSettings settings() {
        if (end != null && !end.equals(PROXY)) {
            throw new IllegalArgumentException("tls must be proxy, or left out: " + end);
        }
        return new TlsSettings(end != null, cert, key, clientCa);
    }

    /** Whether callers come by TLS, if the options are right. */
    boolean secure() {
        return end != null || cert != null;
    }

    /** Whether an option is passed to a gateway in another process by {@link #arguments}, not as it was given. */
    static boolean isOwn(String option) {
        return List.of(CERT, KEY, CLIENT_CA).contains(option);
    }

    /** The files for a gateway in another process, which may run in another directory. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        add(arguments, CERT, cert);
        add(arguments, KEY, key);
        add(arguments, CLIENT_CA, clientCa);
        return arguments;
    }

    private static void add(List<String> arguments, String option, Path file) {
        if (file != null) {
            arguments.add(option + "=" + file.toAbsolutePath());
        }
    }
}

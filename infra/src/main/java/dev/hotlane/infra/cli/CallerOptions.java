package dev.hotlane.infra.cli;

import dev.hotlane.protocol.tls.TrustedAuthorities;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a command that calls gateways or processors: whom it trusts and who it is. A picocli mixin. */
public final class CallerOptions {
    private static final String KEY = "--key-file";

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "PEM file of the authorities that issue the certificates of those addresses (default: those"
                    + " that Java trusts).")
    private Path caFile;

    @Option(
            names = KEY,
            paramLabel = "FILE",
            description = "A file with an API key or token of a principal, if those addresses have principals.")
    private Path keyFile;

    /** Trust in those authorities; null: what Java trusts. Throws TlsFileException for a bad file. */
    SSLContext tls() {
        return caFile == null ? null : TrustedAuthorities.context(caFile);
    }

    /** The key; null: none. Throws a usage error for a bad file. */
    String key(CommandSpec command) {
        return keyFile == null ? null : PasswordFile.read(command, KEY, keyFile);
    }
}

package dev.hotlane.infra.cli;

import dev.hotlane.access.token.TokenSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which bearer tokens (JWT) a gateway accepts: a picocli mixin. */
public final class TokenOptions {
    private static final String JWKS = "--gateway-jwt-jwks";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--gateway-jwt-issuer",
            paramLabel = "ISSUER",
            description = "Accepts bearer tokens (JWT) of this issuer: what iss must be. Needs --gateway-jwt-audience,"
                    + " --gateway-jwt-jwks and --gateway-principals.")
    private String issuer;

    @Option(
            names = "--gateway-jwt-audience",
            paramLabel = "AUDIENCE",
            description = "What aud of a token must be or contain.")
    private String audience;

    @Option(
            names = JWKS,
            paramLabel = "URL|FILE",
            description =
                    "Where the issuer's public keys are: an https URL, an http URL of localhost, or a file, which is"
                            + " read again when it changes.")
    private String jwks;

    @Option(
            names = "--gateway-jwt-claim",
            paramLabel = "NAME",
            defaultValue = TokenSettings.CLAIM,
            description =
                    "The claim of a token that selects its principal by \"subjects\" (default: ${DEFAULT-VALUE}).")
    private String claim;

    /** Which tokens are accepted; null: none. Throws a usage error if an option is missing or can't work. */
    TokenSettings settings() {
        long given = Stream.of(issuer, audience, jwks).filter(Objects::nonNull).count();
        if (given == 0) {
            return null;
        }
        if (given < 3) {
            throw new ParameterException(
                    command.commandLine(),
                    "--gateway-jwt-issuer, --gateway-jwt-audience and " + JWKS + " need each other: give all three.");
        }
        try {
            return new TokenSettings(issuer, audience, claim, place());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--gateway-jwt: " + e.getMessage(), e);
        }
    }

    /** A path is made absolute: a gateway in another process may run in another directory. */
    private String place() {
        return jwks.contains("://") || jwks.isBlank()
                ? jwks
                : Path.of(jwks).toAbsolutePath().toString();
    }

    /** Whether an option is passed to a gateway in another process by {@link #arguments}, not as it was given. */
    static boolean isOwn(String option) {
        return option.equals(JWKS);
    }

    /** These options for a gateway in another process, as far as they are not passed as they were given. */
    List<String> arguments() {
        return jwks == null ? new ArrayList<>() : new ArrayList<>(List.of(JWKS + "=" + place()));
    }
}

package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Which options of tokens end a start before anything is opened; no Kafka is there. */
class TokenOptionsTest {
    private static final String ALL = "--gateway-jwt-issuer=i --gateway-jwt-audience=a --gateway-jwt-jwks=";

    @TempDir
    private Path directory;

    private Starts starts;

    @BeforeEach
    void write() throws IOException {
        starts = new Starts(directory);
        Files.writeString(directory.resolve("principals.json"), "{\"principals\":[{\"name\":\"a\",\"grants\":[]}]}");
    }

    /** A start with principals and these options. */
    private int run(String options) {
        return starts.run(Stream.concat(
                        Stream.of(
                                "gateway",
                                "--gateway-port=0",
                                "--gateway-start-max-ms=1000",
                                "--gateway-principals=" + directory.resolve("principals.json")),
                        Stream.of(options.trim().split(" +")))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--gateway-jwt-issuer=i",
                "--gateway-jwt-audience=a",
                "--gateway-jwt-jwks=https://id.example/jwks",
                "--gateway-jwt-issuer=i --gateway-jwt-audience=a",
                "--gateway-jwt-issuer=i --gateway-jwt-jwks=https://id.example/jwks",
                "--gateway-jwt-audience=a --gateway-jwt-jwks=https://id.example/jwks"
            })
    void theThreeNeedEachOther(String options) {
        requireUsage(options, "--gateway-jwt-issuer, --gateway-jwt-audience and --gateway-jwt-jwks need each other");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --gateway-jwt-issuer= --gateway-jwt-audience=a --gateway-jwt-jwks=f        | issuer must not be empty
            --gateway-jwt-issuer=i --gateway-jwt-audience= --gateway-jwt-jwks=f        | audience must not be empty
            --gateway-jwt-issuer=i --gateway-jwt-audience=a --gateway-jwt-jwks=        | jwks must not be empty
            --gateway-jwt-issuer=i --gateway-jwt-audience=a --gateway-jwt-jwks=f --gateway-jwt-claim= | claim must not be empty
            """)
    void noneMayBeEmpty(String options, String message) {
        requireUsage(options, message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://id.example/jwks",
                "ftp://id.example/jwks",
                "https:///jwks",
                "https://user:word@id.example/jwks",
                "https://id.example/jwks#keys",
                "http://127.0.0.1.example/jwks"
            })
    void theUrlMustBeHttpsOrOfLoopback(String url) {
        requireUsage(
                ALL + url, "expected a path, an https URL, or an http URL of localhost, without user and fragment");
        assertThat(starts.err()).doesNotContain("word@");
    }

    @Test
    void theUrlMustBeOne() {
        requireUsage(ALL + "https://user:word@id.example/%zz", "jwks: no URL");
        assertThat(starts.err()).doesNotContain("word@");
    }

    @Test
    void tokensNeedPrincipals() {
        assertThat(starts.run(("gateway " + ALL + "https://id.example/jwks").split(" ")))
                .isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(starts.err()).contains("principals");
    }

    private void requireUsage(String options, String message) {
        assertThat(run(options)).as(starts.err()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(starts.err()).contains(message).doesNotContain("Exception");
    }

    @Test
    void aFileThatIsMissingOrNoJwksEndsTheStart() throws IOException {
        Path file = directory.resolve("jwks.json");
        requireBadFile(file, "no such file");
        for (String text :
                new String[] {"", "<html>", "{}", "{\"keys\":[]}", "{\"keys\":[{\"kty\":\"oct\",\"k\":\"AAAA\"}]}"}) {
            Files.writeString(file, text);
            requireBadFile(file, "no JWKS that can sign tokens: ");
        }
        Files.writeString(file, " ".repeat(256 * 1024 + 1));
        requireBadFile(file, "can't be read: more than 262144 bytes");
        Files.write(file, new byte[] {'{', (byte) 0xFF});
        requireBadFile(file, "not UTF-8");
    }

    private void requireBadFile(Path file, String message) {
        assertThat(run(ALL + file)).as(starts.err()).isEqualTo(ExitCode.BAD_FILE.number());
        assertThat(starts.err())
                .startsWith("BAD_FILE: " + file + ": ")
                .contains(message)
                .doesNotContain("Exception");
    }

    @Test
    void aRightFileAndAServerThatIsAwayLetTheStartGoOn() throws IOException, JOSEException {
        Path file = directory.resolve("jwks.json");
        Files.writeString(
                file, new JWKSet(new ECKeyGenerator(Curve.P_256).generate().toPublicJWK()).toString());
        for (String place : new String[] {file.toString(), "http://127.0.0.1:1/jwks"}) {
            assertThat(run(ALL + place)).as(place).isEqualTo(CommandLine.ExitCode.SOFTWARE);
            assertThat(starts.err()).contains("Kafka").doesNotContain("jwks", "Exception");
        }
    }
}

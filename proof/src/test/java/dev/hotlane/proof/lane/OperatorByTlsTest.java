package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.ClientCalls.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.CounterFilter;
import dev.hotlane.client.LaneClient;
import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.AccessSettings;
import dev.hotlane.gateway.settings.TlsSettings;
import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands that call a processor or a gateway, on a lane whose ports have certificates and principals. */
@Tag("it")
@ExtendWith(RealStack.class)
class OperatorByTlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final TestAuthority AUTHORITY = new TestAuthority("servers");
    private static final String PRINCIPAL =
            "{\"name\":\"%s\",\"keys\":[{\"id\":\"%s\",\"sha256\":\"%s\"}],\"grants\":[%s]}";
    private static final String ALL_KEYS = "{\"verbs\":[\"read\",\"stock\"],\"keys\":\"*\"}";

    @TempDir
    private Path directory;

    private final Lane lane;
    private final List<String> principals = new ArrayList<>();

    OperatorByTlsTest(Lane lane) {
        this.lane = lane;
    }

    /** What a command said, and its exit code. */
    private record Said(int code, String text) {}

    /** Adds a principal with that grant; returns a file with its key. */
    private Path principal(String name, String grant) throws IOException {
        String key = KeyText.make();
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        principals.add(String.format(PRINCIPAL, name, entry.id(), HexFormat.of().formatHex(entry.sha256()), grant));
        return Files.writeString(directory.resolve(name + ".key"), key + "\n");
    }

    @Test
    void theyTrustACertificateAndShowAKey() throws Exception {
        TlsPaths tls = AUTHORITY.server().in(directory);
        Path authority = AUTHORITY.write(directory.resolve("ca.pem"));
        Path observer = principal("observer", "{\"verbs\":[\"observe\"]}");
        Path keeper = principal("keeper", ALL_KEYS);
        Path file = Files.writeString(
                directory.resolve("principals.json"), "{\"principals\":[" + String.join(",", principals) + "]}");
        try (WholeLane on = new WholeLane(lane)) {
            on.processor.start(
                    "--processor-tls-cert=" + tls.certificate(),
                    "--processor-tls-key=" + tls.key(),
                    "--processor-principals=" + file);
            Gateway gateway = on.gateway(
                    0,
                    usual -> usual.withHttp(usual.http()
                            .withAccess(new AccessSettings(file))
                            .withTls(TlsSettings.own(tls.certificate(), tls.key()))));
            LocalPages pages = new LocalPages(gateway.port(), PATIENCE, AUTHORITY.trustedBy(null));
            Awaitility.await("a lane that serves").atMost(PATIENCE).until(pages::ready);
            String trust = "--ca-file=" + authority;

            String[] larger = {
                "rules", "set", "windowBytesMax=20000000", "--processors=https://127.0.0.1:" + on.processor.httpPort()
            };
            refused(larger, ": give --ca-file with the authority that signed it.");
            String[] inClear = larger.clone();
            inClear[3] = inClear[3].replace("https:", "http:");
            refused(inClear, "start with https:// if it has a certificate");
            refused(larger, "answered 401: give --key-file with a key that may observe", trust);
            refused(larger, "answered 403: give --key-file", trust, "--key-file=" + keeper);
            assertThat(said(larger, "--yes", trust, "--key-file=" + observer).code())
                    .isZero();
            assertThat(said(new String[] {"rules", "show"}).text()).contains("windowBytesMax=20000000\n");

            String[] remove = {"counters", "remove", "--to=" + pages.url(), "--prefix=old:"};
            try (LaneClient client = LaneClient.connect(ClientSettings.of(pages.url())
                    .withTls(AUTHORITY.trustedBy(null))
                    .withKeyFile(keeper))) {
                done(client.counters().put("old:1", 1));
                Awaitility.await("MySQL with the counter")
                        .atMost(PATIENCE)
                        .until(() -> !done(client.counters()
                                        .list(CounterFilter.all().prefix("old:")))
                                .counters()
                                .isEmpty());
            }
            refused(remove, "UNAUTHORIZED: ", trust);
            refused(remove, "FORBIDDEN: ", trust, "--key-file=" + observer);
            Said removed = said(remove, "--yes", trust, "--key-file=" + keeper);
            assertThat(removed.text()).contains("1 removed, 0 changed");
            assertThat(removed.code()).isZero();
        }
    }

    private void refused(String[] command, String why, String... more) {
        Said said = said(command, more);
        assertThat(said.text()).contains(why);
        assertThat(said.code()).isEqualTo(1);
    }

    private Said said(String[] command, String... more) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of(more));
        if (command[0].equals("rules")) {
            words.add("--lane=" + lane.name());
            words.add("--kafka-bootstrap-servers=" + lane.stack().bootstrapServers());
        }
        String[] all = words.toArray(String[]::new);
        StringWriter out = new StringWriter();
        CommandLine program = Hotlane.commandLine(Settings.read(all, Map.of(), Path.of("nowhere"), Path.of("nowhere")));
        program.setOut(new PrintWriter(out));
        program.setErr(new PrintWriter(out));
        int code = program.execute(all);
        return new Said(code, out.toString());
    }
}

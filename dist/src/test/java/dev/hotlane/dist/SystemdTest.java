package dev.hotlane.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** `systemd-analyze` accepts the units in the zip. */
@EnabledIf(value = "isSystemdInstalled", disabledReason = "no systemd-analyze of version 250 or later is installed")
class SystemdTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern VERSION = Pattern.compile("systemd (\\d+)");

    /** The version from which on it judges files. */
    private static final int OFFLINE_SINCE = 250;

    /** In tenths; 16 is today's worst. */
    private static final int EXPOSURE_MAX = 20;

    @TempDir
    private Path directory;

    private Path units;

    static boolean isSystemdInstalled() {
        return Programs.find("systemd-analyze")
                .map(program ->
                        Finished.run(PATIENCE, program.toString(), "--version").printed())
                .map(VERSION::matcher)
                .filter(version -> version.find() && Integer.parseInt(version.group(1)) >= OFFLINE_SINCE)
                .isPresent();
    }

    @BeforeEach
    void unpack() throws IOException {
        Path root = Archives.unpackZip(directory);
        units = root.resolve("deploy/systemd");
        for (Path unit : files("")) {
            // A unit is valid only where its program is.
            replace(unit, "/opt/hotlane/", root + "/");
        }
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> each = Files.list(units)) {
            return each.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static void replace(Path unit, String text, String instead) throws IOException {
        Files.writeString(unit, Files.readString(unit).replace(text, instead));
    }

    private static Finished analyze(List<String> words, List<Path> units) {
        List<String> command = new ArrayList<>(words);
        command.add(0, Programs.find("systemd-analyze").orElseThrow().toString());
        units.forEach(unit -> command.add(unit.toString()));
        return Finished.run(PATIENCE, command.toArray(String[]::new));
    }

    @Test
    void findsNothingWrongInAnyUnit() throws IOException {
        assertThat(files("")).hasSize(11);
        // Units of the machine are read, too, and may have faults of their own.
        assertThat(analyze(List.of("verify", "--recursive-errors=no"), files(""))
                        .printed()
                        .lines())
                .noneMatch(line -> line.contains("hotlane"));
    }

    @Test
    void findsAMisspelledSettingAndAMissingProgram() throws IOException {
        Path node = units.resolve("hotlane-node@.service");
        replace(node, "Restart=always", "Restart=alwys");
        assertThat(analyze(List.of("verify"), List.of(node)).printed()).contains("alwys");
        Path feed = units.resolve("hotlane-feed@.service");
        replace(feed, "/bin/hotlane ", "/bin/hotlan ");
        assertThat(analyze(List.of("verify"), List.of(feed)).printed()).contains("hotlan");
    }

    @Test
    void countsFewWaysOutOfEachServiceAndMoreWithoutItsSandbox() throws IOException {
        List<String> security = List.of("security", "--offline=true", "--no-pager", "--threshold=" + EXPOSURE_MAX);
        for (Path service : files(".service")) {
            Finished judged = analyze(security, List.of(service));
            assertThat(judged.code()).as(judged.printed()).isZero();
        }
        Path open = units.resolve("hotlane-gateway@.service");
        replace(open, "ProtectSystem=strict\n", "");
        replace(open, "SystemCallFilter=@system-service\n", "");
        assertThat(analyze(security, List.of(open)).code()).isNotZero();
    }
}

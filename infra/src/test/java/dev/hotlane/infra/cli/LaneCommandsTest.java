package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Sender;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** `hotlane topics` and `hotlane log`, from their arguments to what they print. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class LaneCommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path nowhere;

    @Test
    void topicsAreCreatedOnceAndFoundRight(Lane lane) {
        assertThat(run(lane, "topics", "create", "--lane", lane.name(), "--gateways", "2"))
                .isZero();
        assertThat(out.toString().lines()).hasSize(3).last().asString().endsWith("at offset 0");
        assertThat(run(lane, "topics", "create", "--lane", lane.name(), "--gateways", "2"))
                .isZero();
        assertThat(run(lane, "topics", "check", "--lane", lane.name(), "--gateways", "2"))
                .isZero();
        assertThat(out.toString()).contains("is right", "has RULES(1) at offset 0");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aDifferenceIsPrintedWithItsMendAndEndsWith1(Lane lane) {
        run(lane, "topics", "create", "--lane", lane.name(), "--gateways", "1");
        assertThat(run(lane, "topics", "check", "--lane", lane.name(), "--gateways", "2"))
                .isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(lane.name() + ".replies has 1 partitions, expected 2\n  mend: ./hotlane kafka topics --alter"
                        + " --topic " + lane.name() + ".replies --partitions 2\n");
    }

    @Test
    void theLogIsSearchedAndLimited(Lane lane) throws Exception {
        run(lane, "topics", "create", "--lane", lane.name(), "--gateways", "1");
        try (LogWriter log = new LogWriter(lane.stack().connection(), lane.name() + ".commands")) {
            for (int i = 1; i <= 5; i++) {
                log.command("order-" + i, Command.transact(Op.add("k" + i % 2, 1)));
            }
        }
        assertThat(log(lane)).isEqualTo("0 1 2 3 4 5");
        assertThat(log(lane, "--from", "4")).isEqualTo("4 5");
        assertThat(log(lane, "--from", "2", "--limit", "2")).isEqualTo("2 3");
        assertThat(log(lane, "--key", "k1")).isEqualTo("1 3 5");
        assertThat(log(lane, "--key", "k0", "--last", "1")).isEqualTo("4");
        assertThat(log(lane, "--id", "order-3")).isEqualTo("3");
        assertThat(log(lane, "--kind", "rules")).isEqualTo("0");
        assertThat(log(lane, "--at", "2000-01-01T00:00Z", "--limit", "1")).isEqualTo("0");
        assertThat(log(lane, "--at", "2999-01-01T00:00Z")).isEmpty();
        assertThat(log(lane, "--until", "2000-01-01T00:00Z")).isEmpty();
        assertThat(log(lane, "--follow", "--last", "2", "--limit", "2")).isEqualTo("4 5");
    }

    @Test
    void theLogIsSearchedBySender(Lane lane) throws Exception {
        run(lane, "topics", "create", "--lane", lane.name(), "--gateways", "1");
        try (LogWriter log = new LogWriter(lane.stack().connection(), lane.name() + ".commands")) {
            log.command(Sender.of("acme", "checkout"), "order-1", Command.transact(Op.add("k", 1)));
            log.command(Sender.of("acme", "importer"), "order-2", Command.transact(Op.add("k", 1)));
            log.command("order-3", Command.transact(Op.add("k", 1)));
        }
        assertThat(log(lane, "--tenant", "acme")).isEqualTo("1 2");
        assertThat(log(lane, "--tenant", "")).isEqualTo("3");
        assertThat(log(lane, "--principal", "checkout")).isEqualTo("1");
        assertThat(log(lane, "--tenant", "acme", "--principal", "importer")).isEqualTo("2");
        assertThat(log(lane, "--principal", "acme")).isEmpty();
    }

    @Test
    void aStackIsFoundInTheDirectoryThatIsNamed(Lane lane) throws Exception {
        String directory = lane.stack().directory().toString();
        Map<String, String> variable = Map.of("HOTLANE_STACK_DIRECTORY", directory);
        String[] topics = {"topics", "create", "--gateways", "1", "--lane", lane.name()};

        assertThat(run(Map.of(), topics)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(variable, topics)).as(err.toString()).isZero();
        assertThat(run(Map.of(), "log", "--lane", lane.name(), "--stack-directory", directory))
                .isZero();
        assertThat(run(Map.of(), "verify", "--lane", lane.name())).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(Map.of(), "verify", "--lane", lane.name(), "--stack-directory=" + directory))
                .isNotEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(Map.of(), "kafka", "--stack-directory", directory, "topics", "--list"))
                .isZero();

        Files.writeString(nowhere.resolve("hotlane.properties"), "stack.directory=" + directory);
        assertThat(run(Map.of(), "log", "--lane", lane.name())).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains("\"RULES\"")))
                .hasSize(2);
    }

    @Test
    void theLogOfALaneThatIsNotThereSaysSo(Lane lane) {
        assertThat(run(lane, "log", "--lane", lane.name())).isEqualTo(1);
        assertThat(err.toString()).contains(lane.name() + ".commands does not exist", "./hotlane topics create");
    }

    @Test
    void contradictionsAreUsageErrors(Lane lane) {
        assertThat(run(lane, "log", "--from", "1", "--last", "1")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(lane, "log", "--at", "soon")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(lane, "log", "--last", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(lane, "topics")).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    /** The offsets that are printed. */
    private String log(Lane lane, String... options) {
        String[] args = new String[options.length + 3];
        args[0] = "log";
        args[1] = "--lane";
        args[2] = lane.name();
        System.arraycopy(options, 0, args, 3, options.length);
        out.getBuffer().setLength(0);
        assertThat(run(lane, args)).as(err.toString()).isZero();
        return out.toString().replaceAll("\\{\"offset\":(\\d+),.*\n", "$1 ").strip();
    }

    private int run(Lane lane, String... args) {
        return run(Map.of("HOTLANE_KAFKA_BOOTSTRAP_SERVERS", lane.stack().bootstrapServers()), args);
    }

    private int run(Map<String, String> environment, String... args) {
        return Hotlane.commandLine(Settings.read(args, environment, nowhere, nowhere))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}

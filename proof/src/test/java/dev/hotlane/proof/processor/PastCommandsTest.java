package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Questions about the past of a lane on a real broker, by the command line. */
@Tag("it")
class PastCommandsTest extends OnALane {
    private static final byte[] NONE = {};

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    PastCommandsTest(Lane lane) {
        super(lane);
    }

    private Answer ok(String id, Command command) {
        Answer answer = on.caller.call(id, command);
        assertThat(answer.verdict()).as(id).isEqualTo(Verdict.OK);
        return answer;
    }

    private Answer hold(String id) {
        return ok(id, new Command(CommandKind.TRANSACT, true, 3_600_000, List.of(Op.add("stock", -1)), NONE, NONE));
    }

    private Answer confirm(String id, String hold) {
        byte[] target = hold.getBytes(StandardCharsets.UTF_8);
        return ok(id, new Command(CommandKind.CONFIRM, false, 0, List.of(), target, NONE));
    }

    private Answer extend(String id, String hold) {
        byte[] target = hold.getBytes(StandardCharsets.UTF_8);
        return ok(id, new Command(CommandKind.EXTEND, false, 7_200_000, List.of(), target, NONE));
    }

    private int hotlane(String... words) throws Exception {
        return hotlaneOf(on.name, words);
    }

    private int hotlaneOf(String name, String... words) throws Exception {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of(
                "--lane", name, "--kafka-bootstrap-servers", lane.stack().bootstrapServers()));
        String[] all = args.toArray(new String[0]);
        CommandLine program = Hotlane.commandLine(Settings.read(all, Map.of(), directory, directory));
        return program.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(all);
    }

    private void cutLogBefore(long offset) throws Exception {
        TopicPartition partition =
                new TopicPartition(TopicSpec.commands(on.name).name(), 0);
        on.admin
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                .all()
                .get();
    }

    @Test
    void aSaleOverTwoProcessorsIsAnsweredAtEachOfItsRecords() throws Exception {
        Path snapshots = Files.createDirectory(directory.resolve("snapshots"));
        long filled;
        long sold;
        try (Started started = on.ready()) {
            filled = ok("fill", Command.transact(Op.add("stock", 10))).sequence();
            hold("first");
            on.awaitFlushed(started, hold("second"));
            Snapshots.take(on.mysql(), snapshots.resolve("a.snapshot"), on.log());
            on.awaitFlushed(started, confirm("paid", "first"));
        }
        try (Started started = on.ready()) {
            sold = confirm("paid-2", "second").sequence();
            hold("third");
            on.awaitFlushed(started, extend("longer", "third"));
            String sequence = Long.toString(sold);
            Awaitility.await("a TICK behind the sale proves it")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> hotlane("at", "--sequence", sequence, "--json") == 0
                            && out.toString().contains("\"proved\":true"));
        }
        assertThat(hotlane("at", "--sequence", Long.toString(filled), "--key", "stock"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("sequence " + filled + ", log time ")
                .contains("proved by the TICK")
                .contains("{\"key\":\"stock\",\"value\":10,");
        assertThat(hotlane("at", "--sequence", Long.toString(sold), "--prefix", "st", "--json"))
                .isZero();
        assertThat(out.toString())
                .contains("\"proved\":true")
                .contains("\"value\":8")
                .contains("\"confirmed\":2");
        assertThat(hotlane("at", "--sequence", Long.toString(sold), "--reservation", "first"))
                .isZero();
        assertThat(out.toString()).contains("{\"id\":\"first\",\"state\":\"confirmed\"");
        assertThat(hotlane("at", "--sequence", Long.toString(sold), "--reservation", "never"))
                .isZero();
        assertThat(out.toString().lines()).hasSize(1);
        refuses(sold);
        histories(snapshots);
        whatIfs();
        cut(snapshots, filled, sold);
    }

    private void refuses(long sold) throws Exception {
        assertThat(hotlane("at", "--time", "1960-01-01T00:00:00Z")).isEqualTo(2);
        assertThat(hotlane("history", "--key", "stock", "--to", "1960-01-01T00:00:00Z"))
                .isEqualTo(2);
        assertThat(hotlane("history", "--key", "stock", "--to", "2100-01-01T00:00:00Z"))
                .isEqualTo(2);
        assertThat(hotlaneOf("no-such-lane", "at", "--sequence", "0")).isEqualTo(10);
        assertThat(err.toString()).contains("KAFKA_UNREACHABLE: topic no-such-lane.commands does not exist");
        assertThat(hotlane("at", "--time", "2100-01-01T00:00:00Z")).isEqualTo(2);
        assertThat(err.toString()).contains("--time: no record has a log time after 2100-01-01T00:00:00Z yet");
        assertThat(hotlane("at", "--sequence", "1000000")).isEqualTo(2);
        assertThat(err.toString()).contains("--sequence: sequence 1000000 is past the end");
        assertThat(hotlane("at")).isEqualTo(2);
        assertThat(hotlane("at", "--sequence", Long.toString(sold), "--snapshots", "no-such-file"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--snapshots: ");
        assertThat(hotlane("at", "--sequence", Long.toString(sold), "--owner", "o", "--tenant", "A B"))
                .isEqualTo(2);
    }

    private void histories(Path snapshots) throws Exception {
        assertThat(hotlane("history", "--key", "stock")).as(err.toString()).isZero();
        String whole = out.toString();
        assertThat(whole.lines().filter(line -> line.contains("\"key\":\"stock\"")))
                .hasSize(6)
                .anyMatch(line -> line.contains("\"kind\":\"confirm\",\"id\":\"paid\""));
        assertThat(hotlane("history", "--key", "stock", "--snapshots", snapshots.toString()))
                .isZero();
        assertThat(out.toString()).isEqualTo(whole);
        assertThat(hotlane("history", "--reservation", "first")).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains("\"kind\"")))
                .hasSize(2);
        assertThat(hotlane("history", "--reservation", "third")).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains("\"kind\"")))
                .hasSize(2)
                .last()
                .asString()
                .containsPattern(
                        "\"kind\":\"extend\",\"id\":\"longer\",\"expiresAt\":\\{\"before\":\\d+,\"after\":\\d+}");
        Path ladder = Files.createDirectory(directory.resolve("ladder"));
        assertThat(hotlane("snapshot-ladder", "--every", "1000", "--directory", ladder.toString()))
                .as(err.toString())
                .isZero();
        assertThat(hotlane("snapshot-ladder", "--every", "10", "--directory", ladder.toString()))
                .isEqualTo(2);
    }

    private void whatIfs() throws Exception {
        Path changes = directory.resolve("changes.json");
        Files.writeString(changes, "[]");
        assertThat(hotlane("what-if", "--change", changes.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .startsWith("Callers' other behaviour is not modelled")
                .contains("first sequence that differs: none");
        Files.writeString(changes, "[{\"drop\":{\"id\":\"fill\"}}]");
        assertThat(hotlane("what-if", "--change", changes.toString(), "--json")).isZero();
        assertThat(out.toString()).contains("\"refused INSUFFICIENT\":3");
        Files.writeString(changes, "[{\"dropp\":{\"id\":\"fill\"}}]");
        assertThat(hotlane("what-if", "--change", changes.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("unknown field dropp");
    }

    private void cut(Path snapshots, long filled, long sold) throws Exception {
        Path taken = snapshots.resolve("a.snapshot");
        long kept = Snapshots.meta(taken).cut().nextOffset;
        Path damaged = snapshots.resolve("b.snapshot");
        Snapshots.take(on.mysql(), damaged, on.log());
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, bytes);
        String last = Long.toString(Snapshots.meta(damaged).cut().nextOffset - 1);
        assertThat(hotlane("at", "--sequence", last, "--key", "stock", "--snapshots", snapshots.toString()))
                .isZero();
        assertThat(out.toString()).contains("\"value\":7");
        assertThat(err.toString()).contains("not used: " + damaged + " is damaged");
        cutLogBefore(kept);
        String end = Long.toString(Snapshots.meta(taken).cut().nextOffset);
        assertThat(hotlane(
                        "at", "--sequence", Long.toString(sold), "--key", "stock", "--snapshots", snapshots.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("\"value\":8");
        assertThat(hotlane("at", "--sequence", Long.toString(filled), "--snapshots", snapshots.toString()))
                .isEqualTo(3);
        assertThat(err.toString()).contains("oldest is sequence " + (kept - 1) + ", time ");
        assertThat(hotlane("at", "--sequence", end)).isEqualTo(3);
        assertThat(err.toString()).contains("the log begins at offset " + kept);
    }
}

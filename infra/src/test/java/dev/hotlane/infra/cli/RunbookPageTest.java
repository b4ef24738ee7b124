package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.Processor;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.view.OwnView;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The runbooks of docs/operating.md, from the first snapshot to the lost log: their commands do what stands below them,
 * one after the other on one lane, to which the test does the harm. {@code -Ddocs.write=true} writes there what they
 * print.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class RunbookPageTest {
    private static final Path PAGE = Path.of("../docs/operating.md");
    private static final String FROM = "## Snapshots, and deleting the log\n";
    private static final String TO = "## Reading the log with the Kafka CLI\n";
    private static final boolean WRITE = Boolean.getBoolean("docs.write");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Lane lane;
    private String database;
    private long poison;

    RunbookPageTest(Lane lane) {
        this.lane = lane;
        database = lane.name();
    }

    @Test
    void runbooksDoWhatTheySay(@TempDir Path directory) throws Exception {
        // As many gateways as `hotlane dev` gives its lane.
        Topics.ensure(lane.stack().connection(), lane.name(), 8, LaneRules.small(0x5EED));
        serve(directory);
        String page = Files.readString(PAGE);
        List<PageCommand> commands = PageCommand.of(page.substring(page.indexOf(FROM), page.indexOf(TO)));
        assertThat(commands).hasSizeGreaterThan(10);
        try (Console console = new Console(lane.stack(), directory)) {
            for (PageCommand command : commands) {
                harm(command.command().strip(), directory);
                String printed =
                        console.run(line(command.command()), settings()).replace(lane.name() + ".", "hotlane.");
                if (WRITE) {
                    page = page.replace(command.text(), command.with(printed));
                    Files.writeString(PAGE, page);
                } else {
                    assertThat(masked(printed)).as(command.command()).isEqualTo(masked(command.output()));
                }
            }
        }
        serve(directory);
    }

    private String line(String command) {
        return command.replace("hotlane.commands", lane.name() + ".commands")
                .replace("jdbc:mysql://HOST:PORT/hotlane2?", lane.stack().jdbcUrl(anew()) + "&")
                .replace("jdbc:mysql://HOST:PORT/hotlane2", lane.stack().jdbcUrl(anew()))
                .replaceAll("skip \\d+", "skip " + poison);
    }

    private String anew() {
        return lane.name() + "_anew";
    }

    private Map<String, String> settings() {
        return Map.of(
                "HOTLANE_LANE",
                lane.name(),
                "HOTLANE_MYSQL_URL",
                lane.stack().jdbcUrl(database),
                "HOTLANE_MYSQL_USER",
                lane.stack().user(),
                "HOTLANE_MYSQL_PASSWORD",
                lane.stack().password());
    }

    /** The ids of topics and clusters are other ones in every run. */
    private static String masked(String text) {
        return PageCommand.masked(text.replaceAll("of topic \\S+ in cluster \\S+,", "of topic 9 in cluster 9,"));
    }

    /** What happened before somebody takes this command out of the runbook. */
    private void harm(String command, Path directory) throws Exception {
        if (command.equals("./hotlane verify") && poison > 0) {
            serve(directory);
        } else if (command.equals("./hotlane verify")) {
            sql("UPDATE hl_counter SET value = value + 1 WHERE k = 'stock:a'");
        } else if (command.contains(" restore ")) {
            // The command itself makes it.
            database = anew();
        } else if (command.contains(" skip ") && poison == 0) {
            try (LogWriter log = new LogWriter(lane.stack().connection(), lane.name() + ".commands")) {
                poison = log.command("order-17", Command.transact(Op.add("stock:a", -1)))
                        .offset();
            }
        } else if (command.contains(" skip ") && command.contains(" --look")) {
            poison = gap(directory);
        } else if (command.contains(" topics create ")) {
            // The brokers delete a topic some time after they said so.
            await().atMost(PATIENCE).until(this::commandsAreGone);
        }
    }

    private boolean commandsAreGone() {
        try (TopicAdmin brokers = new TopicAdmin(lane.stack().connection())) {
            return brokers.find(lane.name() + ".commands").isEmpty();
        }
    }

    /** A processor leads, MySQL gets some commands, and it ends. */
    private void serve(Path directory) throws Exception {
        try (Processor processor = Processor.start(processor(directory));
                LogWriter log = new LogWriter(lane.stack().connection(), lane.name() + ".commands")) {
            assertThat(processor.awaitReady(PATIENCE)).isTrue();
            long last = 0;
            for (int i = 0; i < 4; i++) {
                Command command = Command.transact(Op.add("stock:a", 5 - i), Op.add("stock:b", 1));
                last = log.command("order-" + System.nanoTime(), command).offset();
            }
            long flushed = last;
            await().atMost(PATIENCE).until(() -> processor.status().offsets().flushed() > flushed);
        }
    }

    /** A transactional producer ends a lane that serves; gives the offset that the processor's last message names. */
    private long gap(Path directory) throws Exception {
        String brokers = lane.stack().bootstrapServers();
        CompletableFuture<HaltReason> halted = new CompletableFuture<>();
        try (Processor processor = Processor.start(
                        processor(directory), new Halt(halted::complete), OwnGateway.NONE, OwnView.NONE);
                KafkaProducer<byte[], byte[]> intruder = new KafkaProducer<>(
                        Map.of("bootstrap.servers", brokers, "transactional.id", lane.name()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            assertThat(processor.awaitReady(PATIENCE)).isTrue();
            intruder.initTransactions();
            intruder.beginTransaction();
            intruder.send(new ProducerRecord<>(lane.name() + ".commands", 0, null, new byte[1]))
                    .get();
            intruder.commitTransaction();
            HaltReason refusal = halted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(refusal.code()).isEqualTo(ExitCode.OFFSET_GAP);
            Matcher named = Pattern.compile("`hotlane skip (\\d+) --look`").matcher(refusal.getMessage());
            assertThat(named.find()).as(refusal.getMessage()).isTrue();
            return Long.parseLong(named.group(1));
        }
    }

    private ProcessorSettings processor(Path directory) {
        FlushSettings mysql = FlushSettings.of(
                lane.stack().jdbcUrl(database),
                lane.stack().user(),
                lane.stack().password());
        return ProcessorSettings.of(lane.name(), lane.stack().bootstrapServers(), mysql, directory);
    }

    private void sql(String statement) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        lane.stack().jdbcUrl(database),
                        lane.stack().user(),
                        lane.stack().password());
                Statement open = connection.createStatement()) {
            assertThat(open.executeUpdate(statement)).isEqualTo(1);
        }
    }
}

package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.ArgName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/operating.md do what stands below them. {@code -Ddocs.write=true} writes there what they print.
 * The page speaks of the lane `hotlane` and of one minute; here they are exchanged for those of the test,
 * and the end of a reading that waits for no more.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class OperatingPageTest {
    private static final Path PAGE = Path.of("../docs/operating.md");
    private static final String SECTION = "## Reading the log with the Kafka CLI\n";
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\d([T ])\\d\\d:\\d\\d:\\d\\dZ";

    /** On a busy machine the CLI may need more than five seconds for its first record; {@link #fill} writes six. */
    private static final String ENDS = "--timeout-ms 120000 --max-messages 6";

    private static final boolean WRITE = Boolean.getBoolean("docs.write");

    @Test
    void commandsOfThePageDoWhatItSays(DevStack stack, @TempDir Path directory) throws Exception {
        // Not in containers: the page looks into the broker's files.
        Lane lane = Lane.create(stack, "operatingpagetest");
        Instant minute = fill(lane);
        String page = Files.readString(PAGE);
        List<PageCommand> exchanges = PageCommand.of(page.substring(page.indexOf(SECTION)));

        assertThat(exchanges).hasSizeGreaterThan(8);
        try (Console console = new Console(lane.stack(), directory)) {
            for (PageCommand exchange : exchanges) {
                String line = exchange.command()
                        .replaceAll("hotlane\\.(commands|replies|flushed)", lane.name() + ".$1")
                        .replace("--timeout-ms 5000", ENDS)
                        .replace("./hotlane log ", "./hotlane log --lane " + lane.name() + " ")
                        .replaceAll(TIME, minute.toString().replace("T", "$1"));
                String printed = console.run(line).replace(lane.name() + ".", "hotlane.");
                if (WRITE) {
                    page = page.replace(exchange.text(), at(minute, exchange.with(printed)));
                    Files.writeString(PAGE, page);
                } else {
                    assertThat(PageCommand.masked(printed)).as(line).isEqualTo(PageCommand.masked(exchange.output()));
                }
            }
        }
    }

    private static String at(Instant minute, String text) {
        return text.replaceAll(TIME, minute.toString().replace("T", "$1"));
    }

    /** Gives the time of the first command. */
    private static Instant fill(Lane lane) throws Exception {
        String brokers = lane.stack().bootstrapServers();
        Topics.ensure(brokers, lane.name(), 1, Rules.first(0x5EED));
        RecordWriter records = new RecordWriter();
        Instant minute;
        try (LogWriter log = new LogWriter(brokers, lane.name() + ".commands")) {
            log.append(null, records.lead(1, 0x1111, 0x2222, -1));
            Instant before = Instant.ofEpochMilli(
                            log.append(null, records.tick(tick(1, 0))).timestamp())
                    .truncatedTo(ChronoUnit.SECONDS);
            await().until(() -> Instant.now().truncatedTo(ChronoUnit.SECONDS).isAfter(before));
            Command set = Command.transact(Op.set("stock:a", 10));
            minute = Instant.ofEpochMilli(log.command("restock-17", set).timestamp())
                    .truncatedTo(ChronoUnit.SECONDS);
            Op limit = Op.add("limit:deal1:u7", 1).arg(ArgName.MAX, 1);
            log.command("01936f2e-7a10-7c3d-8e4f-0123456789ab", Command.transact(Op.add("stock:a", -1), limit));
            log.append(null, records.tick(tick(5, 5)));
        }
        try (LogWriter replies = new LogWriter(brokers, lane.name() + ".replies")) {
            Beat beat = new Beat(
                    1,
                    0x1111,
                    0x2222,
                    5,
                    0,
                    5,
                    5,
                    5,
                    0,
                    2,
                    1 << 22,
                    600_000,
                    5,
                    1,
                    1,
                    64,
                    1_000,
                    86_400_000,
                    0,
                    1,
                    0,
                    1,
                    1);
            byte[] message = ReplyRecord.message(beat);
            ReplyRecord.Packer packer = new ReplyRecord.Packer();
            packer.add(message, 0, message.length);
            replies.append(null, packer.seal());
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            TopicPartition log = new TopicPartition(lane.name() + ".commands", 0);
            admin.alterConsumerGroupOffsets(lane.name() + ".flushed", Map.of(log, new OffsetAndMetadata(5)))
                    .all()
                    .get();
        }
        return minute;
    }

    private static Tick tick(long applied, long flushed) {
        return new Tick(1, 0x1111, 0x2222, System.currentTimeMillis(), -1, 0, applied, applied, flushed);
    }
}

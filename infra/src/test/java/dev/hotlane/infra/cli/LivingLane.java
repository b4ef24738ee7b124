package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.Processor;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.sbe.ArgName;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * A lane whose processor leads and appends TICKs all the time. Its log has two commands, both from {@link #from()} on and
 * before {@link #to()}, two seconds later. One thread.
 */
final class LivingLane implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Lane lane;
    private final Processor processor;
    private final Instant from;
    private final Instant to;

    /** Starts the processor; returns when MySQL has the commands and the log goes on beyond {@link #to}. */
    LivingLane(Lane lane, Path directory) throws Exception {
        this.lane = lane;
        KafkaConnection brokers = lane.stack().connection();
        Topics.ensure(brokers, lane.name(), 1, LaneRules.small(0x5EED));
        FlushSettings mysql = FlushSettings.of(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
        processor = Processor.start(ProcessorSettings.of(lane.name(), brokers.bootstrapServers(), mysql, directory));
        assertThat(processor.awaitReady(PATIENCE)).isTrue();
        try (LogWriter log = new LogWriter(brokers, topic())) {
            Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            await().until(() -> Instant.now().truncatedTo(ChronoUnit.SECONDS).isAfter(before));
            from = Instant.ofEpochMilli(log.command("restock-17", Command.transact(Op.set("stock:a", 10)))
                            .timestamp())
                    .truncatedTo(ChronoUnit.SECONDS);
            to = from.plusSeconds(2);
            Op limit = Op.add("limit:deal1:u7", 1).arg(ArgName.MAX, 1);
            Command sale = Command.transact(Op.add("stock:a", -1), limit);
            long last =
                    log.command("01936f2e-7a10-7c3d-8e4f-0123456789ab", sale).offset();
            await().until(() -> committed() > last && logEndsAfter(to));
        }
    }

    Instant from() {
        return from;
    }

    Instant to() {
        return to;
    }

    private boolean logEndsAfter(Instant time) {
        try (TopicLog log = new TopicLog(lane.stack().connection(), topic())) {
            return log.offsetAt(time.toEpochMilli()) < log.endOffset();
        }
    }

    /** The offset that the processor commits for people to see; -1 before the first. */
    private long committed() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", lane.stack().bootstrapServers()))) {
            return admin
                    .listConsumerGroupOffsets(lane.name() + ".flushed")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .values()
                    .stream()
                    .mapToLong(position -> position.offset())
                    .max()
                    .orElse(-1);
        }
    }

    private String topic() {
        return lane.name() + ".commands";
    }

    @Override
    public void close() {
        processor.close();
    }
}

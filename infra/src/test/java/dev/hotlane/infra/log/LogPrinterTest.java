package dev.hotlane.infra.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.cli.RecordFilter;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.sbe.CommandKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class LogPrinterTest {
    private static final RecordFilter ALL = RecordFilter.all();

    @Test
    void findsRecordsByOffsetTimeKeyIdAndKind(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        String topic = lane.name() + ".commands";
        Topics.ensure(brokers, lane.name(), 1, LaneRules.small(1));
        RecordMetadata second;
        try (LogWriter writer = new LogWriter(brokers, topic)) {
            writer.command("order-1", Command.transact(Op.add("stock:a", 5)));
            second = writer.command("order-2", Command.transact(Op.add("stock:b", 1), Op.add("stock:a", -1)));
            writer.command("order-3", cancel("order-2"));
            writer.append(null, new RecordWriter().lead(1, 2, 3, -1));
            writer.append(null, "noise".getBytes(StandardCharsets.UTF_8));
            writer.command("order-4", Command.transact(Op.add("stock:b", 1)));
        }
        try (TopicLog log = new TopicLog(brokers, topic)) {
            assertThat(all(log, ALL)).hasSize(7).allMatch(line -> line.startsWith("{\"offset\":"));
            assertThat(offsets(all(log, key("stock:a")))).containsExactly(1L, 2L);
            assertThat(offsets(all(log, new RecordFilter(Set.of(), List.of(), "order-2"))))
                    .containsExactly(2L, 3L);
            assertThat(offsets(all(log, kinds(RecordKind.GARBAGE)))).containsExactly(5L);
            assertThat(offsets(all(log, kinds(RecordKind.LEAD)))).containsExactly(4L);
            assertThat(offsets(all(log, kinds(RecordKind.LEAD, RecordKind.GARBAGE))))
                    .containsExactly(4L, 5L);
            assertThat(offsets(all(log, new RecordFilter(Set.of(), List.of("stock:b", "stock:c"), null))))
                    .containsExactly(2L, 6L);
            assertThat(offsets(new LogPrinter(log, key("stock:a")).last(1))).containsExactly(2L);
            assertThat(offsets(new LogPrinter(log, ALL).last(3))).containsExactly(4L, 5L, 6L);
            assertThat(new LogPrinter(log, ALL).last(100)).hasSize(7);
            assertThat(log.offsetAt(second.timestamp())).isBetween(1L, 2L);
            assertThat(log.offsetAt(second.timestamp() + 3_600_000)).isEqualTo(7);
            assertThat(range(log, 0, 7, second.timestamp(), 100)).hasSizeBetween(0, 2);
            assertThat(offsets(range(log, 2, 7, Long.MAX_VALUE, 2))).containsExactly(2L, 3L);
        }
    }

    @Test
    void findsRecordsByTenantAndPrincipal(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        String topic = lane.name() + ".commands";
        Topics.ensure(brokers, lane.name(), 1, LaneRules.small(1));
        try (LogWriter writer = new LogWriter(brokers, topic);
                TopicLog log = new TopicLog(brokers, topic)) {
            writer.command("order-1", Command.transact(Op.add("stock:a", 5)));
            writer.command(Sender.of("acme", "checkout"), "order-1", Command.transact(Op.add("stock:a", 1)));
            writer.command(Sender.of("acme", "back-office"), "order-2", cancel("order-1"));
            writer.command(Sender.of("b-2", "checkout"), "order-1", cancel("order-1"));
            assertThat(offsets(all(log, sent(null, "acme", null)))).containsExactly(2L, 3L);
            assertThat(offsets(all(log, sent(null, "", null)))).containsExactly(1L);
            assertThat(offsets(all(log, sent(null, null, "checkout")))).containsExactly(2L, 4L);
            assertThat(offsets(all(log, sent("order-1", "acme", "checkout")))).containsExactly(2L);
            assertThat(offsets(all(log, sent("order-1", null, null)))).containsExactly(1L, 2L, 3L, 4L);
            assertThat(all(log, sent(null, "acme", "checkout")))
                    .singleElement()
                    .asString()
                    .contains("\"id\":\"order-1\",\"tenant\":\"acme\"", "\"principal\":\"checkout\"");
        }
    }

    private static RecordFilter sent(String id, String tenant, String principal) {
        return new RecordFilter(Set.of(), List.of(), id, tenant, principal);
    }

    @Test
    void followsALogUntilItIsStopped(Lane lane) throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        String topic = lane.name() + ".commands";
        Topics.ensure(brokers, lane.name(), 1, LaneRules.small(1));
        AtomicInteger seen = new AtomicInteger();
        try (LogWriter writer = new LogWriter(brokers, topic);
                TopicLog log = new TopicLog(brokers, topic)) {
            new LogPrinter(log, ALL).range(0, Long.MAX_VALUE, Long.MAX_VALUE, 100, () -> seen.get() == 3, line -> {
                if (seen.incrementAndGet() < 3) {
                    append(writer);
                }
            });
        }
        assertThat(seen).hasValue(3);
    }

    private static void append(LogWriter writer) {
        try {
            writer.command("next", Command.transact(Op.add("k", 1)));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Command cancel(String target) {
        byte[] id = target.getBytes(StandardCharsets.UTF_8);
        return new Command(CommandKind.CANCEL, false, 0, List.of(), id, new byte[0]);
    }

    private static RecordFilter key(String key) {
        return new RecordFilter(Set.of(), List.of(key), null);
    }

    private static RecordFilter kinds(RecordKind... kinds) {
        return new RecordFilter(Set.of(kinds), List.of(), null);
    }

    private static List<String> all(TopicLog log, RecordFilter filter) {
        List<String> lines = new ArrayList<>();
        new LogPrinter(log, filter)
                .range(log.startOffset(), log.endOffset(), Long.MAX_VALUE, 1_000, () -> false, lines::add);
        return lines;
    }

    private static List<String> range(TopicLog log, long from, long to, long until, long limit) {
        List<String> lines = new ArrayList<>();
        new LogPrinter(log, ALL).range(from, to, until, limit, () -> false, lines::add);
        return lines;
    }

    private static List<Long> offsets(List<String> lines) {
        return lines.stream()
                .map(line -> Long.parseLong(line.replaceFirst("\\{\"offset\":(\\d+),.*", "$1")))
                .toList();
    }
}

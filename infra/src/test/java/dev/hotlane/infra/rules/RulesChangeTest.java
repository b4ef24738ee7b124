package dev.hotlane.infra.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.log.CommandAppend;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.Processor;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rules that an operator changes on a real lane, and every change that is refused. */
@Tag("it")
@ExtendWith(RealStack.class)
class RulesChangeTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Rules FIRST = LaneRules.small(0x5EED);

    private final Lane lane;
    private final KafkaConnection brokers;
    private final FlushSettings mysql;
    private final List<String> said = new ArrayList<>();

    @TempDir
    private Path directory;

    RulesChangeTest(Lane lane) {
        this.lane = lane;
        brokers = lane.stack().connection();
        mysql = FlushSettings.of(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
        Topics.ensure(brokers, lane.name(), 1, FIRST);
    }

    private static final RunningProcessors NONE = new RunningProcessors(List.of(), null, null);

    private RulesChange rules(FlushSettings database) {
        return new RulesChange(brokers, lane.name(), database, said::add, SOON);
    }

    private Processor processor() {
        Processor processor =
                Processor.start(ProcessorSettings.of(lane.name(), brokers.bootstrapServers(), mysql, directory));
        assertThat(processor.awaitReady(SOON)).isTrue();
        return processor;
    }

    private void refused(RulesChange change, Map<String, Long> changes, List<String> processors, String why) {
        assertThatThrownBy(() -> change.set(changes, new RunningProcessors(processors, null, null), true))
                .isInstanceOf(RulesException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aChangeComesIntoForceAndIsFoundByTheLogAndByMySql() throws Exception {
        try (Processor processor = processor()) {
            assertThat(rules(null).inForce()).isEqualTo(FIRST);
            assertThat(rules(mysql).set(Map.of("opsMax", 32L), NONE, false)).isFalse();
            assertThat(said).containsExactly("opsMax: 64 -> 32", "nothing was written; say --yes to do it");
            assertThat(rules(mysql).inForce()).isEqualTo(FIRST);

            assertThat(rules(mysql).set(Map.of("opsMax", 32L), NONE, true)).isTrue();
            Rules second = FIRST.as(2, 1).withOpsMax(32);
            assertThat(said).last().isEqualTo("in force: the leader goes by RULES(2)");
            assertThat(processor.status().state().at().rulesVersion()).isEqualTo(2);
            assertThat(rules(null).inForce()).isEqualTo(second);
            assertThat(rules(mysql).inForce()).isEqualTo(second);

            await().atMost(SOON).until(() -> flushed() > 10);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
                admin.deleteRecords(Map.of(
                                new TopicPartition(lane.name() + ".commands", 0), RecordsToDelete.beforeOffset(5)))
                        .all()
                        .get();
            }
            await().atMost(SOON).until(() -> flushed() > 10);
            assertThat(rules(mysql).inForce()).isEqualTo(second);
            assertThatThrownBy(() -> rules(null).inForce())
                    .isInstanceOf(RulesException.class)
                    .hasMessageContaining("give --mysql-url");
        }
    }

    private long flushed() {
        return new Checkpoint(mysql).meta().orElseThrow().cut().nextOffset;
    }

    @Test
    void whatCanNotBeSetIsRefusedAndNothingIsWritten() throws IOException {
        RulesChange change = rules(null);
        refused(change, Map.of("hashSeed", 1L), List.of(), "hashSeed can't be set");
        refused(change, Map.of("rulesVersion", 2L), List.of(), "rulesVersion can't be set");
        refused(
                change,
                Map.of("opsMaximum", 2L),
                List.of(),
                "opsMaximum is no number of the rules. They are: formatVersion");
        refused(change, Map.of("opsMax", 65L), List.of(), "opsMax must be 1..64");
        refused(change, Map.of("holdsMax", 1L << 40), List.of(), "holdsMax must be a number of 32 bits");
        refused(change, Map.of("opsMax", 64L), List.of(), "nothing would change");
        refused(change, Map.of("formatVersion", 2L), List.of(), "needs --processors");
        refused(change, Map.of("stateBytesMax", 1_000_000_000L), List.of(), "needs --processors");
        refused(change, Map.of("windowBytesMax", 500_000_000L), List.of(), "needs --processors");
        refused(change, Map.of("formatVersion", 2L), List.of("http://127.0.0.1:1"), "did not answer");
        refused(change, Map.of("formatVersion", 2L), List.of("no url"), "did not answer");
        Map<String, String> pages = Map.of(
                "{\"formatMax\":1,\"heapMaxBytes\":5}", "reads formats up to 1, not 2: upgrade it first",
                "{\"role\":\"gateway\"}", "answered 200 without formatMax and heapMaxBytes",
                "{\"formatMax\":2,\"heapMaxBytes\":5}", "these rules need",
                "{\"formatMax\":2,\"heapMaxBytes\":9000000000}", "this build writes formats up to 1, not 2");
        for (Map.Entry<String, String> page : pages.entrySet()) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            byte[] body = page.getKey().getBytes(StandardCharsets.UTF_8);
            server.createContext("/v1/status", exchange -> {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
            refused(
                    change,
                    Map.of("formatVersion", 2L),
                    List.of("http://127.0.0.1:" + server.getAddress().getPort() + "/"),
                    page.getValue());
            server.stop(0);
        }
        try (TopicLog log = new TopicLog(brokers, lane.name() + ".commands")) {
            assertThat(log.endOffset()).isEqualTo(1);
        }
        assertThat(said).isEmpty();
    }

    @Test
    void aProcessorTellsWhatItReadsAndHolds() {
        try (Processor processor = processor()) {
            String url = "http://127.0.0.1:" + processor.httpPort();
            refused(rules(null), Map.of("formatVersion", 2L), List.of(url), "reads formats up to 1");
        }
    }

    @Test
    void withoutALeaderItIsNotInForceInTime() {
        RulesChange impatient = new RulesChange(brokers, lane.name(), null, said::add, Duration.ofMillis(50));
        refused(impatient, Map.of("opsMax", 32L), List.of(), "no BEAT with RULES(2) came within");
        assertThat(rules(null).inForce().opsMax()).isEqualTo(32);
    }

    /** Two operators at once: the record that comes first wins, and the other one says so. */
    @Test
    void aChangeThatCameFirstIsNotTakenForOurs() {
        RulesChange late = new RulesChange(
                brokers,
                lane.name(),
                null,
                line -> {
                    if (line.startsWith("opsMax")) {
                        CommandAppend.append(
                                brokers,
                                lane.name() + ".commands",
                                new RecordWriter().rules(FIRST.as(2, 1).withOpsMax(16)));
                    }
                },
                SOON);
        refused(late, Map.of("opsMax", 32L), List.of(), "another RULES(2) came first");
        assertThat(rules(null).inForce().opsMax()).isEqualTo(16);
    }

    /** As apply does: a version that is not the next one, another seed and a record that a SKIP names have no effect. */
    @Test
    void onlyRulesThatTookEffectCount() {
        RecordWriter writer = new RecordWriter();
        Rules skipped = FIRST.as(2, 1).withOpsMax(8);
        CommandAppend.appendAll(
                brokers,
                lane.name() + ".commands",
                List.of(
                        writer.rules(FIRST.as(3, 1).withOpsMax(1)),
                        writer.rules(skipped),
                        writer.rules(Rules.first(1).as(2, 1)),
                        writer.rules(FIRST.as(2, 1).withOpsMax(4)),
                        writer.skip(2)));
        assertThat(rules(null).inForce()).isEqualTo(FIRST.as(2, 1).withOpsMax(4));
    }

    @Test
    void everyNumberOfTheRulesHasItsName() {
        List<String> components = java.util.Arrays.stream(Rules.class.getRecordComponents())
                .map(java.lang.reflect.RecordComponent::getName)
                .toList();
        assertThat(RulesText.numbers(FIRST).keySet()).containsExactlyElementsOf(components);
        assertThat(RulesText.shown(FIRST))
                .startsWith("rulesVersion=1\nformatVersion=1\nopsMax=64\n")
                .endsWith(
                        "hashSeed=0000000000005eed\nstateBytesMax=22000000\nwindowBytesMax=10000000\ntenantHoldsMax=2000000");
    }
}

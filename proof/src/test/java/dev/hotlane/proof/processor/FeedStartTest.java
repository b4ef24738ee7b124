package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.infra.feed.FeedSettings;
import dev.hotlane.infra.feed.FeedVerifier;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.TopicsReport;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.infra.verify.VerifyException;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a feed refuses at its start, and how it ends when its topics are made again. */
@Tag("it")
class FeedStartTest extends OnALane {
    FeedStartTest(Lane lane) {
        super(lane);
    }

    private FeedRun feed(FeedScope scope) {
        return feed("feed", scope);
    }

    private FeedRun feed(String files, FeedScope scope) {
        return new FeedRun(new FeedSettings(
                lane.stack().connection(), on.name, scope, directory.resolve(files), on.mysql(), null));
    }

    private void createTopics() {
        TopicsReport made = Topics.ensure(
                lane.stack().connection(),
                WantedTopics.of(on.name, ProcessorLane.REPLY_PARTITIONS).withFeed(true),
                1,
                Rules.first(7));
        assertThat(made.differences()).isEmpty();
    }

    @Test
    void refusesTopicsThatAreMissingOrDiffer() throws Exception {
        HaltReason missing =
                catchThrowableOfType(HaltReason.class, () -> feed(FeedScope.ALL).close());
        assertRefused(missing, ExitCode.TOPIC_MISSING, "topics create --feed");
        createTopics();
        ConfigResource changes = new ConfigResource(
                ConfigResource.Type.TOPIC, TopicSpec.changes(on.name).name());
        on.admin
                .incrementalAlterConfigs(Map.of(
                        changes,
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", "compact"), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        HaltReason differs =
                catchThrowableOfType(HaltReason.class, () -> feed(FeedScope.ALL).close());
        assertRefused(
                differs, ExitCode.TOPIC_SETTINGS, on.name + ".changes has cleanup.policy=compact, expected delete");
    }

    @ParameterizedTest
    @CsvSource({
        "counters, cleanup.policy, delete",
        "progress, cleanup.policy, delete",
        "changes, message.timestamp.type, CreateTime",
        "progress, message.timestamp.type, CreateTime"
    })
    void refusesAnotherSettingOfEachTopicByItsName(String topic, String setting, String value) throws Exception {
        createTopics();
        String name = on.name + "." + topic;
        on.admin
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, name),
                        List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        assertRefused(refused(), ExitCode.TOPIC_SETTINGS, name + " has " + setting + "=" + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"counters", "changes", "progress"})
    void refusesASecondPartition(String topic) throws Exception {
        createTopics();
        String name = on.name + "." + topic;
        on.admin
                .createPartitions(Map.of(name, NewPartitions.increaseTo(2)))
                .all()
                .get();
        assertRefused(refused(), ExitCode.TOPIC_SETTINGS, name + " has 2 partitions, expected 1");
    }

    /** The broker may report a change a moment after it was made. */
    private HaltReason refused() {
        return Awaitility.await()
                .pollInSameThread()
                .until(
                        () -> catchThrowableOfType(
                                HaltReason.class, () -> feed(FeedScope.ALL).close()),
                        found -> found != null);
    }

    private void step(FeedRun feed, long upTo) {
        Awaitility.await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> {
            feed.step();
            return feed.status().upTo() >= upTo;
        });
    }

    private void write(String topic) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", lane.stack().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] text = "not of a feed".getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(topic, text, text)).get();
        }
    }

    @Test
    void whatOthersDidToItsTopicsIsNamed() throws Exception {
        assertThatThrownBy(() -> FeedVerifier.run(lane.stack().connection(), on.name, null))
                .isInstanceOf(VerifyException.class)
                .hasMessageContaining(on.name + ".progress does not exist");
        createTopics();
        try (ProcessorLane.Started started = on.ready()) {
            try (FeedRun feed = feed(FeedScope.ALL)) {
                step(
                        feed,
                        on.caller.call("one", Command.transact(Op.set("a", 10))).sequence());
                write(TopicSpec.changes(on.name).name());
                write(TopicSpec.counters(on.name).name());
                step(
                        feed,
                        on.caller.call("two", Command.transact(Op.set("b", 10))).sequence());
            }
            assertThat(FeedVerifier.run(lane.stack().connection(), on.name, null)
                            .differences())
                    .hasSize(2)
                    .anyMatch(each -> each.contains("no feed wrote: not of a feed"))
                    .anyMatch(each -> each.startsWith("counter not of a feed is "));
            String counters = TopicSpec.counters(on.name).name();
            on.admin.deleteTopics(List.of(counters)).all().get();
            Awaitility.await().ignoreExceptions().until(() -> {
                createTopics();
                return true;
            });
            assertRefused(
                    catchThrowableOfType(
                            HaltReason.class, () -> feed(FeedScope.ALL).close()),
                    ExitCode.TOPIC_RECREATED,
                    counters + " ends at offset 0");
            assertThat(started.halted()).isNotDone();
        }
    }

    @Test
    void refusesOtherPrefixesThanThoseOfTheTopicsAndEndsWhenTheTopicsAreMadeAgain() throws Exception {
        createTopics();
        FeedScope stock = new FeedScope(List.of("stock:"), false);
        try (ProcessorLane.Started started = on.ready();
                FeedRun feed = feed(stock)) {
            long last = on.caller
                    .call("one", Command.transact(Op.set("stock:a", 10)))
                    .sequence();
            Awaitility.await()
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        feed.step();
                        return feed.status().upTo() >= last;
                    });
            HaltReason same = catchThrowableOfType(
                    HaltReason.class, () -> feed(FeedScope.ALL).close());
            assertRefused(same, ExitCode.NO_ROOM, "another feed has the directory", "--feed-directory");
            HaltReason other = catchThrowableOfType(
                    HaltReason.class, () -> feed("other", FeedScope.ALL).close());
            assertRefused(other, ExitCode.TOPIC_SETTINGS, "[stock:]", "--feed-prefix", "[]");
            on.admin
                    .deleteTopics(List.of(TopicSpec.changes(on.name).name()))
                    .all()
                    .get();
            HaltReason[] end = new HaltReason[1];
            Awaitility.await()
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        try {
                            feed.step();
                        } catch (HaltReason e) {
                            end[0] = e;
                        }
                        return end[0] != null;
                    });
            assertRefused(end[0], ExitCode.TOPIC_RECREATED, "made again");
            assertThat(started.halted()).isNotDone();
        }
    }
}

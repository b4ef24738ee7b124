package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.ProcessorSettings.Log;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each mismatch found at start has its own exit code, and a message that names what was found and expected. */
@Tag("it")
@Tag("containers")
class RefusalTest extends OnALane {
    RefusalTest(Lane lane) {
        super(lane);
    }

    private void assertRefused(ExitCode code, String... words) {
        assertRefused(on.refused(), code, words);
    }

    private ProcessorSettings impatient(String bootstrap, FlushSettings mysql) {
        ProcessorSettings usual = on.settings(0, Duration.ofSeconds(10), Duration.ofSeconds(1));
        return usual.withLog(new Log(KafkaConnection.to(bootstrap), Retention.OFF))
                .withMysql(mysql);
    }

    private void deleteRecordsBelow(long offset) throws Exception {
        TopicPartition partition =
                new TopicPartition(TopicSpec.commands(on.name).name(), 0);
        on.admin
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                .all()
                .get();
    }

    @Test
    void kafkaOutOfReach() {
        assertRefused(on.refused(impatient("127.0.0.1:1", on.mysql())), ExitCode.KAFKA_UNREACHABLE, "Kafka");
    }

    @Test
    void mySqlOutOfReach() {
        FlushSettings nowhere = FlushSettings.of("jdbc:mysql://127.0.0.1:1/x", "u", "p");
        assertRefused(
                on.refused(impatient(lane.stack().bootstrapServers(), nowhere)), ExitCode.MYSQL_UNREACHABLE, "MySQL");
    }

    @Test
    void noSuchTopic() throws Exception {
        on.admin
                .deleteTopics(List.of(TopicSpec.replies(on.name, 1).name()))
                .all()
                .get();
        assertRefused(ExitCode.TOPIC_MISSING, on.name + ".replies", "topics create");
    }

    @Test
    void moreThanOnePartition() throws Exception {
        on.admin
                .createPartitions(Map.of(TopicSpec.commands(on.name).name(), NewPartitions.increaseTo(3)))
                .all()
                .get();
        assertRefused(ExitCode.TOO_MANY_PARTITIONS, "3 partitions", "expected 1");
    }

    @Test
    void aCompactedTopic() throws Exception {
        ConfigResource topic = new ConfigResource(
                ConfigResource.Type.TOPIC, TopicSpec.commands(on.name).name());
        on.admin
                .incrementalAlterConfigs(Map.of(
                        topic,
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", "compact"), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        assertRefused(ExitCode.TOPIC_SETTINGS, "cleanup.policy=compact", "expected delete");
    }

    @Test
    void anotherCluster() throws Exception {
        on.served(5);
        on.sql("UPDATE hl_meta SET cluster_id = 'elsewhere'");
        assertRefused(ExitCode.WRONG_CLUSTER, "elsewhere");
    }

    @Test
    void aTopicThatWasCreatedAgain() throws Exception {
        on.served(5);
        String before = on.commandsTopicId();
        on.recreateCommands();
        assertRefused(ExitCode.TOPIC_RECREATED, before, on.commandsTopicId());
    }

    @Test
    void aLogThatStartsBehindTheCheckpoint() throws Exception {
        on.served(5);
        long checkpoint = on.stored().cut().nextOffset;
        for (int i = 0; i < 5; i++) {
            on.caller.append(null, new byte[1]).get();
        }
        deleteRecordsBelow(checkpoint + 3);
        assertRefused(ExitCode.LOG_LOST_RANGE, "offset " + checkpoint, "starts at " + (checkpoint + 3));
    }

    @Test
    void anEmptyDatabaseForALogWhoseBeginningIsGone() throws Exception {
        on.caller.append(null, new byte[1]).get();
        deleteRecordsBelow(1);
        assertRefused(ExitCode.LOG_LOST_RANGE, "the database is empty", "starts at offset 1");
    }

    @Test
    void aLogThatEndsBeforeTheCheckpoint() throws Exception {
        on.served(5);
        on.recreateCommands();
        on.sql("UPDATE hl_meta SET topic_id = '" + on.commandsTopicId() + "'");
        assertRefused(ExitCode.CHECKPOINT_PAST_LOG_END, "ends at 0");
    }

    @Test
    void aLogThatWasWrittenAnew() throws Exception {
        on.served(5);
        long checkpoint = on.stored().cut().nextOffset;
        on.recreateCommands();
        on.sql("UPDATE hl_meta SET topic_id = '" + on.commandsTopicId() + "'");
        for (int i = 0; i <= checkpoint; i++) {
            byte[] other = new RecordWriter().rules(LaneRules.small(i));
            // The producer notices the new topic only by a failure.
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> on.caller.append(null, other).get() != null);
        }
        assertRefused(ExitCode.LAST_RECORD_DIFFERS, "offset " + (checkpoint - 1));
    }

    @Test
    void aRowChangedByHand() throws Exception {
        on.served(20);
        on.sql("UPDATE hl_counter SET value = value + 1 LIMIT 1");
        assertRefused(ExitCode.DIGEST_MISMATCH, "digest", "verify");
    }

    @Test
    void aRowThatIsGone() throws Exception {
        on.served(20);
        on.sql("DELETE FROM hl_counter LIMIT 1");
        assertRefused(ExitCode.CORRUPT_CHECKPOINT, "hl_counter");
    }

    @Test
    void aServerThatClipsValues() throws Exception {
        on.served(5);
        on.sql("SET GLOBAL sql_mode = ''");
        try {
            assertRefused(ExitCode.NON_STRICT_SQL, "STRICT_TRANS_TABLES");
        } finally {
            on.sql("SET GLOBAL sql_mode = DEFAULT");
        }
    }

    @Test
    void aTableInAnotherEngine() throws Exception {
        on.served(5);
        on.sql("ALTER TABLE hl_counter ENGINE = MyISAM");
        assertRefused(ExitCode.WRONG_SCHEMA, "MyISAM", "InnoDB");
    }

    @Test
    void rulesOfALaterBuild() throws Exception {
        on.served(5);
        Rules next = LaneRules.small(42).as(2, Rules.KNOWN_FORMAT_MAX + 1);
        on.caller.append(null, new RecordWriter().rules(next)).get();
        try (ProcessorLane.Started started = on.start()) {
            assertThat(started.halted()
                            .get(30, java.util.concurrent.TimeUnit.SECONDS)
                            .code())
                    .isEqualTo(ExitCode.UNKNOWN_RULES);
        }
    }
}

package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.infra.acls.AccountRole;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.retention.LaneRetention;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.processor.watch.Retention.ForFeed;
import dev.hotlane.proof.lane.SecuredLane.Run;
import dev.hotlane.proof.lane.SecuredLane.Serving;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.kafka.KafkaDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed and the retention that regards it, by TLS and SASL, each with the ACLs of `hotlane acls` and no more. */
@Tag("it")
class SecuredFeedTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static SecuredLane on;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        on = new SecuredLane();
        Topics.ensure(
                on.secure.connection(), WantedTopics.of(SecuredLane.LANE, 3).withFeed(true), 0, null);
    }

    @AfterAll
    static void end() {
        on.close();
    }

    @Test
    void feedPublishesAndTheLogIsKeptForItWithinTheBound() throws Exception {
        Serving node = on.node(on.file(AccountRole.NODE), 1).await();
        try (Client client = new Client(node.gatewayPort(), 1)) {
            WholeLane.told(client, Call.put("stock", "stock:a", 10));
            long first = WholeLane.told(client, Call.add("sale", "stock:a", -3))
                    .json()
                    .getLong("offset");
            Awaitility.await().atMost(PATIENCE).until(() -> WholeLane.flushed(client) > first);
            snapshot("first.snapshot");
            long last = WholeLane.told(client, Call.add("more", "stock:a", -1))
                    .json()
                    .getLong("offset");
            Awaitility.await().atMost(PATIENCE).until(() -> WholeLane.flushed(client) > last);
            snapshot("second.snapshot");
            Run none = retention("--keep-feed");
            assertThat(none.printed())
                    .contains(
                            "kept for the feed: no feed has published", "secured.progress", "nothing is to be deleted");

            ChildProcess feed = on.start(
                    "feed",
                    "--kafka-config=" + on.file(AccountRole.FEED),
                    "--feed-http-port=0",
                    "--feed-directory=" + directory.resolve("feed"));
            Awaitility.await("the group shows the position").atMost(PATIENCE).until(() -> {
                feed.requireAlive();
                return shown() > last;
            });
            Run verify = on.run(AccountRole.OPERATOR, "verify", "--feed");
            assertThat(verify.code()).as(verify.printed()).isZero();

            assertThat(deletedBelow(1L << 40)).isZero();
            assertDenied();
            on.grant();
            Run beyond = retention("--keep-feed", "--keep-feed-max-bytes=1");
            assertThat(beyond.printed()).contains("exceeds 1 bytes", " are deleted");
            feed.requireAlive();
        }
    }

    /** Takes a snapshot that counts as proven. */
    private void snapshot(String file) {
        Meta cut =
                Snapshots.take(mysql(), directory.resolve(file), new LaneLog(on.secure.connection(), SecuredLane.LANE));
        Identity log = TopicAdmin.identity(on.secure.connection(), SecuredLane.LANE);
        assertThat(new SnapshotList(mysql(), log).proven(cut)).isTrue();
    }

    private static FlushSettings mysql() {
        return Verifier.database(on.secure.jdbcUrl(SecuredLane.LANE), on.secure.user(), on.secure.password());
    }

    /** One round of retention under its account, in this process; 0: nothing is deleted. */
    private static long deletedBelow(long bytesMax) {
        Retention keep = new Retention(2, Duration.ofSeconds(1), new ForFeed(true, bytesMax));
        KafkaConnection account = KafkaConnection.read(on.file(AccountRole.RETENTION), null);
        try (LaneRetention retention = new LaneRetention(account, SecuredLane.LANE, mysql(), keep)) {
            long below = retention.round();
            assertThat(retention.feedFault()).isEmpty();
            return below;
        }
    }

    private static Run retention(String... options) {
        List<String> words = new ArrayList<>(on.mysql());
        words.addAll(List.of("--once", "--keep-records=2"));
        words.addAll(List.of(options));
        Run run = on.run(AccountRole.RETENTION, "retention", words.toArray(String[]::new));
        assertThat(run.code()).as(run.printed()).isZero();
        return run;
    }

    /** Without Describe on the cluster the size of the log is unknown: it says so at its start. */
    private static void assertDenied() throws Exception {
        try (Admin admin = Admin.create(on.secure.connection().client(Map.of()))) {
            admin.deleteAcls(List.of(new AclBindingFilter(
                            new ResourcePatternFilter(ResourceType.CLUSTER, null, PatternType.ANY),
                            new AccessControlEntryFilter(
                                    "User:secured-retention", "*", AclOperation.DESCRIBE, AclPermissionType.ANY))))
                    .all()
                    .get();
        }
        // The ACLs of a broker change a moment after they were deleted.
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> deletedBelow(1L << 40))
                        .isInstanceOf(KafkaDeniedException.class)
                        .hasMessageContainingAll("no Describe on the cluster", "hotlane acls"));
    }

    /** The offset of the feed's group, -1 for none. */
    private static long shown() throws Exception {
        try (Admin admin = Admin.create(on.secure.connection().client(Map.of()))) {
            OffsetAndMetadata offset = admin.listConsumerGroupOffsets(SecuredLane.LANE + ".feed")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(SecuredLane.LANE + ".commands", 0));
            return offset == null ? -1 : offset.offset();
        }
    }
}

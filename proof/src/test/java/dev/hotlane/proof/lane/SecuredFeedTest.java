package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.acls.AccountRole;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.lane.SecuredLane.Run;
import dev.hotlane.proof.lane.SecuredLane.Serving;
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
            long last = WholeLane.told(client, Call.add("sale", "stock:a", -3))
                    .json()
                    .getLong("offset");
            Awaitility.await().atMost(PATIENCE).until(() -> WholeLane.flushed(client) > last);
            snapshot();
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

            assertDenied();
            on.grant();
            Run kept = retention("--keep-feed", "--keep-feed-max-bytes=1000000000");
            assertThat(kept.printed()).contains("nothing is to be deleted").doesNotContain("kept for the feed:");
            Run beyond = retention("--keep-feed", "--keep-feed-max-bytes=1");
            assertThat(beyond.printed()).contains("exceeds 1 bytes", " are deleted");
            feed.requireAlive();
        }
    }

    private void snapshot() {
        List<String> words = new ArrayList<>(on.mysql());
        words.add(directory.resolve("now.snapshot").toString());
        Run taken = on.run(AccountRole.OPERATOR, "snapshot", words.toArray(String[]::new));
        assertThat(taken.code()).as(taken.printed()).isZero();
    }

    private static Run retention(String... options) {
        Run run = unchecked(options);
        assertThat(run.code()).as(run.printed()).isZero();
        return run;
    }

    private static Run unchecked(String... options) {
        List<String> words = new ArrayList<>(on.mysql());
        words.addAll(List.of("--once", "--keep-records=2"));
        words.addAll(List.of(options));
        return on.run(AccountRole.RETENTION, "retention", words.toArray(String[]::new));
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
        Run denied = unchecked("--keep-feed", "--keep-feed-max-bytes=1");
        assertThat(denied.code()).as(denied.printed()).isEqualTo(ExitCode.KAFKA_DENIED.number());
        assertThat(denied.printed()).contains("no Describe on the cluster", "hotlane acls");
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

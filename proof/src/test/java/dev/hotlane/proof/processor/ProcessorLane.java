package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.processor.Processor;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.view.OwnView;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;

/** The topics and database of one lane under test, and the processors started on it. */
final class ProcessorLane implements AutoCloseable {
    static final int REPLY_PARTITIONS = 2;

    /** All tables of a checkpoint. */
    static final String[] TABLES = {"hl_meta", "hl_counter", "hl_hold", "hl_resolved", "hl_window"};

    private static final Duration READY = Duration.ofSeconds(60);

    final Lane lane;
    final String name;
    final Admin admin;
    final Caller caller;
    private final Path directory;

    private ProcessorLane(Lane lane, Path directory) throws ExecutionException, InterruptedException {
        this.lane = lane;
        this.directory = directory;
        name = lane.name();
        admin = Admin.create(Map.of("bootstrap.servers", lane.stack().bootstrapServers()));
        createTopics(1, Map.of());
        caller = new Caller(lane.stack().bootstrapServers(), name, 0);
    }

    /** Creates the right topics, with RULES(1) as the first record. */
    static ProcessorLane create(Lane lane, Path directory) throws ExecutionException, InterruptedException {
        ProcessorLane created = new ProcessorLane(lane, directory);
        created.caller
                .append(null, new RecordWriter().rules(LaneRules.small(42)))
                .get();
        return created;
    }

    void createTopics(int partitions, Map<String, String> otherSettings)
            throws ExecutionException, InterruptedException {
        TopicSpec commands = TopicSpec.commands(name);
        TopicSpec replies = TopicSpec.replies(name, REPLY_PARTITIONS);
        Map<String, String> settings = new TreeMap<>(commands.settings());
        settings.putAll(otherSettings);
        if (!admin.listTopics().names().get().contains(replies.name())) {
            admin.createTopics(List.of(
                            new NewTopic(replies.name(), REPLY_PARTITIONS, (short) 1).configs(replies.settings())))
                    .all()
                    .get();
        }
        admin.createTopics(List.of(new NewTopic(commands.name(), partitions, (short) 1).configs(settings)))
                .all()
                .get();
    }

    FlushSettings mysql() {
        return FlushSettings.of(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
    }

    ProcessorSettings settings() {
        return ProcessorSettings.of(name, lane.stack().bootstrapServers(), mysql(), directory);
    }

    /** The usual settings with these three changed. */
    ProcessorSettings settings(int httpPort, Duration replyWaitMax, Duration startPatience) {
        ProcessorSettings usual = settings();
        return usual.withHttpPort(httpPort)
                .withPatience(usual.patience().withReply(replyWaitMax).withStart(startPatience));
    }

    /** A processor and the reason of its halt; a halt does not end the test's JVM. */
    record Started(Processor processor, CompletableFuture<HaltReason> halted) implements AutoCloseable {
        @Override
        public void close() {
            processor.close();
        }
    }

    Started start() {
        return start(settings());
    }

    Started start(ProcessorSettings settings) {
        return start(settings, OwnGateway.NONE);
    }

    /** As {@link #start(ProcessorSettings)}, with a gateway in its process. */
    Started start(ProcessorSettings settings, OwnGateway own) {
        CompletableFuture<HaltReason> halted = new CompletableFuture<>();
        return new Started(Processor.start(settings, new Halt(halted::complete), own, OwnView.NONE), halted);
    }

    Started ready() {
        Started started = start();
        assertThat(started.processor().awaitReady(READY)).as("leads in time").isTrue();
        return started;
    }

    /** Runs one statement in the lane's database. */
    void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
                Statement open = connection.createStatement()) {
            open.execute(statement);
        }
    }

    /** Starts a processor that must refuse; returns the reason. */
    HaltReason refused() {
        return refused(settings());
    }

    HaltReason refused(ProcessorSettings settings) {
        return catchThrowableOfType(HaltReason.class, () -> start(settings).close());
    }

    /** Starts a processor, runs that number of commands and stops in order. */
    void served(int commands) {
        try (Started started = ready()) {
            for (int i = 1; i < commands; i++) {
                caller.send("served-" + started.hashCode() + "-" + i, Command.transact(Op.add("k" + i % 10, 1)));
            }
            caller.call("served-" + started.hashCode(), Command.transact(Op.add("k0", 1)));
        }
    }

    void recreateCommands() throws ExecutionException, InterruptedException {
        admin.deleteTopics(List.of(TopicSpec.commands(name).name())).all().get();
        Awaitility.await().until(() -> {
            try {
                createTopics(1, Map.of());
                return true;
            } catch (ExecutionException e) {
                return false;
            }
        });
    }

    String commandsTopicId() {
        return TopicAdmin.identity(lane.stack().connection(), name).topicId();
    }

    void emptyTables() throws SQLException {
        for (String table : TABLES) {
            sql("DELETE FROM " + table);
        }
    }

    /** The log as `hotlane snapshot` and `hotlane restore` read it. */
    LaneLog log() {
        return new LaneLog(lane.stack().connection(), name);
    }

    /** Takes a snapshot and marks it as proven, as a drill does. */
    Meta proven(Path file) {
        Meta cut = Snapshots.take(mysql(), file, log());
        assertThat(snapshots().proven(cut)).isTrue();
        return cut;
    }

    SnapshotList snapshots() {
        return new SnapshotList(mysql(), TopicAdmin.identity(lane.stack().connection(), name));
    }

    long logStart() {
        try (TopicLog log =
                new TopicLog(lane.stack().connection(), TopicSpec.commands(name).name())) {
            return log.startOffset();
        }
    }

    void awaitFlushed(Started started, Answer answer) {
        Awaitility.await("MySQL past " + answer.sequence())
                .atMost(READY)
                .until(() -> started.processor().status().offsets().flushed() > answer.sequence());
    }

    /** Compares MySQL with the whole log. */
    Verification verify() {
        return verify(null);
    }

    /** Compares MySQL with that snapshot and the log from there on. */
    Verification verify(Path snapshot) {
        return Verifier.run(
                lane.stack().connection(),
                name,
                Verifier.database(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password()),
                snapshot == null ? null : Snapshots.read(snapshot));
    }

    static void requireEqual(Verification verification) {
        assertThat(verification.equal())
                .as(() -> verification.summary() + " " + verification.differences())
                .isTrue();
    }

    /** Values in MySQL, and the meta row. */
    Stored stored() {
        Stored stored = new Stored(new TreeMap<>(), new Meta());
        new Checkpoint(mysql()).load(stored);
        return stored;
    }

    record Stored(Map<String, Long> values, Meta cut) implements CheckpointSink {
        @Override
        public void meta(Identity identity, long fenceEpoch, Meta found) {
            cut.set(found);
        }

        @Override
        public void counter(byte[] key, long value, long version, long held, long confirmed) {
            values.put(new String(key, StandardCharsets.UTF_8), value);
        }

        @Override
        public void hold(OpenHold hold) {
            assertThat(hold.imageLength).isPositive();
        }

        @Override
        public void resolved(long resolvedSequence, byte[] src, int off, int len) {
            assertThat(len).isPositive();
        }

        @Override
        public void packed(long offset, byte[] src, int off, int len) {
            assertThat(len).isPositive();
        }
    }

    @Override
    public void close() {
        caller.close();
        admin.close();
    }
}

package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.batch.VBatching;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.Projection;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.Hash;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** vBatching on a real MySQL: all values arrive, nothing else is promised, and nothing may start from them. */
@Tag("it")
@ExtendWith(RealStack.class)
class ProjectionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Lane lane;
    private final FlushSettings settings;

    ProjectionTest(Lane lane) {
        this.lane = lane;
        settings = FlushingLane.settings(lane);
    }

    @Test
    void severalMarshallersBringTheLatestValueOfEveryKey() throws Exception {
        Random random = new Random(Seeds.next());
        Map<String, Long> model = new TreeMap<>();
        try (Projection projection = Projection.open(settings, 3, fault -> {
            throw fault;
        })) {
            for (int i = 1; i <= 30_000; i++) {
                String key = "stock:sku-" + random.nextInt(3_000);
                boolean removed = random.nextInt(8) == 0;
                tell(projection, key, removed, i);
                if (removed) {
                    model.remove(key);
                } else {
                    model.put(key, (long) i);
                }
            }
            offerTheRest(projection);
            assertThat(rows()).isEqualTo(model);
            long written = projection.writer(0).rows()
                    + projection.writer(1).rows()
                    + projection.writer(2).rows();
            assertThat(written).isBetween((long) model.size(), 30_000L);
        }
        try (Projection again = Projection.open(settings, 1, fault -> {})) {
            assertThat(rows()).as("it begins anew").isEmpty();
            assertThat(again.marshallers()).hasSize(1);
        }
    }

    @Test
    void goesOnWhenMySqlTakesWritesAgain() throws Exception {
        try (Projection projection = Projection.open(settings, 2, fault -> {
            throw fault;
        })) {
            tell(projection, "a", false, 1);
            tell(projection, "b", false, 1);
            offerTheRest(projection);
            FlushingLane.sql(lane, "SET GLOBAL super_read_only = 1");
            try {
                tell(projection, "a", false, 2);
                tell(projection, "b", false, 2);
                offerWhatIsDue(projection);
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> projection.writer(0).failures()
                                        + projection.writer(1).failures()
                                > 0);
            } finally {
                FlushingLane.sql(lane, "SET GLOBAL super_read_only = 0");
                FlushingLane.sql(lane, "SET GLOBAL read_only = 0");
            }
            tell(projection, "a", false, 3);
            offerTheRest(projection);
            assertThat(rows()).isEqualTo(Map.of("a", 3L, "b", 2L));
        }
    }

    @Test
    void waitsForATableThatIsRenamedAway() throws Exception {
        List<FlusherException> faults = new CopyOnWriteArrayList<>();
        try (Projection projection = Projection.open(settings, 1, faults::add)) {
            tell(projection, "a", false, 1);
            offerTheRest(projection);
            FlushingLane.sql(lane, "RENAME TABLE hl_projection TO away");
            tell(projection, "a", false, 2);
            offerWhatIsDue(projection);
            Awaitility.await().atMost(PATIENCE).until(() -> projection.writer(0).failures() > 2 || !faults.isEmpty());
            FlushingLane.sql(lane, "RENAME TABLE away TO hl_projection");
            assertThat(faults).isEmpty();
            tell(projection, "a", false, 3);
            offerTheRest(projection);
            assertThat(rows()).isEqualTo(Map.of("a", 3L));
        }
    }

    @Test
    void nothingRecoversFromAProjection() {
        Projection.open(settings, 1, fault -> {}).close();
        Checkpoint checkpoint = new Checkpoint(settings);
        assertRefused(checkpoint::migrate);
        assertRefused(checkpoint::meta);
        assertRefused(() -> checkpoint.initialize(new Identity("c", "t")));
    }

    @Test
    void noProjectionBesideACheckpoint() {
        Checkpoint checkpoint = new Checkpoint(settings);
        checkpoint.migrate();
        checkpoint.initialize(new Identity("c", "t"));
        assertThatThrownBy(() -> Projection.open(settings, 1, fault -> {}))
                .isInstanceOfSatisfying(
                        FlusherException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_EMPTY))
                .hasMessageContaining("a database of its own");
        assertThat(checkpoint.meta()).map(CheckpointMeta::identity).contains(new Identity("c", "t"));
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable recovery) {
        assertThatThrownBy(recovery)
                .isInstanceOfSatisfying(
                        FlusherException.class, e -> assertThat(e.reason()).isEqualTo(Reason.PROJECTION))
                .hasMessageContaining("without a common offset")
                .hasMessageContaining("Name the checkpoint's database");
    }

    private static void tell(Projection projection, String key, boolean removed, long value) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        long hash = Hash.of(bytes, 0, bytes.length, 1);
        for (VBatching one : projection.marshallers()) {
            if (removed) {
                one.removed(bytes, 0, bytes.length, hash);
            } else {
                one.counter(bytes, 0, bytes.length, hash, value, value, 0, 0);
            }
        }
        offerWhatIsDue(projection);
    }

    private static void offerWhatIsDue(Projection projection) {
        for (VBatching one : projection.marshallers()) {
            if (one.due()) {
                one.offer();
            }
        }
    }

    private static void offerTheRest(Projection projection) {
        for (VBatching one : projection.marshallers()) {
            Awaitility.await().atMost(PATIENCE).until(() -> one.dirtyKeys() == 0 || one.offer());
        }
        assertThat(projection.drain(PATIENCE)).isTrue();
    }

    private Map<String, Long> rows() throws SQLException {
        Map<String, Long> rows = new TreeMap<>();
        try (Connection connection = FlushingLane.connect(lane);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT k, value, version FROM hl_projection")) {
            while (found.next()) {
                assertThat(found.getLong(3)).isEqualTo(found.getLong(2));
                rows.put(new String(found.getBytes(1), StandardCharsets.UTF_8), found.getLong(2));
            }
        }
        return rows;
    }
}

package dev.hotlane.processor.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteRecordsResult;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The log is deleted below the checkpoint minus the margin and below a snapshot, by the leader, and never above. */
class LogRetentionTest {
    private static final TopicPartition LOG = new TopicPartition("lane.commands", 0);

    private final List<Long> deleted = new ArrayList<>();
    private boolean leads = true;
    private long flushed = 1_000;
    private long snapshot = 1_000;
    private long logStart;

    private LogRetention retention(long margin) {
        Admin admin = (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    RecordsToDelete asked = (RecordsToDelete) ((Map<?, ?>) arguments[0]).get(LOG);
                    deleted.add(asked.beforeOffset());
                    logStart = Math.max(logStart, asked.beforeOffset());
                    DeletedRecords done = new DeletedRecords(logStart);
                    return new DeleteRecordsResult(Map.of(LOG, KafkaFuture.completedFuture(done)));
                });
        return new LogRetention(admin, LOG, margin, Duration.ofSeconds(1), () -> leads, () -> flushed, () -> snapshot);
    }

    @Test
    void deletesUpToTheMarginOrTheRecordBeforeTheSnapshotWhicheverIsLess() {
        LogRetention retention = retention(100);
        retention.everySecond();
        snapshot = 300;
        flushed = 2_000;
        retention(100).everySecond();
        snapshot = 5_000;
        retention(0).everySecond();
        assertThat(deleted).containsExactly(900L, 299L, 2_000L);
        assertThat(retention.deletedBelow()).isEqualTo(900);
    }

    @Test
    void keepsWhatTheFeedNeedsAndAllWithoutItsPosition() {
        long[] needed = {Long.MIN_VALUE};
        LogRetention retention = retention(0).keepFor(() -> needed[0]);
        retention.everySecond();
        needed[0] = 700;
        retention.everySecond();
        needed[0] = 5_000;
        retention.everySecond();
        assertThat(deleted).containsExactly(700L, 999L);
    }

    @Test
    void deletesNothingTwiceAndGoesOnWithTheSnapshots() {
        LogRetention retention = retention(0);
        snapshot = 10;
        retention.everySecond();
        retention.everySecond();
        snapshot = 20;
        retention.everySecond();
        assertThat(deleted).containsExactly(9L, 19L);
    }

    @Test
    void aSnapshotBehindTheStartOfTheLogDeletesNothingAndMovesNothingBack() {
        logStart = 500;
        snapshot = 300;
        LogRetention retention = retention(0);
        retention.everySecond();
        retention.everySecond();
        assertThat(deleted).as("asked once, in vain").containsExactly(299L);
        assertThat(retention.deletedBelow()).isEqualTo(500);
    }

    @Test
    void deletesNothingWithoutASnapshotNorWhenOffNorWhenAnotherLeads() {
        retention(-1).everySecond();
        leads = false;
        retention(0).everySecond();
        leads = true;
        snapshot = -1;
        retention(0).everySecond();
        flushed = 50;
        snapshot = 1_000;
        retention(100).everySecond();
        assertThat(deleted).isEmpty();
    }

    @Test
    void asksOncePerInterval() {
        int[] asked = new int[1];
        LogRetention retention = new LogRetention(null, LOG, 0, Duration.ofSeconds(30), () -> true, () -> 1, () -> {
            asked[0]++;
            return -1;
        });
        for (int second = 0; second < 61; second++) {
            retention.everySecond();
        }
        assertThat(asked[0]).isEqualTo(3);
    }
}

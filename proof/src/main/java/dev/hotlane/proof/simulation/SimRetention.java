package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.watch.LogRetention;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteRecordsResult;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;

/** The log's retention of one process: the product's own, with the simulated MySQL and log. */
final class SimRetention {
    private static final long PAUSE_NANOS = 45_000_000;

    private final World world;
    private final Checkpoint checkpoint;
    private final SnapshotList snapshots;
    private final LogRetention retention;
    private long lookAt;
    private long stands = -1;

    SimRetention(ProcessorRun run, FlushSettings settings, Contender contender) {
        world = run.place.world;
        checkpoint = new Checkpoint(settings);
        snapshots = new SnapshotList(settings, ProcessorStart.IDENTITY);
        Admin admin = (Admin) Proxy.newProxyInstance(
                SimRetention.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, args) -> {
                    RecordsToDelete asked = (RecordsToDelete) ((Map<?, ?>) args[0]).get(SimConsumer.COMMANDS);
                    world.deleteBelow(run, asked.beforeOffset());
                    DeletedRecords done = new DeletedRecords(world.logStart());
                    return new DeleteRecordsResult(Map.of(SimConsumer.COMMANDS, KafkaFuture.completedFuture(done)));
                });
        retention = new LogRetention(
                admin,
                SimConsumer.COMMANDS,
                Numbers.RETENTION_MARGIN,
                Duration.ofSeconds(1),
                contender::leading,
                () -> stands,
                this::retained);
        if (world.feeds != null && world.feeds.form.keepsLog()) {
            retention.keepFor(world.feeds.limit());
        }
    }

    private long retained() {
        try {
            stands = checkpoint.meta().map(meta -> meta.cut().nextOffset).orElse(-1L);
            return snapshots.retained();
        } catch (FlusherException e) {
            return -1;
        }
    }

    /** Thread watch. Does nothing before the first snapshot, to save queries. */
    boolean look() {
        if (world.now() < lookAt || !world.operator.snapshots.hasSnapshot() || world.weather.brokerAway()) {
            return false;
        }
        lookAt = world.now() + PAUSE_NANOS;
        retention.everySecond();
        return true;
    }
}

package dev.hotlane.jmh.lane.curves;

import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.protocol.TopicSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** What a command costs on disk: in the log, in the replies, in MySQL's redo log and in all that MySQL writes. */
final class StoredBytes {
    private static final String HEAD =
            "| load | commands | log bytes | reply bytes | MySQL redo bytes | all bytes MySQL wrote |\n|---|---|---|---|---|---|\n";
    private static final int KEYS = 1_000_000;
    private static final int LINES = 1_000;
    private static final int BATCH_CONNECTIONS = 8;
    private static final long HOLD_MILLIS = 600_000;

    private StoredBytes() {}

    static String measure(CurveLane lane) throws InterruptedException {
        lane.fillKeys(KEYS);
        lane.load.stockUp();
        StringBuilder out = new StringBuilder(HEAD);
        out.append(row(lane, "add, one hot key", lane.adds(1, 1), CurveLane.CONNECTIONS));
        out.append(row(lane, "add, 1,000,000 keys", lane.adds(KEYS, 1), CurveLane.CONNECTIONS));
        out.append(row(lane, "10 adds, 1,000,000 keys", lane.adds(KEYS, 10), CurveLane.CONNECTIONS));
        out.append(row(lane, "reservation, held", Work.reservations("bytes", HOLD_MILLIS), CurveLane.CONNECTIONS));
        out.append(row(lane, "batch, one hot key", Work.batches("bytes", 1, LINES), BATCH_CONNECTIONS));
        lane.check();
        return out.toString();
    }

    private static String row(CurveLane lane, String name, Work work, int connections) throws InterruptedException {
        lane.lane.awaitFlushed();
        Sizes before = Sizes.of(lane.lane);
        LoadResult result = lane.closed(work, connections);
        lane.lane.awaitFlushed();
        Sizes after = Sizes.of(lane.lane);
        double commands = result.all().ok() * (double) work.commands();
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.0f | %.0f | %.0f | %.0f |%n",
                name,
                commands,
                (after.log - before.log) / commands,
                (after.replies - before.replies) / commands,
                (after.redo - before.redo) / commands,
                (after.written - before.written) / commands);
    }

    private record Sizes(long log, long replies, long redo, long written) {
        static Sizes of(BenchLane lane) {
            Path kafka = lane.stack().directory().resolve("kafka");
            return new Sizes(
                    segments(kafka, TopicSpec.commands(BenchLane.LANE).name()),
                    segments(kafka, TopicSpec.replies(BenchLane.LANE, 1).name()),
                    counter(lane, "Innodb_os_log_written"),
                    counter(lane, "Innodb_data_written"));
        }

        private static long counter(BenchLane lane, String name) {
            return lane.sql(
                    "SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = '" + name + "'");
        }

        private static long segments(Path kafka, String topic) {
            try (Stream<Path> files = Files.walk(kafka)) {
                return files.filter(file -> file.toString().endsWith(".log"))
                        .filter(file ->
                                file.getParent().getFileName().toString().equals(topic + "-0"))
                        .mapToLong(file -> file.toFile().length())
                        .sum();
            } catch (IOException e) {
                throw new UncheckedIOException("the broker's files in " + kafka + " could not be read", e);
            }
        }
    }
}

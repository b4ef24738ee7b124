package dev.hotlane.jmh.lane.callers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.BatcherSettings;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.LaneJvms;
import dev.hotlane.jmh.servers.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers sell, and a counter that is short of another number of units is seen; the figures do not matter. */
@Tag("it")
class CallersBenchTest {
    private static final CallersSettings SHORT =
            new CallersSettings(4, 3, Duration.ofMillis(300), Duration.ofMillis(300), 1);

    @Test
    void sellsInTurnWithRedisAndSeesAUnitTooMany() throws InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        boolean redis = RedisServer.program().isPresent();
        try (BenchLane lane =
                BenchLane.start(new LaneJvms(Jvm.SMALL, List.of(), List.of(), List.of()), Form.NODE, Map.of())) {
            PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
            CallersBench bench = new CallersBench(lane, BatcherSettings.USUAL, SHORT, out);
            if (redis) {
                bench.besideRedis(lane);
            }
            assertThat(bench.run()).as(output.toString(StandardCharsets.UTF_8)).isTrue();
            assertThat(output.toString(StandardCharsets.UTF_8))
                    .contains("Hotlane, client with Batcher: median")
                    .contains(redis ? "ratio of medians: " : "units sold, all found");

            lane.add(LaneStock.KEY, 1);
            assertThat(bench.check()).singleElement().asString().contains("is short of");
            bench.close();
        }
    }

    /** Without redis-server the bench refuses --peer. */
    @Test
    void aRedisThatIsShortOfAnotherNumberIsSeen(@TempDir Path directory) {
        if (RedisServer.program().isEmpty()) {
            return;
        }
        try (RedisStock stock = new RedisStock(directory, CallersBench.STOCK)) {
            assertThat(stock.sellAndWait()).isNull();
            assertThat(stock.check(1)).isEmpty();
            assertThat(stock.check(2)).singleElement().asString().contains("is short of 1 units");
        }
    }
}

package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.ClientCalls.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.client.ReservationRequest;
import dev.hotlane.client.TokenRate;
import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.counters.CounterRemoval;
import dev.hotlane.infra.counters.CountersFound;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** `hotlane counters remove` on a running lane. */
@Tag("it")
@ExtendWith(RealStack.class)
class CounterRemovalTest {
    private static final int COUNTERS = 2_500;
    private static final Duration TTL = Duration.ofMinutes(10);

    @Test
    void removesWhatNobodyHoldsAndNamesTheRest(Lane lane) throws Exception {
        try (WholeLane on = new WholeLane(lane)) {
            int port = on.serve().port();
            try (LaneClient client = ClientCalls.client(port)) {
                fill(client);
                List<String> said = new ArrayList<>();
                CountersFound dry = new CounterRemoval(client, "old:", 100_000, said::add).run(false);
                assertThat(dry).isEqualTo(new CountersFound(COUNTERS + 2L, COUNTERS, 1, 1, 0, 0, 0));
                assertThat(said).containsExactly("old:held stays: open reservations hold 3 units of it");
                assertThat(done(client.counters().get("old:7")).value()).isEqualTo(7);

                CountersFound all = new CounterRemoval(client, "old:", 100_000, said::add).run(true);
                assertThat(all).isEqualTo(new CountersFound(COUNTERS + 2L, COUNTERS, 1, 1, COUNTERS, 0, 0));
                assertThat(done(client.counters().get("old:7")).version()).isZero();
                assertThat(done(client.counters().get("old:held")).value()).isEqualTo(7);
                assertThat(done(client.counters().get("older:7")).value()).isEqualTo(7);
                awaitFlushed(
                        client, done(client.counters().put("older:7", 8)).at().offset());
                assertThat(command("http://127.0.0.1:" + port)).isEqualTo(0);
            }
        }
    }

    private static int command(String url) throws Exception {
        String[] words = {"counters", "remove", "--to", url, "--prefix", "old:", "--yes"};
        Settings settings = Settings.read(words, Map.of(), Path.of("nowhere"), Path.of("nowhere"));
        return Hotlane.commandLine(settings).execute(words);
    }

    private static void fill(LaneClient client) {
        List<LaneOp> keys = new ArrayList<>();
        IntStream.range(0, COUNTERS).forEach(i -> keys.add(LaneOp.set("old:" + i, i)));
        for (int from = 0; from < COUNTERS; from += 50) {
            done(client.transact(keys.subList(from, from + 50)));
        }
        done(client.counters().put("old:held", 10));
        done(client.counters().put("older:7", 7));
        done(client.buckets().take("old:bucket", 1, new TokenRate(1, Duration.ofHours(1), 1)));
        awaitFlushed(
                client,
                done(client.reservations()
                                .reserve(ReservationRequest.lasting(TTL).line("old:held", 3)))
                        .at()
                        .offset());
    }

    /** The list of counters is MySQL's: before the flush it shows what is removed already. */
    private static void awaitFlushed(LaneClient client, long offset) {
        Awaitility.await()
                .until(() ->
                        done(client.status()).lane().orElseThrow().positions().flushed() > offset);
    }
}

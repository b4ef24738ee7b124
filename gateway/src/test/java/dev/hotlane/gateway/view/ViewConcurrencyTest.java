package dev.hotlane.gateway.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import dev.hotlane.protocol.Meta;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Readers beside the thread that applies packs: each read is one cut, and W never falls. */
class ViewConcurrencyTest {
    private static final int ACCOUNTS = 24;
    private static final int START = 3;
    private static final int PACKS = 150_000;
    private static final int READERS = 2;

    private final ViewTable table = new ViewTable();
    private final MemoryFeed feed = new MemoryFeed(table, () -> {}).start(cause -> {});
    private final List<byte[]> keys = IntStream.range(0, ACCOUNTS)
            .mapToObj(i -> ("account:" + i).getBytes(StandardCharsets.UTF_8))
            .toList();

    private final long[] last = new long[ACCOUNTS];

    /**
     * Goal: no read mixes two cuts. Method: packs move units between accounts, and remove those that have none; the sum
     * of all is constant, and the last account has the number of the pack.
     */
    @Test
    void everyReadOfManyKeysIsOneCut() throws Exception {
        for (byte[] key : keys) {
            feed.row(key, key.length, START, 1, 0, 0);
        }
        Meta cut = new Meta();
        cut.nextOffset = 1;
        feed.loaded(cut, ScriptedPack.TOPIC);
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        List<Future<Long>> reads = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            reads.add(readers.submit(this::readToTheEnd));
        }
        write();
        for (Future<Long> reader : reads) {
            assertThat(reader.get()).isPositive();
        }
        readers.shutdown();
        feed.close();
    }

    private void write() {
        Random random = Seed.random();
        long[] values = new long[ACCOUNTS];
        Arrays.fill(values, START);
        for (int to = 1; to <= PACKS; to++) {
            ScriptedPack pack = new ScriptedPack(to - 1, to).of(ScriptedPack.TOPIC, 0, 0);
            int moves = 1 + random.nextInt(4);
            for (int i = 0; i < moves; i++) {
                move(values, random.nextInt(ACCOUNTS), random.nextInt(ACCOUNTS));
            }
            for (int i = 0; i < ACCOUNTS; i++) {
                change(pack, i, values[i], random.nextInt(3) == 0);
            }
            while (!feed.idle()) {
                Thread.onSpinWait();
            }
            feed.take(pack.set("pack", to));
        }
    }

    private void change(ScriptedPack pack, int i, long value, boolean unchangedToo) {
        String key = new String(keys.get(i), StandardCharsets.UTF_8);
        if (value == 0) {
            pack.remove(key);
        } else if (last[i] != value || unchangedToo) {
            pack.set(key, value);
        }
        last[i] = value;
    }

    private static void move(long[] values, int from, int to) {
        if (values[from] > 0) {
            values[from]--;
            values[to]++;
        }
    }

    private long readToTheEnd() {
        ViewRead read = new ViewRead(table);
        List<byte[]> all = new ArrayList<>(keys);
        all.add("pack".getBytes(StandardCharsets.UTF_8));
        long reads = 0;
        long w = 0;
        while (w < PACKS) {
            if (!read.take(all)) {
                continue;
            }
            reads++;
            assertThat(read.cut().to()).isGreaterThanOrEqualTo(w);
            w = read.cut().to();
            long sum = 0;
            for (int i = 0; i < ACCOUNTS; i++) {
                sum += read.value(i);
            }
            assertThat(sum).as("sum as of %d", w).isEqualTo(ACCOUNTS * START);
            assertThat(read.value(ACCOUNTS)).isEqualTo(w);
        }
        return reads;
    }
}

package dev.hotlane.processor.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class AckMarkTest {
    private final long seed = Long.getLong("seed", 1);

    @Test
    void batchesWithoutRepliesCountAsAcknowledged() {
        AckMark mark = new AckMark(5);
        assertThat(mark.getAsLong()).isEqualTo(5);
        mark.close(mark.open(), 9);
        assertThat(mark.getAsLong()).isEqualTo(9);
    }

    @Test
    void anOpenBatchHoldsTheMarkEvenWhenAllItSentIsAcknowledged() {
        AckMark mark = new AckMark(0);
        AckMark.Batch batch = mark.open();
        mark.add(batch);
        mark.settle(batch);
        assertThat(mark.getAsLong()).isZero();
        mark.close(batch, 3);
        assertThat(mark.getAsLong()).isEqualTo(3);
    }

    @Test
    void refusesMoreAcknowledgementsThanRecords() {
        AckMark mark = new AckMark(0);
        AckMark.Batch batch = mark.open();
        assertThatThrownBy(() -> mark.settle(batch)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void isTheFirstUnacknowledgedOffsetWhateverTheOrder() {
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            AckMark mark = new AckMark(0);
            List<AckMark.Batch> outstanding = new ArrayList<>();
            List<Long> starts = new ArrayList<>();
            long end = 0;
            for (int step = 0; step < 60; step++) {
                if (random.nextBoolean()) {
                    AckMark.Batch batch = mark.open();
                    for (int i = random.nextInt(4); i > 0; i--) {
                        mark.add(batch);
                        outstanding.add(batch);
                        starts.add(end);
                    }
                    end += 1 + random.nextInt(9);
                    mark.close(batch, end);
                } else if (!outstanding.isEmpty()) {
                    int at = random.nextInt(outstanding.size());
                    starts.remove(at);
                    mark.settle(outstanding.remove(at));
                }
                long expected = starts.stream().mapToLong(Long::longValue).min().orElse(end);
                assertThat(mark.getAsLong()).isEqualTo(expected);
            }
        }
    }

    @Test
    void reachesTheEndWhenAnotherThreadAcknowledges() throws InterruptedException {
        AckMark mark = new AckMark(0);
        LinkedBlockingQueue<AckMark.Batch> sent = new LinkedBlockingQueue<>();
        int records = 20_000;
        Thread acknowledger = new Thread(() -> {
            for (int i = 0; i < records; i++) {
                try {
                    mark.settle(sent.take());
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        acknowledger.start();
        for (int i = 0; i < records; i++) {
            AckMark.Batch batch = mark.open();
            mark.add(batch);
            sent.add(batch);
            mark.close(batch, i + 1);
        }
        acknowledger.join();
        assertThat(mark.getAsLong()).isEqualTo(records);
    }
}

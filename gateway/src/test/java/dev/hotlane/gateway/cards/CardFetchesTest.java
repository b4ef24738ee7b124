package dev.hotlane.gateway.cards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.cards.CardLookup.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fetches of single cards by offset, on a consumer whose records each test sets. */
class CardFetchesTest {
    private static final TopicPartition PARTITION = new TopicPartition("hotlane.cards", 0);
    private static final long WAIT_S = 20;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final CardStore store = CardStore.hot(7, new CardReader(null), new CardBounds(0, 100));
    private final CardFetches fetches = new CardFetches(() -> new CardSeek(consumer, PARTITION), null);

    CardFetchesTest() {
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        store.markLoaded();
    }

    @AfterEach
    void close() {
        fetches.close();
        store.close();
    }

    @Test
    void aCardIsFetchedFromItsPlace() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        polled(() -> record(5, "phone", "{\"v\":1}"));
        CardLookup found = fetch("phone");
        assertThat(found.state()).isEqualTo(State.PRESENT);
        assertThat(found.card().offset()).isEqualTo(5);
    }

    @Test
    void aRecordOfAnotherProductAtTheOffsetIsNotTheCard() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        polled(() -> record(5, "case", "{\"v\":1}"));
        assertThat(fetch("phone")).isEqualTo(CardLookup.UNKNOWN);
        assertThat(fetches.failed()).isOne();
    }

    @Test
    void aRecordAtALaterOffsetIsNotTheCard() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        polled(() -> record(6, "phone", "{\"v\":1}"));
        assertThat(fetch("phone")).isEqualTo(CardLookup.UNKNOWN);
    }

    @Test
    void aCardThatMovedByCompactionIsFetchedFromItsNewPlace() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        polled(() -> {
            apply(8, "phone", "{\"v\":2}");
            record(8, "phone", "{\"v\":2}");
        });
        polled(() -> record(8, "phone", "{\"v\":2}"));
        assertThat(fetch("phone").card().offset()).isEqualTo(8);
    }

    @Test
    void aCardThatWasRemovedMeanwhileIsAbsent() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        polled(() -> {
            apply(8, "phone", null);
            record(8, "phone", null);
        });
        assertThat(fetch("phone")).isEqualTo(CardLookup.ABSENT);
    }

    @Test
    void nothingArrivesWithinTheTime() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        long start = System.nanoTime();
        assertThat(fetch("phone")).isEqualTo(CardLookup.UNKNOWN);
        assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(150));
    }

    @Test
    void aFaultOfKafkaIsNoCardAndTheNextFetchHasANewConsumer() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        consumer.setPollException(new KafkaException("broken"));
        assertThat(fetch("phone")).isEqualTo(CardLookup.UNKNOWN);
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void fetchesOfOneProductAtTheSameTimeAreOne() throws Exception {
        apply(5, "phone", "{\"v\":1}");
        CountDownLatch asked = new CountDownLatch(1);
        polled(() -> {
            await(asked);
            record(5, "phone", "{\"v\":1}");
        });
        List<CompletableFuture<CardLookup>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(fetches.fetch(store, "phone"));
        }
        asked.countDown();
        for (CompletableFuture<CardLookup> call : calls) {
            assertThat(call.get(WAIT_S, TimeUnit.SECONDS).card().offset()).isEqualTo(5);
        }
        assertThat(fetches.started()).isOne();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(WAIT_S, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private CardLookup fetch(String id) throws Exception {
        return fetches.fetch(store, id).get(WAIT_S, TimeUnit.SECONDS);
    }

    /** Runs a task in the next poll, on the thread that fetches. */
    private void polled(Runnable task) {
        consumer.schedulePollTask(task);
    }

    private void apply(long offset, String id, String document) {
        store.apply(offset, id.getBytes(UTF_8), document == null ? null : document.getBytes(UTF_8));
    }

    private void record(long offset, String id, String document) {
        consumer.addRecord(new ConsumerRecord<>(
                PARTITION.topic(),
                PARTITION.partition(),
                offset,
                id.getBytes(UTF_8),
                document == null ? null : document.getBytes(UTF_8)));
    }
}

package dev.hotlane.gateway.cards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.Seed;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CardStoreTest {
    private static final int RECORDS = 5_000;
    private static final int IDS = 50;

    private final CardStore store = new CardStore(new CardReader(null), Long.MAX_VALUE);

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theNewestVersionIsFound() {
        apply(store, 3, "phone", "{\"v\":1}");
        apply(store, 9, "phone", "{\"v\":2}");
        store.loaded();
        assertThat(find(store, "phone").card().offset()).isEqualTo(9);
        assertThat(store.size()).isOne();
    }

    @Test
    void aProductWithoutACardIsCertainlyAbsent() {
        apply(store, 1, "phone", "{}");
        apply(store, 2, "phone", null);
        store.loaded();
        assertThat(find(store, "phone")).isEqualTo(CardLookup.ABSENT);
        assertThat(find(store, "never")).isEqualTo(CardLookup.ABSENT);
        assertThat(store.bytes()).isZero();
    }

    @Test
    void nothingIsCertainBeforeTheTopicIsLoaded() {
        apply(store, 1, "phone", "{}");
        assertThat(find(store, "phone")).isEqualTo(CardLookup.UNKNOWN);
        assertThat(find(store, "never")).isEqualTo(CardLookup.UNKNOWN);
        store.loaded();
        assertThat(find(store, "phone").certain()).isTrue();
    }

    @Test
    void aBadRecordIsCountedAndTheFormerVersionStays() {
        apply(store, 1, "phone", "{}");
        apply(store, 2, "phone", "{\"hotlane\":1}");
        store.apply(3, null, null);
        store.apply(4, new byte[] {(byte) 0xFF}, "{}".getBytes(UTF_8));
        store.loaded();
        assertThat(store.bad()).isEqualTo(3);
        assertThat(find(store, "phone").card().offset()).isOne();
    }

    @Test
    void offsetsMustRise() {
        apply(store, 5, "phone", "{}");
        assertThatThrownBy(() -> apply(store, 5, "phone", "{}")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> apply(store, 4, "phone", "{}")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCardAboveTheBoundIsLeftOutWithItsFormerVersionAndAbsenceIsUncertainFromThenOn() {
        apply(store, 1, "a", "{}");
        long ofOne = store.bytes();
        try (CardStore small = new CardStore(new CardReader(null), 2 * ofOne)) {
            small.loaded();
            apply(small, 1, "a", "{}");
            apply(small, 2, "b", "{}");
            assertThat(small.exceeded()).isFalse();
            assertThat(find(small, "c")).isEqualTo(CardLookup.ABSENT);
            apply(small, 3, "b", "{\"text\":\"0123456789\"}");
            assertThat(small.exceeded()).isTrue();
            assertThat(find(small, "b")).isEqualTo(CardLookup.UNKNOWN);
            assertThat(find(small, "c")).isEqualTo(CardLookup.UNKNOWN);
            assertThat(find(small, "a").card().offset()).isOne();
            apply(small, 4, "c", "{}");
            assertThat(find(small, "c").card().offset()).isEqualTo(4);
            assertThat(small.bytes()).isEqualTo(2 * ofOne);
        }
    }

    /** Goal: cards and bytes are those of the newest versions. Method: random records against a plain map. */
    @Test
    void randomRecordsLeaveTheNewestVersions() {
        Random random = Seed.random();
        Map<String, Long> newest = new HashMap<>();
        for (long offset = 0; offset < RECORDS; offset++) {
            String id = "p" + random.nextInt(IDS);
            switch (random.nextInt(4)) {
                case 0 -> {
                    apply(store, offset, id, null);
                    newest.remove(id);
                }
                case 1 -> apply(store, offset, id, "{");
                default -> {
                    apply(store, offset, id, "{\"text\":\"" + "x".repeat(random.nextInt(500)) + "\"}");
                    newest.put(id, offset);
                }
            }
        }
        store.loaded();
        long bytes = 0;
        for (int i = 0; i < IDS; i++) {
            Card card = find(store, "p" + i).card();
            assertThat(card == null ? null : card.offset()).isEqualTo(newest.get("p" + i));
            bytes += card == null ? 0 : card.bytes();
        }
        assertThat(store.bytes()).isEqualTo(bytes);
        assertThat(store.size()).isEqualTo(newest.size());
    }

    /** Goal: no lookup misses a card that changes, and no version goes back. Method: one thread looks, one applies. */
    @Test
    void aReaderOnAnotherThreadSeesVersionsRise() throws InterruptedException {
        store.loaded();
        apply(store, 0, "phone", "{}");
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<String> wrong = new AtomicReference<>();
        CountDownLatch looking = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
            long last = 0;
            while (!done.get()) {
                Card card = find(store, "phone").card();
                if (card == null || card.offset() < last) {
                    wrong.set((card == null ? "no card" : card.offset()) + " after the version " + last);
                    return;
                }
                last = card.offset();
                looking.countDown();
            }
        });
        reader.start();
        assertThat(looking.await(10, TimeUnit.SECONDS)).isTrue();
        for (int offset = 1; offset <= RECORDS; offset++) {
            apply(store, offset, "phone", "{\"v\":" + offset + '}');
        }
        done.set(true);
        reader.join();
        assertThat(wrong.get()).isNull();
    }

    private static void apply(CardStore store, long offset, String id, String document) {
        store.apply(offset, id.getBytes(UTF_8), document == null ? null : document.getBytes(UTF_8));
    }

    private static CardLookup find(CardStore store, String id) {
        return store.find(id.getBytes(UTF_8));
    }
}

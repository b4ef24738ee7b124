package dev.hotlane.gateway.cards;

import dev.hotlane.gateway.settings.CounterPattern;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches cards that are in the topic only: one fetch at a time for each product, two at a time in all, 200 ms each at
 * most. Threads {@code card-fetch-N}. Any thread may ask; it never waits.
 */
final class CardFetches implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CardFetches.class);
    private static final int READERS = 2;
    private static final int WAITING_MAX = 1_024;
    private static final long FETCH_NANOS = Duration.ofMillis(200).toNanos();

    /** A product of one store: a topic that was made again has other cards under the same ids. */
    private record Flight(CardStore store, String id) {}

    private final Supplier<CardSeek> newSeek;
    private final CounterPattern counterKey;
    private final ConcurrentHashMap<Flight, CompletableFuture<CardLookup>> flights = new ConcurrentHashMap<>();
    private final ConcurrentLinkedDeque<CardSeek> idle = new ConcurrentLinkedDeque<>();
    private final LongAdder started = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final ThreadPoolExecutor readers;

    /** {@code newSeek} connects to Kafka; it is called on the threads that fetch. */
    CardFetches(Supplier<CardSeek> newSeek, CounterPattern counterKey) {
        this.newSeek = newSeek;
        this.counterKey = counterKey;
        AtomicInteger count = new AtomicInteger();
        readers = new ThreadPoolExecutor(
                READERS, READERS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING_MAX), work -> {
                    Thread thread = new Thread(work, "card-fetch-" + count.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        readers.allowCoreThreadTimeOut(true);
    }

    /** Looks a product up again and fetches its card; completes on any thread, and never with an exception. */
    CompletableFuture<CardLookup> fetch(CardStore store, String id) {
        Flight flight = new Flight(store, id);
        CompletableFuture<CardLookup> own = new CompletableFuture<>();
        CompletableFuture<CardLookup> earlier = flights.putIfAbsent(flight, own);
        if (earlier != null) {
            return earlier;
        }
        started.increment();
        long deadline = System.nanoTime() + FETCH_NANOS;
        try {
            readers.execute(() -> end(flight, own, outcome(flight, deadline)));
        } catch (RejectedExecutionException e) {
            end(flight, own, CardLookup.UNKNOWN);
        }
        return own;
    }

    private void end(Flight flight, CompletableFuture<CardLookup> own, CardLookup outcome) {
        if (outcome.state() == CardLookup.State.UNKNOWN) {
            failed.increment();
        }
        flights.remove(flight);
        own.complete(outcome);
    }

    private CardLookup outcome(Flight flight, long deadline) {
        CardSeek seek = null;
        try (CardReader reader = new CardReader(counterKey)) {
            seek = idle.poll();
            seek = seek == null ? newSeek.get() : seek;
            CardLookup outcome = fetch(flight, seek, reader, deadline);
            idle.push(seek);
            return outcome;
        } catch (KafkaException e) {
            log.warn("card {} can't be fetched", flight.id, e);
        } catch (RuntimeException e) {
            log.error("the fetch of card {} failed", flight.id, e);
        }
        if (seek != null) {
            seek.close();
        }
        return CardLookup.UNKNOWN;
    }

    private static CardLookup fetch(Flight flight, CardSeek seek, CardReader reader, long deadline) {
        byte[] key = flight.id.getBytes(StandardCharsets.UTF_8);
        CardLookup at = flight.store.find(flight.id);
        while (at.state() == CardLookup.State.STORED) {
            byte[] value = seek.value(at.offset(), key, deadline);
            if (value != null && reader.read(at.offset(), key, value) instanceof Card card) {
                flight.store.keep(card);
                return CardLookup.present(card);
            }
            // Compaction removes a record only if a newer one has its key; the store may have applied that one.
            CardLookup again = flight.store.find(flight.id);
            if (again.state() == CardLookup.State.STORED && again.offset() == at.offset()) {
                return CardLookup.UNKNOWN;
            }
            at = again;
        }
        return at;
    }

    /** Number of fetches; any thread. */
    long started() {
        return started.sum();
    }

    /** Number of fetches that returned no card in time; any thread. */
    long failed() {
        return failed.sum();
    }

    /** Ends the threads and closes the consumers. */
    @Override
    public void close() {
        readers.shutdownNow();
        try {
            readers.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (CardSeek seek = idle.poll(); seek != null; seek = idle.poll()) {
            seek.close();
        }
    }
}

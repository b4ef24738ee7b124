package dev.hotlane.console.sale;

import dev.hotlane.gateway.listing.CounterListing;
import dev.hotlane.gateway.listing.PageRequest;
import dev.hotlane.gateway.settings.MySqlSettings;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What Sale asks MySQL; each answer is a JSON document, or a fault after 1 s. On the event loop. */
interface SaleQueries extends AutoCloseable {
    /** Most stock keys of a page. */
    int KEYS_MAX = 200;

    /** Longest time for an answer, in ms. */
    long TIME_MAX_MS = 1_000;

    /** The first stock keys. */
    CompletableFuture<byte[]> stock();

    /** The limits in groups. */
    CompletableFuture<byte[]> limits();

    /** Rejects queries that wait, and closes the connections. */
    @Override
    void close();

    /** Those of the keys with either prefix in a database. */
    static SaleQueries of(MySqlSettings mysql, String stockPrefix, String limitPrefix) {
        CounterListing listing = new CounterListing(mysql);
        byte[] stock = stockPrefix.getBytes(StandardCharsets.UTF_8);
        byte[] limits = limitPrefix.getBytes(StandardCharsets.UTF_8);
        return new SaleQueries() {
            @Override
            public CompletableFuture<byte[]> stock() {
                return inTime(listing.stock(PageRequest.under(stock, KEYS_MAX)));
            }

            @Override
            public CompletableFuture<byte[]> limits() {
                return inTime(listing.limits(stock, limits));
            }

            @Override
            public void close() {
                listing.close();
            }
        };
    }

    private static CompletableFuture<byte[]> inTime(CompletableFuture<byte[]> answer) {
        return answer.copy().orTimeout(TIME_MAX_MS, TimeUnit.MILLISECONDS);
    }
}

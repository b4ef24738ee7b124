package dev.hotlane.infra.demo;

import io.vertx.core.buffer.Buffer;

/**
 * The deal that the demo sells.
 *
 * @param units on sale
 * @param limitPerBuyer units one buyer may have
 * @param buyers who want one
 * @param atOnce calls in flight
 * @param duplicateEvery every so manieth request is sent twice
 * @param ttlMs how long a reservation waits for its payment
 */
record Deal(int units, int limitPerBuyer, int buyers, int atOnce, int duplicateEvery, long ttlMs) {
    /** The counter of units left. */
    static final String STOCK = "stock:phone";

    /** One unit for one buyer, within his limit. */
    Buffer reservation(int buyer) {
        return Buffer.buffer("{\"lines\":[{\"key\":\"" + STOCK + "\",\"quantity\":1}],"
                + "\"limits\":[{\"key\":\"limit:phone:u" + buyer + "\",\"quantity\":1,\"max\":" + limitPerBuyer
                + "}],\"ttlMs\":" + ttlMs + ",\"owner\":\"u" + buyer + "\"}");
    }
}

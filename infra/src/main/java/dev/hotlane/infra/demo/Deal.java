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
 */
record Deal(int units, int limitPerBuyer, int buyers, int atOnce, int duplicateEvery) {
    /** The counter of units left. */
    static final String STOCK = "stock:phone";

    /** One unit for one buyer: the limit first, so that a winner who tries again is told of the limit. */
    Buffer order(int buyer) {
        return Buffer.buffer("{\"ops\":[{\"op\":\"add\",\"key\":\"limit:phone:u" + buyer + "\",\"delta\":1,\"max\":"
                + limitPerBuyer + "},{\"op\":\"add\",\"key\":\"" + STOCK + "\",\"delta\":-1}]}");
    }
}

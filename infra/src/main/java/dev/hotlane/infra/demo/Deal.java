package dev.hotlane.infra.demo;

import dev.hotlane.client.ReservationRequest;
import java.time.Duration;

/**
 * The deal that the demo sells.
 *
 * @param units on sale
 * @param limitPerBuyer units one buyer may have
 * @param buyers number of them
 * @param atOnce calls in flight
 * @param duplicateEvery each request whose number is a multiple of it is sent twice
 * @param ttlMs time that a reservation waits for its payment
 */
record Deal(int units, int limitPerBuyer, int buyers, int atOnce, int duplicateEvery, long ttlMs) {
    /** The counter of units left. */
    static final String STOCK = "stock:phone";

    /** One unit for one buyer, within his limit. */
    ReservationRequest reservation(int buyer) {
        return ReservationRequest.lasting(Duration.ofMillis(ttlMs))
                .line(STOCK, 1)
                .limit("limit:phone:u" + buyer, 1, limitPerBuyer)
                .owner("u" + buyer);
    }
}

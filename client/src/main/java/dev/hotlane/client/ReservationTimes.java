package dev.hotlane.client;

import java.time.Instant;
import java.util.Optional;

/**
 * Times of a reservation by the log's clock.
 *
 * @param createdAt time of its creation
 * @param expiresAt time at which it expires unless it is resolved before
 * @param resolvedAt time at which it was confirmed, cancelled or expired
 */
public record ReservationTimes(Instant createdAt, Instant expiresAt, Optional<Instant> resolvedAt) {
    static ReservationTimes read(JsonFields body) {
        return new ReservationTimes(body.time("createdAt"), body.time("expiresAt"), body.timeIfAny("resolvedAt"));
    }
}

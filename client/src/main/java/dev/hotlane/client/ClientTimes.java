package dev.hotlane.client;

import java.time.Duration;

/**
 * The longest times of a client. Immutable.
 *
 * @param deadline longest time of a call with all its attempts
 * @param attempt longest time of one attempt, its body included; longer than the gateway's own 10 s
 * @param connect longest time to open a connection
 */
public record ClientTimes(Duration deadline, Duration attempt, Duration connect) {
    /** 30 s per call, 15 s per attempt, 2 s per connection. */
    public static final ClientTimes USUAL =
            new ClientTimes(Duration.ofSeconds(30), Duration.ofSeconds(15), Duration.ofSeconds(2));

    /** Throws IllegalArgumentException for an invalid value. */
    public ClientTimes {
        Inputs.duration("deadline", deadline);
        Inputs.duration("attempt", attempt);
        Inputs.duration("connect", connect);
    }
}

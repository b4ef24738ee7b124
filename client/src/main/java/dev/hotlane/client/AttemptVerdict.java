package dev.hotlane.client;

import java.time.Duration;

/** The verdict on one attempt from its answer. */
sealed interface AttemptVerdict<T> {
    /** The final outcome. */
    record Final<T>(CallOutcome<T> outcome) implements AttemptVerdict<T> {}

    /** The lane no longer holds the outcome of the id. */
    record Forgotten<T>(String detail) implements AttemptVerdict<T> {}

    /** This attempt did not run, and a later one would be rejected likewise; an earlier one may have run. */
    record Mistaken<T>(Refused<T> refused) implements AttemptVerdict<T> {}

    /** This attempt did not run; send it again. */
    record NothingRan<T>(String detail, Duration retryAfter) implements AttemptVerdict<T> {}

    /** This attempt may have run; send it again. */
    record Undecided<T>(String detail, Duration retryAfter) implements AttemptVerdict<T> {}
}

package dev.hotlane.client;

import java.time.Duration;

/** What the answer to one attempt shows. */
sealed interface AttemptVerdict<T> {
    /** The outcome, for good. */
    record Final<T>(CallOutcome<T> outcome) implements AttemptVerdict<T> {}

    /** The lane has forgotten whether the id ran. */
    record Forgotten<T>(String detail) implements AttemptVerdict<T> {}

    /** This attempt did not run, and an attempt after it would be refused likewise; an earlier one may have run. */
    record Mistaken<T>(Refused<T> refused) implements AttemptVerdict<T> {}

    /** This attempt did not run; send it again. */
    record NothingRan<T>(String detail, Duration retryAfter) implements AttemptVerdict<T> {}

    /** This attempt may have run; send it again. */
    record Undecided<T>(String detail, Duration retryAfter) implements AttemptVerdict<T> {}
}

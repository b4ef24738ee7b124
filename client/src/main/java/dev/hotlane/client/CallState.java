package dev.hotlane.client;

import java.time.Duration;
import java.util.Optional;

/** The verdicts on the attempts of one call so far. Not thread-safe; guarded by its loop. */
final class CallState<T> {
    private final LaneClient client;
    private final LaneCall<T> call;
    private boolean undecided;
    private String detail = "nothing was sent";
    private Duration retryAfter = Duration.ZERO;

    CallState(LaneClient client, LaneCall<T> call) {
        this.client = client;
        this.call = call;
    }

    /** Takes a verdict; returns the outcome, or empty if the call must be sent again. */
    Optional<CallOutcome<T>> settle(AttemptVerdict<T> verdict) {
        retryAfter = Duration.ZERO;
        if (verdict instanceof AttemptVerdict.Final<T> last) {
            return Optional.of(last.outcome());
        }
        if (verdict instanceof AttemptVerdict.Forgotten<T> forgotten) {
            return Optional.of(new Unknown<>(call.subject(), forgotten.detail(), client));
        }
        if (verdict instanceof AttemptVerdict.Mistaken<T> mistaken) {
            if (!undecided) {
                return Optional.of(mistaken.refused());
            }
            detail = mistaken.refused().detail() + " (but an attempt before may have run)";
        } else if (verdict instanceof AttemptVerdict.NothingRan<T> nothing) {
            detail = nothing.detail();
            retryAfter = nothing.retryAfter();
        } else if (verdict instanceof AttemptVerdict.Undecided<T> open) {
            unanswered(true, open.detail());
            retryAfter = open.retryAfter();
        }
        return Optional.empty();
    }

    /** Takes the failure of an attempt. A read changes nothing, so its outcome is never in doubt. */
    void unanswered(boolean arrived, String failure) {
        undecided |= arrived && call.id() != null;
        detail = failure;
        retryAfter = Duration.ZERO;
    }

    Duration retryAfter() {
        return retryAfter;
    }

    /** The outcome if nothing more is sent. */
    CallOutcome<T> ended(boolean underWay, String reason) {
        String text = reason + "; last: " + detail;
        return undecided || underWay && call.id() != null
                ? new Unknown<>(call.subject(), text, client)
                : new Unanswered<>(call.id(), text, retryAfter);
    }
}

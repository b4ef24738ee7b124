package dev.hotlane.client;

import java.time.Duration;

/**
 * Tokens taken from a bucket. Too few tokens are a {@link Refused} with {@link ProblemCode#RATE_LIMITED}.
 *
 * @param remaining whole tokens left
 * @param resetAfter time until the bucket is full again
 * @param offset place of the decision
 */
public record TakenTokens(long remaining, Duration resetAfter, long offset) {
    static TakenTokens read(JsonFields body) {
        if (!body.flag("allowed")) {
            throw new ForeignAnswerException("a take that is done is not allowed");
        }
        return new TakenTokens(body.number("remaining"), body.millis("resetAfterMs"), body.number("offset"));
    }
}

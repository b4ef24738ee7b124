package dev.hotlane.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Calls on token buckets. {@link CounterCalls#delete} resets one. Any thread. */
public final class BucketCalls {
    private final LaneClient client;

    BucketCalls(LaneClient client) {
        this.client = client;
    }

    /**
     * Takes tokens if available, else rejected as RATE_LIMITED with the time to wait; 0 tokens only read the bucket.
     */
    public LaneCall<TakenTokens> take(String key, long tokens, TokenRate rate) {
        Map<String, Object> body =
                new LinkedHashMap<>(LaneOp.take(key, tokens, rate).fieldsWithoutName());
        body.remove("key");
        return client.command(CallShape.of(
                "POST",
                "/v1/buckets/" + UrlText.segment(key) + "/take",
                body,
                SuccessReader.of((read, id) -> TakenTokens.read(read))));
    }
}

package dev.hotlane.jmh.compare;

import dev.hotlane.jmh.load.RequestSource;
import dev.hotlane.jmh.load.RequestTemplate;
import java.nio.ByteBuffer;

/** Requests that each sell one unit of one key under an id of their own: the same bytes for every contestant. One thread. */
final class Sales implements RequestSource {
    private final RequestTemplate request;

    Sales(String key) {
        request = RequestTemplate.post(
                "/v1/transactions", key + "-{id}", "{\"ops\":[{\"op\":\"add\",\"key\":\"" + key + "\",\"delta\":-1}]}");
    }

    @Override
    public void write(long n, ByteBuffer out) {
        request.write(n, out);
    }
}

package dev.hotlane.infra.warm;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The HTTP requests of a flash sale, as bytes: each kind gives its next request under an id of its own. One thread.
 */
final class SaleCalls {
    /** Lines of a batch stream. */
    static final int BATCH_LINES = 300;

    private static final int KEYS = 64;
    private static final String ADD = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:%s\",\"delta\":1}]}";
    private static final String RESERVE = "{\"lines\":[{\"key\":\"stock:hot\",\"quantity\":1}],"
            + "\"limits\":[{\"key\":\"limit:hot:u%d\",\"quantity\":1,\"max\":2}],\"ttlMs\":600000,\"owner\":\"u%d\"}";

    private long count;

    /** Adds to one hot counter, by far the most of a sale. */
    Supplier<byte[]> hot() {
        byte[] body = bytes(ADD.formatted("hot"));
        return () -> post("/v1/transactions", "sale-" + ++count, body);
    }

    /** Adds to several counters, under UUIDv7. */
    Supplier<byte[]> spread() {
        return () -> post("/v1/transactions", uuid7(), bytes(ADD.formatted("sku-" + count % KEYS)));
    }

    /** A reservation, then its confirm, and so on. */
    Supplier<byte[]> reservations() {
        String[] open = new String[1];
        return () -> {
            String id = open[0];
            if (id != null) {
                open[0] = null;
                return post("/v1/reservations/" + id + "/confirm", uuid7(), bytes("{}"));
            }
            open[0] = uuid7();
            return post("/v1/reservations", open[0], bytes(RESERVE.formatted(count, count)));
        };
    }

    /** Reads of the hot counter. */
    Supplier<byte[]> reads() {
        byte[] read = bytes("GET /v1/counters/stock:hot HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        return () -> read;
    }

    /** A batch stream of adds. */
    Supplier<byte[]> batches() {
        return () -> {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < BATCH_LINES; i++) {
                lines.append("{\"id\":\"")
                        .append(uuid7())
                        .append("\",\"ops\":[{\"op\":\"add\",\"key\":\"stock:hot\",\"delta\":1}]}\n");
            }
            byte[] body = bytes(lines.toString());
            return join(
                    bytes("POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
                            + "Content-Length: " + body.length + "\r\n\r\n"),
                    body);
        };
    }

    private String uuid7() {
        long time = System.currentTimeMillis() << 16 | 0x7000 | ++count & 0xFFF;
        return new UUID(time, Long.MIN_VALUE | count).toString();
    }

    private static byte[] post(String path, String id, byte[] body) {
        return join(
                bytes("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                        + "Idempotency-Key: " + id + "\r\nContent-Length: " + body.length + "\r\n\r\n"),
                body);
    }

    private static byte[] join(byte[] head, byte[] body) {
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

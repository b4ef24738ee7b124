package dev.hotlane.jmh.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request made once, of which only digits change: {@code {id}} and {@code {key}} in path, headers or body stand for a
 * number of {@value #DIGITS} decimal digits. The length never changes. One thread.
 */
public final class RequestTemplate {
    /** So many digits a number has, zeros in front included. */
    public static final int DIGITS = 16;

    private static final String ID = "{id}";
    private static final String KEY = "{key}";
    private static final String PLACE = "0".repeat(DIGITS);

    private final byte[] bytes;
    private final int[] idAt;
    private final int[] keyAt;

    private RequestTemplate(String request) {
        List<Integer> ids = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        StringBuilder text = new StringBuilder(request);
        for (int at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
            if (text.indexOf(ID, at) == at) {
                ids.add(at);
                text.replace(at, at + ID.length(), PLACE);
            } else if (text.indexOf(KEY, at) == at) {
                keys.add(at);
                text.replace(at, at + KEY.length(), PLACE);
            }
        }
        bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        idAt = ids.stream().mapToInt(Integer::intValue).toArray();
        keyAt = keys.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A POST of JSON in ASCII; an empty idempotency key sends no such header. */
    public static RequestTemplate post(String path, String idempotencyKey, String json) {
        String key = idempotencyKey.isEmpty() ? "" : "Idempotency-Key: " + idempotencyKey + "\r\n";
        int length = json.replace(ID, PLACE).replace(KEY, PLACE).length();
        return new RequestTemplate("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + key + "Content-Length: " + length + "\r\n\r\n" + json);
    }

    /** A part of a request: a line of a batch, say. */
    public static RequestTemplate part(String text) {
        return new RequestTemplate(text);
    }

    /** In bytes, whatever the numbers. */
    public int length() {
        return bytes.length;
    }

    /** How many places for keys it has. */
    public int keys() {
        return keyAt.length;
    }

    /** From the next write on, the number in the i-th place for a key. */
    public void key(int place, long number) {
        put(keyAt[place], number);
    }

    /** Writes it under that id, with the keys set last. */
    public void write(long id, ByteBuffer out) {
        for (int at : idAt) {
            put(at, id);
        }
        out.put(bytes);
    }

    private void put(int at, long number) {
        long rest = number;
        for (int i = at + DIGITS - 1; i >= at; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}

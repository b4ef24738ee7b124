package dev.hotlane.gateway.http;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.CommandId;

/**
 * The Idempotency-Key header: 1 to 64 visible ASCII characters, bare or as a quoted string of RFC 8941. Both forms of a
 * text are the same key. Any thread.
 */
final class IdempotencyKey {
    private static final int ENDS = 2;

    private IdempotencyKey() {}

    /** The key's bytes; throws MALFORMED if the value is no key. */
    static byte[] parse(String value) {
        return value.startsWith("\"") ? quoted(value) : bare(value);
    }

    private static byte[] bare(String value) {
        byte[] key = new byte[checked(value.length())];
        for (int i = 0; i < key.length; i++) {
            key[i] = visible(value.charAt(i));
        }
        return key;
    }

    private static byte[] quoted(String value) {
        int end = value.length() - 1;
        if (value.length() < ENDS || value.charAt(end) != '"') {
            throw refusal("the quoted string does not end");
        }
        byte[] key = new byte[CommandId.LENGTH_MAX];
        int length = 0;
        for (int at = 1; at < end; at++) {
            char next = value.charAt(at);
            if (next == '"') {
                throw refusal("a quote inside must be written as \\\"");
            }
            if (next == '\\') {
                next = ++at < end ? value.charAt(at) : 0;
                if (next != '"' && next != '\\') {
                    throw refusal("a backslash may stand before \" and \\ only");
                }
            }
            byte character = visible(next);
            checked(length + 1);
            key[length++] = character;
        }
        return java.util.Arrays.copyOf(key, checked(length));
    }

    private static int checked(int length) {
        if (length < 1 || length > CommandId.LENGTH_MAX) {
            throw refusal("expected 1 to " + CommandId.LENGTH_MAX + " characters");
        }
        return length;
    }

    private static byte visible(char character) {
        if (character < '!' || character > '~') {
            throw refusal("expected visible ASCII characters without spaces");
        }
        return (byte) character;
    }

    private static RequestRefused refusal(String why) {
        return RequestRefused.malformed("Idempotency-Key: " + why);
    }
}

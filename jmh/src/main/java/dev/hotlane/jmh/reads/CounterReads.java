package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.load.AnswerVerdict;
import dev.hotlane.jmh.load.RequestSource;
import dev.hotlane.jmh.load.RequestTemplate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** GETs of counters, one key after the other; each answer must be of its key and of the form asked for. One thread. */
final class CounterReads implements RequestSource {
    /** So many different counters are read. */
    static final int KEYS = 1_000;

    private static final byte[] HEAD = ascii("{\"key\":\"key:");
    private static final byte[] VALUE = ascii("\",\"value\":");
    private static final byte[] OFFSET = ascii("\"offset\":");

    private final RequestTemplate template;
    private final boolean fromLog;

    private CounterReads(String query, boolean fromLog) {
        template = RequestTemplate.part("GET /v1/counters/key:{key}" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        this.fromLog = fromLog;
    }

    /** From the view. */
    static CounterReads local() {
        return new CounterReads("?consistency=local", false);
    }

    /** Through the log. */
    static CounterReads lane() {
        return new CounterReads("", true);
    }

    @Override
    public void write(long n, ByteBuffer out) {
        template.key(0, n % KEYS);
        template.write(n, out);
    }

    @Override
    public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
        if (status != 200) {
            return AnswerVerdict.ofStatus(status);
        }
        int digits = from + HEAD.length;
        int value = digits + RequestTemplate.DIGITS;
        boolean good = length > HEAD.length + RequestTemplate.DIGITS + VALUE.length
                && is(HEAD, body, from)
                && number(body, digits) == n % KEYS
                && is(VALUE, body, value)
                && body[from + length - 1] == '}'
                && fromLog == contains(OFFSET, body, value, from + length);
        return good ? AnswerVerdict.OK : AnswerVerdict.WRONG;
    }

    private static long number(byte[] body, int from) {
        long number = 0;
        for (int i = from; i < from + RequestTemplate.DIGITS; i++) {
            number = number * 10 + body[i] - '0';
        }
        return number;
    }

    private static boolean is(byte[] part, byte[] in, int at) {
        for (int i = 0; i < part.length; i++) {
            if (in[at + i] != part[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(byte[] part, byte[] in, int from, int to) {
        for (int i = from; i <= to - part.length; i++) {
            if (is(part, in, i)) {
                return true;
            }
        }
        return false;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

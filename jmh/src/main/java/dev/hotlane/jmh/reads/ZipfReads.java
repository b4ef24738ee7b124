package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.load.AnswerVerdict;
import dev.hotlane.jmh.load.RequestSource;
import dev.hotlane.jmh.load.RequestTemplate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** GETs of products, some far more often than others: the i-th of them as i to the power of -s. One thread. */
final class ZipfReads implements RequestSource {
    private static final int CHECK_EACH = 256;
    private static final double TWO_53 = 1L << 53;

    private final RequestTemplate template;
    private final double[] below;

    /** @param s the exponent */
    ZipfReads(int products, double s) {
        template = RequestTemplate.part(
                "GET /v1/products/" + id("{key}") + " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
        below = new double[products];
        double sum = 0;
        for (int i = 0; i < products; i++) {
            sum += Math.pow(i + 1, -s);
            below[i] = sum;
        }
        for (int i = 0; i < products; i++) {
            below[i] /= sum;
        }
    }

    /** The product of that rank. */
    static String id(int rank) {
        return id(String.format("%0" + RequestTemplate.DIGITS + "d", rank));
    }

    private static String id(String digits) {
        return "c" + digits;
    }

    @Override
    public void write(long n, ByteBuffer out) {
        template.key(0, rank(n));
        template.write(n, out);
    }

    /** Follows from the number alone, so that a request can be checked by it. */
    private int rank(long n) {
        int found = Arrays.binarySearch(below, (mixed(n) >>> 11) / TWO_53);
        return Math.min(below.length - 1, found < 0 ? -found - 1 : found + 1);
    }

    // SplitMix64's finish: neighbours get numbers far apart.
    private static long mixed(long number) {
        long z = (number + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    @Override
    public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
        if (status != 200) {
            return AnswerVerdict.ofStatus(status);
        }
        return n % CHECK_EACH != 0 || isOf(id(rank(n)), body, from, length) ? AnswerVerdict.OK : AnswerVerdict.WRONG;
    }

    private static boolean isOf(String id, byte[] body, int from, int length) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body, from, length))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.startsWith("{\"product\":{\"id\":\"" + id + "\",") && text.endsWith("\"stock\":[]}");
        } catch (IOException e) {
            return false;
        }
    }
}

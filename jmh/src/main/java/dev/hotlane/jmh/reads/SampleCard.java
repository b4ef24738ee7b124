package dev.hotlane.jmh.reads;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.Deflater;

/** Documents of products, of a given size plain and compressed. No state. */
final class SampleCard {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .";
    private static final int LEVEL = 6;
    private static final int TRIES = 20;
    private static final double NEAR = 0.02;

    private SampleCard() {}

    /** The counter of a product. */
    static String counter(String id) {
        return "stock:" + id;
    }

    /**
     * A document of about these sizes in bytes. It repeats a text, as the pages of a catalogue do.
     *
     * @param packed compressed, at most three quarters of {@code plain}
     */
    static byte[] document(String id, int plain, int packed) {
        int unique = packed;
        String counters = '"' + counter(id) + '"';
        byte[] document = {};
        for (int i = 0; i < TRIES; i++) {
            document = document(id, counters, plain, unique);
            int missing = packed - deflated(document);
            if (Math.abs(missing) < packed * NEAR) {
                break;
            }
            unique = Math.max(1, Math.min(plain, unique + missing * 4 / 3));
        }
        return document;
    }

    /** The same without counters, and compressed only roughly of that size: soon made. */
    static byte[] withoutCounters(String id, int plain, int packed) {
        return document(id, "", plain, packed);
    }

    private static byte[] document(String id, String counters, int plain, int unique) {
        SplittableRandom random = new SplittableRandom(id.hashCode());
        StringBuilder text = new StringBuilder(plain);
        text.append("{\"id\":\"").append(id).append("\",\"hotlane\":{\"counters\":[");
        text.append(counters).append("]},\"text\":\"");
        int from = text.length();
        for (int i = 0; i < unique; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        String once = text.substring(from);
        while (text.length() + once.length() < plain) {
            text.append(once);
        }
        return text.append("\"}").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static int deflated(byte[] document) {
        Deflater deflater = new Deflater(LEVEL, true);
        try {
            deflater.setInput(document);
            deflater.finish();
            return deflater.deflate(new byte[document.length + 64]);
        } finally {
            deflater.end();
        }
    }
}

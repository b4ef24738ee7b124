package dev.hotlane.proof.faults.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Breaks a MySQL connection without TLS around its next COMMIT, once per request. Any thread. */
final class Cutting {
    /** A COMMIT may follow a few packets that close statements in the same piece, but never rows. */
    private static final int LONGEST_COMMIT_BYTES = 200;

    enum Verdict {
        PASS,
        /** Both sides see the connection end. */
        RESET,
        /** Only the child does. */
        ORPHAN
    }

    private final AtomicReference<WireCut> asked = new AtomicReference<>();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile boolean answerIsCut;

    void at(WireCut cut) {
        asked.set(cut);
    }

    int cuts() {
        return cuts.get();
    }

    Verdict upward(byte[] piece, int length) {
        if (asked.get() == null || !isCommit(piece, length)) {
            return Verdict.PASS;
        }
        WireCut cut = asked.getAndSet(null);
        if (cut == null) {
            return Verdict.PASS;
        }
        answerIsCut = cut == WireCut.AFTER_COMMIT;
        return switch (cut) {
            case AFTER_COMMIT -> Verdict.PASS;
            case BEFORE_COMMIT -> Verdict.RESET;
            case BEFORE_COMMIT_UNHEARD -> Verdict.ORPHAN;
        };
    }

    /** A flusher has one connection, so the next answer is the COMMIT's. */
    Verdict downward(Link link) {
        if (!answerIsCut) {
            return Verdict.PASS;
        }
        answerIsCut = false;
        return Verdict.RESET;
    }

    void cut(Link link, Verdict verdict) {
        cuts.incrementAndGet();
        if (verdict == Verdict.ORPHAN) {
            link.orphan();
        } else {
            link.reset();
        }
    }

    private static boolean isCommit(byte[] piece, int length) {
        return length < LONGEST_COMMIT_BYTES
                && new String(piece, 0, length, StandardCharsets.ISO_8859_1)
                        .toLowerCase(Locale.ROOT)
                        .endsWith("commit");
    }
}

package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Refusal;
import dev.hotlane.proof.model.ModelAnswer.Result;
import dev.hotlane.proof.model.OpRules.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How many bytes the parts of a lane count as, by the layouts that docs/format.md describes. Any thread; no state. */
final class ModelBytes {
    /** The record of another command's outcome, before that outcome: its own head and the other's sequence. */
    static final long COPY_HEAD = 35 + 8;

    private static final long OUTCOME_HEAD = 35;

    private ModelBytes() {}

    static long counter(String key, Counter row) {
        return 56 + padded(key) + (row.bucket() ? 40 : 0);
    }

    static long hold(LogEntry.Transact opening, String id) {
        return 136 + 32L * opening.ops().size() + image(opening, id);
    }

    private static long image(LogEntry.Transact opening, String id) {
        long ops = opening.ops().stream()
                .mapToLong(op -> 32 + (op.kind() == Kind.ADD ? padded(op.key()) : 0))
                .sum();
        return 80 + padded(id) + padded(opening.owner()) + ops;
    }

    /** Of a command in the window, by the bytes of its outcome. */
    static long entry(long outcome) {
        return 24 + outcome;
    }

    /** An outcome that shows a hold. */
    static long shown(ModelHold hold) {
        return OUTCOME_HEAD + image((LogEntry.Transact) hold.content, hold.now().id());
    }

    static long refused(Refusal why) {
        return OUTCOME_HEAD + number(why.available()) + number(why.limit()) + number(why.retryAfter());
    }

    /** The results of ops that the record of {@code own} ran. */
    static long done(List<Result> results, long own) {
        return OUTCOME_HEAD
                + results.stream()
                        .mapToLong(result -> number(result.value())
                                + number(result.value() - result.previous())
                                + number(own - result.version()))
                        .sum();
    }

    /** A number of variable length: its sign in the lowest bit, then seven bits to a byte. */
    private static long number(long number) {
        long folded = number << 1 ^ number >> 63;
        return Math.max(1, (64 - Long.numberOfLeadingZeros(folded) + 6) / 7);
    }

    private static long padded(String text) {
        return (text.getBytes(StandardCharsets.UTF_8).length + 7) / 8 * 8L;
    }
}

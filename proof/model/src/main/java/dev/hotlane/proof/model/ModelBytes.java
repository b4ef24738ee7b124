package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Refusal;
import dev.hotlane.proof.model.ModelAnswer.Result;
import dev.hotlane.proof.model.OpRules.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How many bytes the parts of a lane count as, by the layouts that docs/format.md describes. Any thread; no state. */
final class ModelBytes {
    private ModelBytes() {}

    static long counter(String key, Counter row) {
        return 56 + padded(key) + (row.bucket() ? 40 : 0);
    }

    static long hold(LogEntry.Transact opening, String key) {
        long tenant = ModelIds.tenant(key).isEmpty() ? 0 : 48;
        return 136 + 32L * opening.ops().size() + tenant + image(opening, key);
    }

    private static long image(LogEntry.Transact opening, String key) {
        String tenant = ModelIds.tenant(key);
        long ops = opening.ops().stream()
                .mapToLong(op -> 32 + (op.kind() == Kind.ADD ? padded(op.key()) : 0))
                .sum();
        long ofTenant = tenant.isEmpty() ? 0 : 8 + padded(tenant);
        return 80 + ofTenant + padded(ModelIds.id(key)) + padded(opening.owner()) + ops;
    }

    /** Of the command of that key in the window, by the bytes of its outcome. */
    static long entry(String key, long outcome) {
        return 24 + head(key) + outcome;
    }

    /** Of an abandon of that key, which has a copy of an outcome of those bytes, and its sequence. */
    static long copyEntry(String key, long outcome) {
        return entry(key, 8 + head(key) + outcome);
    }

    private static long head(String key) {
        return ModelIds.tenant(key).isEmpty() ? 35 : 35 + 8;
    }

    /** An outcome that shows a hold, without its head. */
    static long shown(ModelHold hold) {
        return image((LogEntry.Transact) hold.content, hold.key);
    }

    static long refused(Refusal why) {
        return number(why.available()) + number(why.limit()) + number(why.retryAfter());
    }

    /** The results of ops that the record of {@code own} ran. */
    static long done(List<Result> results, long own) {
        return results.stream()
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

package dev.hotlane.proof.gateway;

import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Replies for a {@link ScriptedProcessor}. */
final class Scripts {
    static final long TIME = Beats.LOG_TIME;

    private Scripts() {}

    /** Never replies. */
    static ScriptedProcessor.Script silence() {
        return record -> List.of();
    }

    /** Accepts everything: op i had 10 + i and has 20 + i, every counter is 7 at version 3. */
    static ScriptedProcessor.Script success() {
        return record -> List.of(record.reply(done(record, record.offset)));
    }

    /** Answers READs as of the sequence that is returned then: every counter is 7 at version 3. */
    static ScriptedProcessor.Script successAt(LongSupplier sequence) {
        return record -> List.of(record.reply(writer -> {
            writer.verdict(Verdict.OK, sequence.getAsLong(), TIME);
            counters(writer, record.read().keyCount());
        }));
    }

    /** A success that was decided at {@code origin}: a repeat if that is not the record's own offset. */
    static Consumer<ReplyWriter> done(Arrived record, long origin) {
        return writer -> {
            writer.verdict(Verdict.OK, record.offset, TIME);
            if (origin != record.offset) {
                writer.replayed(origin, TIME - 1_000);
            }
            if (record.kind == RecordKind.COMMAND) {
                results(writer, record.command().opCount(), origin);
            } else {
                counters(writer, record.read().keyCount());
            }
        };
    }

    /** The fields with the place and time of the outcome, as the answer to a command has them. */
    static String decided(long offset, long time) {
        return "\"offset\":" + offset + ",\"time\":" + time;
    }

    /** The same, at {@link #TIME}. */
    static String decided(long offset) {
        return decided(offset, TIME);
    }

    static void results(ReplyWriter writer, int count, long version) {
        writer.results(count);
        for (int i = 0; i < count; i++) {
            writer.result(10 + i, 20 + i, version);
        }
    }

    private static void counters(ReplyWriter writer, int count) {
        writer.counters(count);
        for (int i = 0; i < count; i++) {
            writer.counter(7, 2, 1, 3);
        }
    }

    /** Rejects everything with these numbers. */
    static ScriptedProcessor.Script rejection(
            Verdict verdict, int failedOp, long available, long limit, long retryAfterMs, long horizon) {
        return record -> List.of(record.reply(writer -> writer.verdict(verdict, record.offset, TIME)
                .problem(failedOp, available, limit, retryAfterMs, horizon)));
    }
}

package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;

/** Writes the reply of the record at hand into its effects. Owned by the state thread; allocates nothing. */
final class Answers {
    private final ReplyWriter writer = new ReplyWriter();
    private Effects out;
    private int partition;
    private long sequence;
    private long time;

    void begin(Effects effects, CommandView command, byte[] id, long ownSequence, long now) {
        start(effects, command.replyPartition(), ownSequence, now);
        long idHash = id == null ? 0 : Hash.of(id, 0, id.length, 0);
        writer.to(command.gatewayHi(), command.gatewayLo(), command.request(), idHash);
    }

    void begin(Effects effects, ReadView read, long ownSequence, long now) {
        start(effects, read.replyPartition(), ownSequence, now);
        writer.to(read.gatewayHi(), read.gatewayLo(), read.request(), 0);
    }

    private void start(Effects effects, int replyPartition, long ownSequence, long now) {
        out = effects;
        partition = replyPartition;
        sequence = ownSequence;
        time = now;
        writer.begin(effects.replyBuffer(), 0);
    }

    /** A refusal that is not remembered. */
    void refuse(Verdict verdict, long horizon) {
        writer.verdict(verdict, sequence, time).problem(ReplyWriter.NO_OP, 0, 0, 0, horizon);
        end();
    }

    /** What a transaction came to; writes it into {@code remembered} too. */
    void decided(Verdict verdict, Transaction transaction, int opCount, Outcome remembered) {
        writer.verdict(verdict, sequence, time);
        if (verdict == Verdict.OK) {
            remembered.putDone(opCount);
            writer.results(opCount);
            for (int i = 0; i < opCount; i++) {
                remembered.putResult(transaction.previous(i), transaction.value(i), transaction.version(i));
                writer.result(transaction.previous(i), transaction.value(i), transaction.version(i));
            }
        } else {
            int failedOp = transaction.failedOp();
            long available = transaction.available();
            long limit = transaction.limit();
            long retryAfterMs = transaction.retryAfterMs();
            remembered.putRefused(verdict, failedOp, available, limit, retryAfterMs);
            writer.problem(failedOp, available, limit, retryAfterMs, 0);
        }
        end();
    }

    /** The outcome that an earlier record of this id came to. */
    void stored(Outcome outcome) {
        Verdict verdict = outcome.verdict();
        writer.verdict(verdict, sequence, time).replayed(outcome.sequence(), outcome.time());
        int count = outcome.count();
        if (verdict == Verdict.OK) {
            writer.results(count);
            for (int i = 0; i < count; i++) {
                long value = outcome.next();
                long previous = value - outcome.next();
                writer.result(previous, value, outcome.sequence() - outcome.next());
            }
        } else {
            writer.problem(count, outcome.next(), outcome.next(), outcome.next(), 0);
        }
        end();
    }

    /** The counters a READ asks for. */
    void counters(ReadView read, Counters counters) {
        writer.verdict(Verdict.OK, sequence, time).counters(read.keyCount());
        for (int i = 0; i < read.keyCount(); i++) {
            int key = read.keyOffset(i);
            int length = read.keyLength(i);
            int slot = counters.find(read.bytes(), key, length, counters.hash(read.bytes(), key, length));
            long held = counters.held(slot);
            writer.counter(counters.value(slot), held, counters.confirmed(slot), counters.version(slot));
        }
        end();
    }

    private void end() {
        out.replied(partition, writer.end());
    }
}

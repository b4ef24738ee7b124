package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;

/** Writes the reply of the record at hand into its effects. Owned by the state thread; allocates nothing. */
final class Answers {
    private final ReplyWriter writer = new ReplyWriter();
    private final HoldImage image = new HoldImage();
    private final StateCounts counts = new StateCounts();
    private Effects out;
    private CommandView asked;
    private byte[] askedKey;
    private ReadView askedRead;
    private int partition;
    private long sequence;
    private long time;

    /** Commands by kind and verdict. */
    StateCounts counts() {
        return counts;
    }

    void begin(Effects effects, CommandView command, byte[] recordKey, long ownSequence, long now) {
        asked = command;
        askedKey = recordKey;
        start(effects, command.replyPartition(), ownSequence, now);
    }

    void begin(Effects effects, ReadView read, long ownSequence, long now) {
        asked = null;
        askedRead = read;
        start(effects, read.replyPartition(), ownSequence, now);
    }

    private void start(Effects effects, int replyPartition, long ownSequence, long now) {
        out = effects;
        partition = replyPartition;
        sequence = ownSequence;
        time = now;
    }

    /** Starts the one reply of the record. */
    private ReplyWriter verdict(Verdict verdict) {
        writer.begin(out.replyBuffer(), 0);
        if (asked != null) {
            counts.count(asked.kind(), verdict);
            writer.to(asked.gatewayHi(), asked.gatewayLo(), asked.request(), CommandId.hashOf(askedKey));
        } else {
            writer.to(askedRead.gatewayHi(), askedRead.gatewayLo(), askedRead.request(), 0);
        }
        return writer.verdict(verdict, sequence, time);
    }

    /** Rejects; the outcome is not remembered. */
    void refuse(Verdict verdict, long horizon) {
        verdict(verdict).problem(ReplyWriter.NO_OP, 0, 0, 0, horizon);
        end();
    }

    /** Rejects, as the rules have just decided. */
    void refused(Verdict verdict, RejectionDetail problem) {
        verdict(verdict);
        writer.problem(problem.failedOp(), problem.available(), problem.limit(), problem.retryAfterMs(), 0);
        end();
    }

    /** Replies to a transaction without a hold: the most frequent reply, so omitted if no caller waits for it. */
    void done(Transaction transaction, int opCount) {
        if (out.unheard) {
            counts.count(asked.kind(), Verdict.OK);
            return;
        }
        verdict(Verdict.OK).results(opCount);
        for (int i = 0; i < opCount; i++) {
            writer.result(transaction.previous(i), transaction.value(i), transaction.version(i));
        }
        end();
    }

    /** Replies with a hold that has just been created. */
    void created(HoldImage hold) {
        verdict(Verdict.OK);
        writeCreated(hold);
        end();
    }

    /** Replies with the creation of a hold by an earlier record, whatever its state now. */
    void createdBefore(HoldImage hold) {
        verdict(Verdict.OK).replayed(hold.createdSequence(), hold.createdAt());
        writeCreated(hold);
        end();
    }

    /** Replies with a hold as it is, after a command on it; names the earlier record that resolved it, if any. */
    void hold(HoldImage hold) {
        verdict(Verdict.OK);
        if (!hold.isOpen() && hold.resolvedSequence() != sequence) {
            writer.replayed(hold.resolvedSequence(), hold.resolvedAt()).copied();
        }
        writer.holds(1);
        write(hold);
        end();
    }

    /** Replies to a READ with a hold as it is. */
    void read(HoldImage hold) {
        verdict(Verdict.OK).holds(1);
        write(hold);
        end();
    }

    /** Replies with the outcome of an earlier record of this id. */
    void replayed(Outcome outcome) {
        boolean told = outcome.form() == Outcome.COPY;
        outcome.turnToTold();
        begin(outcome, true, told);
        write(outcome);
    }

    /** Replies with the outcome of the target of a READ. */
    void read(Outcome outcome) {
        begin(outcome, true, true);
        write(outcome);
    }

    /** Replies with the outcome of the target of an ABANDON, which the window has copied; replayed unless it is new. */
    void abandoned(Outcome outcome) {
        begin(outcome, outcome.sequence() != sequence, true);
        if (outcome.form() != 0) {
            writer.copied();
        }
        write(outcome);
    }

    private void begin(Outcome outcome, boolean before, boolean stored) {
        verdict(outcome.verdict());
        if (before) {
            origin(outcome);
        }
        if (stored) {
            writer.stored();
        }
    }

    private void origin(Outcome outcome) {
        if (outcome.form() == Outcome.HOLD && !outcome.hold(image).isOpen()) {
            writer.replayed(image.resolvedSequence(), image.resolvedAt());
        } else {
            writer.replayed(outcome.sequence(), outcome.time());
        }
    }

    private void write(Outcome outcome) {
        if (outcome.verdict() != Verdict.OK) {
            writer.problem(outcome.count(), outcome.next(), outcome.next(), outcome.next(), 0);
        } else if (outcome.form() == Outcome.CREATED) {
            writeCreated(outcome.hold(image));
        } else if (outcome.form() == Outcome.HOLD) {
            writer.holds(1);
            write(outcome.hold(image));
        } else {
            writer.results(outcome.count());
            for (int i = outcome.count(); i > 0; i--) {
                long value = outcome.next();
                long previous = value - outcome.next();
                writer.result(previous, value, outcome.sequence() - outcome.next());
            }
        }
        end();
    }

    private void writeCreated(HoldImage hold) {
        writer.results(hold.opCount());
        for (int i = 0; i < hold.opCount(); i++) {
            writer.result(hold.previous(i), hold.remaining(i), hold.version(i));
        }
        writer.holds(1);
        write(hold, HoldState.HELD, hold.firstExpiresAt(), 0);
    }

    private void write(HoldImage hold) {
        write(hold, HoldState.get((short) hold.state()), hold.expiresAt(), hold.resolvedAt());
    }

    private void write(HoldImage hold, HoldState state, long expiresAt, long resolvedAt) {
        writer.hold(state, hold.createdSequence(), hold.createdAt(), expiresAt, resolvedAt, hold.lineCount());
        for (int i = 0; i < hold.opCount(); i++) {
            if (hold.isLine(i)) {
                long confirmed = state == HoldState.CONFIRMED ? hold.confirmed(i) : 0;
                long quantity = hold.quantity(i);
                writer.line(hold.bytes(), hold.keyOffset(i), hold.keyLength(i), quantity, hold.remaining(i), confirmed);
            }
        }
        byte[] bytes = hold.bytes();
        writer.names(bytes, hold.idOffset(), hold.idLength(), bytes, hold.ownerOffset(), hold.ownerLength());
    }

    /** Replies with the counters of a READ. A bucket that is full again is shown as absent. */
    void counters(ReadView read, Counters counters) {
        verdict(Verdict.OK).counters(read.keyCount());
        for (int i = 0; i < read.keyCount(); i++) {
            int key = read.keyOffset(i);
            int length = read.keyLength(i);
            int slot = counters.find(read.bytes(), key, length, counters.hash(read.bytes(), key, length));
            long version = counters.version(slot);
            boolean passed = version < 0 && counters.value(slot) <= Gcra.nanos(time);
            long value = passed ? 0 : counters.value(slot);
            writer.counter(value, counters.held(slot), counters.confirmed(slot), passed ? 0 : version);
        }
        end();
    }

    /** Replies with a page of holds; {@code last} is the last hold visited if the list may continue, else null. */
    void page(Holds holds, int[] places, int count, HoldImage last) {
        verdict(Verdict.OK).holds(count);
        for (int i = 0; i < count; i++) {
            write(holds.read(places[i], image));
        }
        if (last == null) {
            end();
        } else {
            out.replied(partition, writer.end(last.bytes(), last.idOffset(), last.idLength()));
        }
    }

    private void end() {
        out.replied(partition, writer.end());
    }
}

package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks that only a leader sends replies, and that each offset's reply always has the same bytes. */
final class Emissions {
    private final World world;
    private final Invariants invariants;
    private final BitSet answered = new BitSet();
    private long answeredBelow;

    Emissions(World world, Invariants invariants) {
        this.world = world;
        this.invariants = invariants;
    }

    /** Called for each reply of a record. */
    private interface Reply {
        void at(long offset, byte[] message);
    }

    private static void each(byte[] record, Reply reply) {
        ByteBuffer bytes = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        ReplyDecoder decoder = new ReplyDecoder();
        int at = Frame.HEADER_LENGTH;
        while (at < record.length) {
            int length = bytes.getInt(at);
            byte[] message = Arrays.copyOfRange(record, at + Integer.BYTES, at + Integer.BYTES + length);
            at += Integer.BYTES + length;
            UnsafeBuffer buffer = new UnsafeBuffer(message);
            if (header.wrap(buffer, 0).templateId() == ReplyDecoder.TEMPLATE_ID) {
                decoder.wrapAndApplyHeader(buffer, 0, header);
                reply.at(decoder.sequence(), message);
            }
        }
    }

    void emitted(ProcessorRun run, byte[] record, long newerRulesAt) {
        each(record, (offset, message) -> {
            world.tally.count("replies sent");
            require(offset < newerRulesAt, "I19", () -> "offset " + offset + " was answered beyond unknown rules");
            require(
                    invariants.maySend(run, offset, message),
                    "I13",
                    () -> "another reply leaves for offset " + offset + " than was made there");
            require(
                    leadsFrom(run, offset),
                    "I13",
                    () -> "processor " + run.place.index + " answers offset " + offset
                            + ", which another leader has to answer");
        });
    }

    /** Whether this process led at that offset, or at a later one that it has applied. */
    private boolean leadsFrom(ProcessorRun run, long offset) {
        LogEntry.Leader self = run.leader;
        for (long later = offset; later < run.applied(); later++) {
            if (world.truth.at(later).leader().equals(self)) {
                return true;
            }
        }
        return false;
    }

    void appended(byte[] record) {
        each(record, (offset, message) -> {
            answeredBelow = Math.max(answeredBelow, offset + 1);
            if (Arrays.equals(message, invariants.reply(offset))) {
                answered.set((int) offset);
            }
        });
    }

    /** A SKIP voids the answers from that offset on. */
    void takenOut(long target) {
        answered.clear((int) target, Math.max((int) target, answered.length()));
    }

    /** Offset after the last one with an answer in the reply topic, void or not. */
    long answeredBelow() {
        return answeredBelow;
    }

    /** Whether the reply topic has an answer to that offset that no SKIP voided. */
    boolean answered(long offset) {
        return answered.get((int) offset);
    }
}

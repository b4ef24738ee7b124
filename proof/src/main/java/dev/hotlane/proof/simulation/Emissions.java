package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks that only a leader sends replies, and that each offset's reply always has the same bytes. */
final class Emissions {
    private final World world;
    private final Invariants invariants;
    private final BitSet answered = new BitSet();
    private long answeredBelow;
    private final BitSet inMemory = new BitSet();
    private final BitSet voidSent = new BitSet();
    private final Map<LogEntry.Leader, Ways> ways = new HashMap<>();

    /** The offsets that one process answered by topic, and those it answered in memory. */
    private static final class Ways {
        private final BitSet byTopic = new BitSet();
        private final BitSet inMemory = new BitSet();
    }

    Emissions(World world, Invariants invariants) {
        this.world = world;
        this.invariants = invariants;
    }

    /** Called for each reply of a record. */
    interface Reply {
        void at(long offset, byte[] message);
    }

    static void each(byte[] record, Reply reply) {
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
        Ways own = waysOf(run);
        each(record, (offset, message) -> {
            world.tally.count("replies sent");
            requireRight(run, offset, message, newerRulesAt);
            require(!own.inMemory.get((int) offset), "I25", () -> twice(run, offset));
            own.byTopic.set((int) offset);
        });
    }

    /** The gateway of the process' own node takes a record, or drops it if it is closed. */
    void handedOver(ProcessorRun run, SimGateway gateway, byte[] record, long newerRulesAt) {
        Ways own = waysOf(run);
        each(record, (offset, message) -> {
            world.tally.count("replies handed over");
            SimAttempt attempt = world.truth.record(offset).attempt();
            require(
                    attempt.gateway == gateway.index()
                            && ReplyRecord.isTo(message, gateway.incarnation(), gateway.index()),
                    "I25",
                    () -> "the reply to offset " + offset + " is of gateway " + attempt.gateway
                            + " or an earlier start of it, and is handed over to gateway " + gateway.index());
            requireRight(run, offset, message, newerRulesAt);
            boolean again = own.byTopic.get((int) offset) || own.inMemory.get((int) offset);
            require(!again, "I25", () -> twice(run, offset));
            own.inMemory.set((int) offset);
            inMemory.set((int) offset);
        });
    }

    private Ways waysOf(ProcessorRun run) {
        return ways.computeIfAbsent(run.leader, leader -> new Ways());
    }

    private static String twice(ProcessorRun run, long offset) {
        return "processor " + run.place.index + " answers offset " + offset + " in memory and once more";
    }

    private void requireRight(ProcessorRun run, long offset, byte[] message, long newerRulesAt) {
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
            } else {
                voidSent.set((int) offset);
            }
        });
    }

    /** A SKIP of that record takes effect: it voids the answers from there on. Only a forged one may void what a caller has. */
    void takenOut(long target, boolean forged) {
        require(
                forged || inMemory.nextSetBit((int) target) < 0,
                "I26",
                () -> "a SKIP takes out offset " + target + ", and a caller has an answer in memory to offset "
                        + inMemory.nextSetBit((int) target));
        BitSet sent = (BitSet) answered.clone();
        sent.or(inMemory);
        sent.clear(0, (int) target);
        voidSent.or(sent);
        answered.clear((int) target, Math.max((int) target, answered.length()));
        inMemory.clear((int) target, Math.max((int) target, inMemory.length()));
    }

    /** Offset after the last one with an answer in the reply topic, void or not. */
    long answeredBelow() {
        return answeredBelow;
    }

    /** Whether the reply topic has an answer to that offset, or a gateway got it in memory, and no SKIP voided it. */
    boolean answered(long offset) {
        return answered.get((int) offset) || inMemory.get((int) offset);
    }

    /**
     * Whether the reply topic has an answer to that offset, void or not, or a gateway got it in memory. A leader that
     * missed a forged SKIP sends void answers, and its TICKs say that they are sent. If its state is equal to the others'
     * again, these follow its TICKs and drop their own answers, which the callers' gateways would not take any more.
     */
    boolean answeredOrVoid(long offset) {
        return answered(offset) || voidSent.get((int) offset);
    }
}

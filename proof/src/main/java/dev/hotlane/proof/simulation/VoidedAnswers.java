package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.protocol.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Answers that were right until a SKIP took out a record at or before theirs. A process that had applied that record
 * goes on with these up to the SKIP: they must be the model's for the log without the SKIP. Only a forged SKIP may void
 * an answer that a caller has.
 */
final class VoidedAnswers {
    private final World world;
    private final Map<Long, List<byte[]>> replies = new HashMap<>();
    private final TreeMap<Long, ModelAnswer> ofCallers = new TreeMap<>();

    VoidedAnswers(World world) {
        this.world = world;
    }

    /** A caller got this answer, which is right so far. */
    void reachedCaller(long offset, ModelAnswer answer) {
        ofCallers.put(offset, answer);
    }

    /** Whether a caller has the answer of that offset, and no SKIP voided it. */
    boolean hasReachedCaller(long offset) {
        return ofCallers.containsKey(offset);
    }

    /** A SKIP takes out the record at {@code target}; {@code made} are the replies so far, by offset. */
    void takenOut(long target, List<byte[]> made, boolean forged) {
        for (int offset = (int) target; offset < made.size(); offset++) {
            if (made.get(offset) != null) {
                add(offset, made.get(offset));
            }
        }
        Iterator<Map.Entry<Long, ModelAnswer>> each =
                ofCallers.tailMap(target).entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<Long, ModelAnswer> answer = each.next();
            if (!answer.getValue().equals(world.truth.at(answer.getKey()).answer())) {
                require(forged, "I22", () -> "an operator's SKIP of " + target + " voids " + answer);
                world.tally.count("answers voided by a forged SKIP");
                each.remove();
            }
        }
    }

    /** Kafka lost the records from that offset on. */
    void forget(long from) {
        ofCallers.tailMap(from).clear();
    }

    private void add(long offset, byte[] reply) {
        replies.computeIfAbsent(offset, none -> new ArrayList<>()).add(reply);
    }

    /** A process that missed a SKIP applied a record. */
    void applied(ProcessorRun run, Slot slot) {
        byte[] reply = Arrays.copyOf(slot.effects.reply(), slot.effects.replyLength());
        ModelAnswer answer = reply.length == 0 ? null : Decoder.answer(reply, reply.length);
        require(
                world.truth.before(slot.offset).stream().anyMatch(moment -> fits(moment, answer, slot)),
                "MODEL",
                () -> "processor " + run.place.index + " missed a SKIP and came to " + answer + " at offset "
                        + slot.offset + ", expected one of " + world.truth.before(slot.offset));
        if (!contains(slot.offset, reply)) {
            add(slot.offset, reply);
        }
    }

    private static boolean fits(Truth.Moment moment, ModelAnswer answer, Slot slot) {
        Meta meta = slot.meta;
        boolean described = !slot.cuttable
                || meta.logTime == moment.time()
                        && meta.horizon == moment.horizon()
                        && meta.windowCount == moment.remembered()
                        && meta.epoch == moment.epoch();
        return described && (answer == null ? moment.answer() == null : answer.equals(moment.answer()));
    }

    /** Whether that reply was made there before a SKIP, or by a process that missed it. */
    boolean contains(long offset, byte[] reply) {
        return replies.getOrDefault(offset, List.of()).stream().anyMatch(each -> Arrays.equals(each, reply));
    }
}

package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/**
 * An intruder's SKIPs of commands that changed the state, while processors run. Each waits for a command that no TICK
 * has passed and that has come as far as its incident says. Such a SKIP takes effect: answers to that command, and to
 * records behind it, are void.
 */
final class VoidingSkips {
    /** How far a command has come when its SKIP is appended. */
    private enum Reach {
        LOG,
        STATE,
        REPLY_TOPIC,
        CALLER
    }

    private static final Reach[] REACHES = Reach.values();

    private final World world;
    private final Queue<Reach> due = new ArrayDeque<>();
    private final Set<Long> appended = new HashSet<>();

    VoidingSkips(World world) {
        this.world = world;
    }

    void happen(Incident incident) {
        due.add(REACHES[incident.much() % REACHES.length]);
    }

    void heal() {
        due.clear();
    }

    /** Whether the SKIP at that offset is one of these. */
    boolean appended(long offset) {
        return appended.contains(offset);
    }

    /** Appends the SKIP that is due, as soon as there is a command for it. Draws nothing from chance. */
    void look() {
        if (due.isEmpty() || world.truth.hasNewerRules()) {
            return;
        }
        long end = world.log.end();
        for (long target = world.truth.passed(); target < end; target++) {
            if (changesState(target) && hasCome(target, due.peek())) {
                due.remove();
                appended.add(end);
                world.append(null, Encoder.skip(target), new LogEntry.Skip(target), null);
                return;
            }
        }
    }

    private boolean changesState(long offset) {
        Truth.Moment moment = world.truth.at(offset);
        return world.truth.record(offset).said() instanceof LogEntry.Command
                && moment.answer() != null
                && moment.answer().verdict() == ModelAnswer.Verdict.OK
                && !moment.answer().replayed()
                && moment.time() > 0;
    }

    private boolean hasCome(long offset, Reach reach) {
        return switch (reach) {
            case LOG -> true;
            case STATE -> world.invariants.reply(offset) != null;
            case REPLY_TOPIC -> world.invariants.isAnswered(offset);
            case CALLER -> world.invariants.reachedCaller(offset);
        };
    }
}

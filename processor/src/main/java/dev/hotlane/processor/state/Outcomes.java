package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;

/**
 * The outcomes of commands by their ids: the window, the horizon, which is the greatest keep-time ever dropped from it,
 * and the holds that commands opened. Owned by the state thread; allocates nothing.
 */
final class Outcomes {
    private final Window window = new Window();
    private final Holds holds;
    private final Outcome writing = new Outcome();
    private final HoldImage image = new HoldImage();
    private final byte[] creation = new byte[Outcome.lengthWith(HoldLayout.LENGTH_MAX)];
    private long horizon;

    Outcomes(Holds holds) {
        this.holds = holds;
    }

    Window window() {
        return window;
    }

    long horizon() {
        return horizon;
    }

    void load(long storedHorizon) {
        horizon = storedHorizon;
    }

    /** The window's hash of an id. */
    long hash(CommandId id) {
        return window.hash(id.tenant(), id.hi(), id.lo());
    }

    /** Points {@code outcome} at the entry of that id; returns false if there is none. */
    boolean find(CommandId id, Outcome outcome) {
        return find(id, hash(id), outcome);
    }

    /** As {@link #find(CommandId, Outcome)}, with the window's hash of the id. */
    boolean find(CommandId id, long idHash, Outcome outcome) {
        long place = window.find(id.tenant(), id.hi(), id.lo(), idHash);
        if (place >= 0) {
            window.read(place, outcome);
        }
        return place >= 0;
    }

    /**
     * Points {@code outcome} at the outcome of a command by its id alone: from the window, else from the hold that it
     * opened; returns false if there is none. If the command opened a hold that is still kept, the outcome contains the
     * hold. For the id of an ABANDON it is the target's outcome.
     */
    boolean recall(CommandId id, Outcome outcome) {
        boolean found = find(id, outcome);
        if (found) {
            outcome.turnToTold();
            if (outcome.verdict() != Verdict.OK || outcome.form() != 0) {
                return true;
            }
        }
        int place = holds.find(id);
        if (place == Holds.NONE) {
            return found;
        }
        holds.read(place, image);
        outcome.begin(creation, 0, id, image.fingerprint(), image.createdAt(), image.createdSequence());
        outcome.putHold(Outcome.CREATED, image);
        outcome.end();
        return true;
    }

    /** Whether the outcome of an id applies to any content sent under it. */
    static boolean isForAnyContent(Verdict verdict) {
        return verdict == Verdict.ABANDONED || verdict == Verdict.QUARANTINED;
    }

    /** Rejects an id that may have been dropped, or is in the future. An id without a time is OK. */
    Verdict untimely(CommandId id, CommandContext at) {
        long idTime = id.time();
        if (idTime == CommandId.NO_TIME) {
            return Verdict.OK;
        }
        if (idTime <= horizon) {
            return Verdict.ID_EXPIRED;
        }
        long now = Math.max(at.logTime, at.timestamp);
        return idTime - at.rules.idFutureMs() > now ? Verdict.ID_IN_FUTURE : Verdict.OK;
    }

    /** Starts an entry for that id with room for {@code lengthMax} bytes; {@link #keep} must follow. */
    Outcome begin(CommandContext at, CommandId id, long fingerprint, int lengthMax) {
        byte[] entries = at.out.windowEntryRoom(lengthMax);
        return writing.begin(entries, at.out.windowEntriesLength(), id, fingerprint, at.keptFrom(), at.sequence);
    }

    /** Completes and keeps the entry of the command's own id. */
    void keep(CommandContext at) {
        keep(at, at.record.idHash);
    }

    /** Completes and keeps the entry, under the window's hash of its id. */
    void keep(CommandContext at, long idHash) {
        int from = at.out.windowEntriesLength();
        int length = writing.end();
        at.out.remembered(length);
        window.append(at.sequence, at.out.windowEntries(), from, length, idHash);
    }

    /** Drops entries that exceed the window's age, number or bytes at that log time; bytes spare the newest. */
    void trim(long logTime, Rules rules) {
        for (int dropped = 0; dropped < Window.DROPS_MAX && window.count() > 0; dropped++) {
            boolean old = logTime - window.oldestKeepTime() > rules.windowAgeMs();
            boolean heavy = window.bytes() > rules.windowBytesMax() && window.count() > 1;
            if (!old && !heavy && window.count() <= rules.windowSize()) {
                return;
            }
            horizon = Math.max(horizon, window.drop());
        }
    }
}

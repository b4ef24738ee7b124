package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;

/**
 * The outcomes of commands by their ids: the window, and the horizon, which is the greatest keep-time ever dropped from
 * it. Owned by the state thread; allocates nothing.
 */
final class Remembered {
    private final Window window = new Window();
    private final Outcome writing = new Outcome();
    private long horizon;

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
        return window.hash(id.hi(), id.lo());
    }

    /** Points {@code outcome} at the entry of that id; returns false if there is none. */
    boolean find(CommandId id, Outcome outcome) {
        return find(id, hash(id), outcome);
    }

    /** As {@link #find(CommandId, Outcome)}, with the window's hash of the id. */
    boolean find(CommandId id, long idHash, Outcome outcome) {
        long place = window.find(id.hi(), id.lo(), idHash);
        if (place >= 0) {
            window.read(place, outcome);
        }
        return place >= 0;
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

    /** Drops entries that exceed the window's age or size at that log time. */
    void trim(long logTime, Rules rules) {
        for (int dropped = 0; dropped < Window.DROPS_MAX && window.count() > 0; dropped++) {
            boolean old = logTime - window.oldestKeepTime() > rules.windowAgeMs();
            if (!old && window.count() <= rules.windowSize()) {
                return;
            }
            horizon = Math.max(horizon, window.drop());
        }
    }
}

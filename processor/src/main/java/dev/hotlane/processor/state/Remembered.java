package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;

/**
 * What the lane remembers of commands by their ids, and how far back: the window, and the horizon, which is the greatest
 * keep-time ever dropped from it. Owned by the state thread; allocates nothing.
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

    /** Points {@code outcome} at what is remembered of that id; false if nothing is. */
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

    /** Whether what is remembered of an id is the same for whatever comes under it. */
    static boolean isForAnyContent(Verdict verdict) {
        return verdict == Verdict.ABANDONED || verdict == Verdict.QUARANTINED;
    }

    /** An id that is not remembered may have been: one with its own time can tell. */
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

    /** Starts an entry for that id with room for that number of bytes; {@link #keep} must follow. */
    Outcome begin(CommandContext at, CommandId id, long fingerprint, int lengthMax) {
        byte[] entries = at.out.windowEntryRoom(lengthMax);
        return writing.begin(entries, at.out.windowEntriesLength(), id, fingerprint, at.keptFrom(), at.sequence);
    }

    /** Keeps the entry of the command's own id that was begun, complete now. */
    void keep(CommandContext at) {
        keep(at, at.record.idHash);
    }

    /** Keeps the entry that was begun, under the window's hash of its id. */
    void keep(CommandContext at, long idHash) {
        int from = at.out.windowEntriesLength();
        int length = writing.end();
        at.out.remembered(length);
        window.append(at.sequence, at.out.windowEntries(), from, length, idHash);
    }

    /** Drops what is too old or too much at that log time. */
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

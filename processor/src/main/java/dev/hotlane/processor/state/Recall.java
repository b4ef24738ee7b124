package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Verdict;

/**
 * The outcome of a command by its id alone: from the window, else from the hold that it opened. Owned by the state
 * thread; allocates nothing.
 */
final class Recall {
    private final Remembered remembered;
    private final Holds holds;
    private final HoldImage image = new HoldImage();
    private final byte[] creation = new byte[Outcome.lengthWith(HoldImage.LENGTH_MAX)];

    Recall(Remembered remembered, Holds holds) {
        this.remembered = remembered;
        this.holds = holds;
    }

    /**
     * Points {@code outcome} at the outcome; returns false if there is none. If the command opened a hold that is still
     * kept, the outcome contains the hold. For the id of an ABANDON it is the target's outcome.
     */
    boolean find(CommandId id, Outcome outcome) {
        boolean found = remembered.find(id, outcome);
        if (found) {
            outcome.turnToTold();
            if (outcome.verdict() != Verdict.OK || outcome.form() != 0) {
                return true;
            }
        }
        int place = holds.find(id.hi(), id.lo());
        if (place == Holds.NONE) {
            return found;
        }
        holds.read(place, image);
        outcome.begin(creation, 0, id, image.fingerprint(), image.createdAt(), image.createdSequence());
        outcome.putHold(Outcome.CREATED, image);
        outcome.end();
        return true;
    }
}

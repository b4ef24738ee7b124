package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Verdict;

/** Which commands are refused by their form, and which new ones by the limits of the rules. Any thread. */
final class ModelShapes {
    private static final int OPS_MAX = 64;

    private ModelShapes() {}

    /** The verdict of a refusal; null if the form is right. */
    static Verdict fault(LogEntry.Command command, LogEntry.Numbers rules) {
        if (command instanceof LogEntry.Unreadable unreadable) {
            return unreadable.verdict();
        } else if (rules == null) {
            return Verdict.UNSUPPORTED;
        }
        return ModelIds.isKey(command.id()) && fits(command) ? null : Verdict.MALFORMED;
    }

    /** Whether a new command has more ops, or holds for longer, than the rules allow. */
    static boolean exceeds(LogEntry.Command command, LogEntry.Numbers rules) {
        if (command instanceof LogEntry.OnHold on) {
            return on.parts().size() > rules.opsMax() || on.ttl() > rules.ttlMax();
        } else if (command instanceof LogEntry.Transact transact) {
            return transact.ops().size() > rules.opsMax() || transact.ttl() > rules.ttlMax();
        }
        return false;
    }

    private static boolean fits(LogEntry.Command command) {
        if (command instanceof LogEntry.OnHold on) {
            return on.parts().size() <= OPS_MAX && on.parts().stream().allMatch(part -> part.quantity() > 0);
        } else if (command instanceof LogEntry.Transact transact) {
            int count = transact.ops().size();
            return count >= 1
                    && count <= OPS_MAX
                    && transact.ops().stream().allMatch(op -> OpRules.fits(op, transact.hold()));
        }
        return true;
    }
}

package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Verdict;

/** Which commands are refused by their form alone. Any thread. */
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
        return ModelIds.isId(command.id()) && fits(command, rules) ? null : Verdict.MALFORMED;
    }

    private static boolean fits(LogEntry.Command command, LogEntry.Numbers rules) {
        if (command instanceof LogEntry.OnHold on) {
            return on.parts().size() <= rules.opsMax()
                    && on.ttl() <= rules.ttlMax()
                    && on.parts().stream().allMatch(part -> part.quantity() > 0);
        } else if (command instanceof LogEntry.Transact transact) {
            int count = transact.ops().size();
            return count >= 1
                    && count <= Math.min(OPS_MAX, rules.opsMax())
                    && transact.ttl() <= rules.ttlMax()
                    && transact.ops().stream().allMatch(op -> OpRules.fits(op, transact.hold()));
        }
        return true;
    }
}

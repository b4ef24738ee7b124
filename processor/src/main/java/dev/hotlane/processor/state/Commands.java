package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;

/**
 * Executes a COMMAND. A known id gets its stored outcome; a new command is decided, executed, remembered and answered.
 * Has the one switch on the kind of command. Owned by the state thread; allocates nothing.
 */
final class Commands {
    private final Outcomes outcomes;
    private final Holds holds;
    private final Answers answers;
    private final RejectionDetail problem = new RejectionDetail();
    private final Transaction transaction;
    private final HoldCommands holdCommands;
    private final Outcome outcome = new Outcome();
    private final CommandId target = new CommandId();
    private final NewHold retried = new NewHold();
    private final HoldImage known = new HoldImage();

    Commands(Counters counters, PassedBuckets passed, Holds holds, Outcomes outcomes, Answers answers) {
        this.outcomes = outcomes;
        this.holds = holds;
        this.answers = answers;
        transaction = new Transaction(counters, passed, new Quota(counters, holds, problem), problem);
        holdCommands = new HoldCommands(holds, counters, problem);
    }

    /** Expires the hold that is due first; there must be one. */
    void expireNext(long sequence, Effects out) {
        holdCommands.expireNext(sequence, out);
    }

    void run(CommandContext at) {
        answers.begin(at.out, at.command, at.recordKey, at.sequence, at.logTime);
        Verdict refusal = inadmissible(at.command, at.rules);
        if (refusal == Verdict.OK) {
            at.fingerprint = at.command.fingerprint();
            if (toldAgain(at)) {
                return;
            }
            // After the lookup: a retry gets its stored result, also when the limits were lowered since. After
            // untimely:
            // MALFORMED says that the command never ran, and of an id that old nobody knows.
            refusal = outcomes.untimely(at.command.id(), at);
            if (refusal == Verdict.OK) {
                refusal = beyondLimits(at.command, at.rules);
            }
        }
        if (refusal != Verdict.OK) {
            answers.refuse(refusal, outcomes.horizon());
            return;
        }
        switch (CommandKind.get((short) at.command.kind())) {
            case TRANSACT -> transact(at);
            case CONFIRM, CANCEL, EXTEND -> onHold(at);
            case ABANDON -> abandon(at);
            case NULL_VAL -> throw new IllegalStateException("no kind of command: " + at.command.kind());
        }
    }

    /**
     * Ensures that the id of a stepped-over record never runs. Uses only the id. A known id keeps its outcome; an id
     * that is too old or too new stays forbidden.
     */
    void quarantine(CommandContext at) {
        boolean unknown = at.rules != null
                && target.parseKey(at.recordKey)
                && !outcomes.find(target, outcome)
                && holds.find(target) == Holds.NONE
                && outcomes.untimely(target, at) == Verdict.OK;
        if (unknown) {
            outcomes.begin(at, target, 0, Outcome.lengthMax(0))
                    .putRefused(Verdict.QUARANTINED, ReplyWriter.NO_OP, 0, 0, 0);
            outcomes.keep(at, outcomes.hash(target));
        }
    }

    private static Verdict inadmissible(CommandView command, Rules rules) {
        if (rules == null || command.formatVersion() > rules.formatVersion()) {
            return Verdict.UNSUPPORTED;
        }
        return command.fault();
    }

    private static Verdict beyondLimits(CommandView command, Rules rules) {
        boolean tooMuch = command.opCount() > rules.opsMax() || command.ttlMs() > rules.ttlMaxMs();
        return tooMuch ? Verdict.MALFORMED : Verdict.OK;
    }

    /** Answers a known id and returns true; else false. An open or kept hold has the command that opened it. */
    private boolean toldAgain(CommandContext at) {
        CommandId id = at.command.id();
        if (outcomes.find(id, at.record.idHash, outcome)) {
            boolean same = Outcomes.isForAnyContent(outcome.verdict());
            if (!same && outcome.fingerprint() != at.fingerprint) {
                answers.refuse(Verdict.ID_REUSED, outcomes.horizon());
            } else if (!same && at.command.hold() && outcome.verdict() == Verdict.OK) {
                answers.createdBefore(retried(at));
            } else {
                answers.replayed(outcome);
            }
            return true;
        }
        int place = holds.find(id);
        if (place == Holds.NONE) {
            return false;
        }
        if (holds.read(place, known).fingerprint() == at.fingerprint) {
            answers.createdBefore(known);
        } else {
            answers.refuse(Verdict.ID_REUSED, outcomes.horizon());
        }
        return true;
    }

    /** Rebuilds the hold as it was opened: the window has the numbers, the retry has the rest. */
    private HoldImage retried(CommandContext at) {
        retried.begin(at, outcome.sequence(), outcome.time());
        for (int i = outcome.count(); i > 0; i--) {
            long value = outcome.next();
            long previous = value - outcome.next();
            retried.op(previous, value, outcome.sequence() - outcome.next(), false);
        }
        return retried.end();
    }

    private void transact(CommandContext at) {
        int ops = at.command.opCount();
        Verdict verdict = transaction.run(at);
        if (verdict == Verdict.QUOTA_EXCEEDED) {
            answers.refused(verdict, problem);
            return;
        }
        if (verdict != Verdict.OK) {
            refuse(at, verdict);
            return;
        }
        Outcome entry = begin(at, Outcome.lengthMax(ops));
        entry.putDone(ops);
        for (int i = 0; i < ops; i++) {
            entry.putResult(transaction.previous(i), transaction.value(i), transaction.version(i));
        }
        outcomes.keep(at);
        if (at.command.hold()) {
            answers.created(holdCommands.open(at, transaction));
        } else {
            answers.done(transaction, ops);
        }
    }

    private void onHold(CommandContext at) {
        Verdict verdict = holdCommands.run(at);
        if (verdict != Verdict.OK) {
            refuse(at, verdict);
            return;
        }
        HoldImage hold = holdCommands.hold();
        begin(at, Outcome.lengthWith(hold.length())).putHold(Outcome.HOLD, hold);
        outcomes.keep(at);
        answers.hold(hold);
    }

    /** Rejects; the outcome is final for its id. */
    private void refuse(CommandContext at, Verdict verdict) {
        begin(at, Outcome.lengthMax(0))
                .putRefused(verdict, problem.failedOp(), problem.available(), problem.limit(), problem.retryAfterMs());
        outcomes.keep(at);
        answers.refused(verdict, problem);
    }

    /** Ends the doubt about another command: replies with its outcome, or ensures that it never runs. */
    private void abandon(CommandContext at) {
        CommandId id = at.command.id();
        CommandId target = at.record.target;
        Verdict refusal = Verdict.OK;
        if (target.equalTo(id)) {
            refusal = Verdict.MALFORMED;
        } else if (!outcomes.recall(target, outcome)) {
            refusal = outcomes.untimely(target, at);
            if (refusal == Verdict.OK) {
                outcomes.begin(at, target, 0, Outcome.lengthMax(0))
                        .putRefused(Verdict.ABANDONED, ReplyWriter.NO_OP, 0, 0, 0);
                outcomes.keep(at, outcomes.hash(target));
                outcomes.find(target, outcome);
            }
        }
        if (refusal != Verdict.OK) {
            answers.refuse(refusal, outcomes.horizon());
            return;
        }
        begin(at, Outcome.lengthWith(outcome.length())).putCopy(outcome);
        outcomes.keep(at);
        answers.abandoned(outcome);
    }

    private Outcome begin(CommandContext at, int lengthMax) {
        return outcomes.begin(at, at.command.id(), at.fingerprint, lengthMax);
    }
}

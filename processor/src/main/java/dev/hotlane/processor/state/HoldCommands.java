package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;

/**
 * Opens, confirms, cancels, extends and expires holds. A hold is resolved once; a repeated resolution leaves it as it
 * is. Owned by the state thread; allocates nothing.
 */
final class HoldCommands {
    private static final int CONFIRMED = HoldState.CONFIRMED.value();
    private static final int CANCELLED = HoldState.CANCELLED.value();

    private final Holds holds;
    private final HoldRelease giveBack;
    private final RejectionDetail problem;
    private final Shares shares;
    private final HoldImage image = new HoldImage();
    private final NewHold opening = new NewHold();

    HoldCommands(Holds holds, Counters counters, RejectionDetail problem) {
        this.holds = holds;
        this.problem = problem;
        giveBack = new HoldRelease(counters);
        shares = new Shares(problem);
    }

    /** The hold of the last command, if that was OK. */
    HoldImage hold() {
        return image;
    }

    /** Opens a hold with what the transaction has just done. */
    HoldImage open(CommandContext at, Transaction transaction) {
        opening.begin(at, at.sequence, at.keptFrom());
        for (int i = 0; i < at.command.opCount(); i++) {
            long version = transaction.version(i);
            opening.op(transaction.previous(i), transaction.value(i), version, transaction.isFresh(i));
        }
        HoldImage hold = opening.end();
        holds.add(hold);
        at.out.opened(hold);
        return hold;
    }

    /** Runs CONFIRM, CANCEL or EXTEND on the hold that the command names. */
    Verdict run(CommandContext at) {
        CommandId target = at.record.target;
        int place = holds.find(target);
        if (place == Holds.NONE || !holds.read(place, image).isFor(at.command)) {
            return problem.of(Verdict.NOT_FOUND, 0, 0);
        }
        CommandKind kind = CommandKind.get((short) at.command.kind());
        if (!image.isOpen()) {
            return again(at, kind);
        }
        return switch (kind) {
            case CONFIRM -> confirm(at, place);
            case CANCEL -> cancel(at, place);
            case EXTEND -> extend(at, place);
            case TRANSACT, ABANDON, NULL_VAL -> throw new IllegalStateException("not on a hold: " + kind);
        };
    }

    /** A repeated resolution of the same kind is OK; any other is rejected. */
    private Verdict again(CommandContext at, CommandKind kind) {
        boolean same = image.state() == CANCELLED && kind == CommandKind.CANCEL
                || image.state() == CONFIRMED && kind == CommandKind.CONFIRM && shares.sameAs(at.command, image);
        if (same) {
            return Verdict.OK;
        }
        boolean expired = image.state() == HoldState.EXPIRED.value();
        boolean cancelled = image.state() == CANCELLED;
        Verdict verdict = expired ? Verdict.EXPIRED : cancelled ? Verdict.ALREADY_CANCELLED : Verdict.ALREADY_CONFIRMED;
        return problem.of(verdict, 0, 0);
    }

    private Verdict confirm(CommandContext at, int place) {
        Verdict verdict = shares.keep(at.command, image);
        if (verdict == Verdict.OK) {
            image.resolve(HoldState.CONFIRMED, at.keptFrom(), at.sequence);
            resolve(place, at.sequence, at.out);
        }
        return verdict;
    }

    private Verdict cancel(CommandContext at, int place) {
        image.resolve(HoldState.CANCELLED, at.keptFrom(), at.sequence);
        resolve(place, at.sequence, at.out);
        return Verdict.OK;
    }

    private Verdict extend(CommandContext at, int place) {
        image.expiresAt(NewHold.later(at.keptFrom(), at.command.ttlMs()));
        holds.extended(place, image);
        at.out.changed(image);
        return Verdict.OK;
    }

    /** Expires the hold that is due first; there must be one. */
    void expireNext(long sequence, Effects out) {
        if (out.trace != null) {
            out.trace.expiring();
        }
        int place = holds.nextToExpire();
        holds.read(place, image);
        image.resolve(HoldState.EXPIRED, image.expiresAt(), sequence);
        resolve(place, sequence, out);
        if (out.trace != null) {
            out.trace.expired();
        }
    }

    private void resolve(int place, long sequence, Effects out) {
        giveBack.run(image, sequence, image.state() != CONFIRMED, out);
        holds.resolved(place, image);
        out.resolved(image);
    }
}

package dev.hotlane.gateway.call;

import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Lack;
import dev.hotlane.access.Rights;
import dev.hotlane.access.Verb;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.List;

/**
 * Judges what a caller asks for, once its request is read. Each method throws a {@link RequestRefused} unless the caller
 * may: FORBIDDEN by its grants, then QUOTA_EXCEEDED by its own limits. Any thread; no state.
 */
public final class CallRights {
    private CallRights() {}

    /** Judges a request to the log. */
    public static void require(KnownCaller caller, LogRequest question) {
        if (caller.isAnyone()) {
            return;
        }
        Rights rights = caller.principal().rights();
        forbid(caller, question.writes() ? command(rights, question) : read(rights, question));
        if (question.writes()) {
            requireWithin(caller.principal().limits(), question);
        }
    }

    /** Judges a read of all these counters. */
    public static void requireKeys(KnownCaller caller, List<byte[]> keys) {
        if (!caller.isAnyone()) {
            forbid(caller, caller.principal().rights().keys(Verb.READ, keys));
        }
    }

    /** Judges a list or a watch of the counters with this prefix; 0 bytes: all. */
    public static void requirePrefix(KnownCaller caller, byte[] prefix) {
        if (!caller.isAnyone()) {
            forbid(caller, caller.principal().rights().key(Verb.READ, prefix));
        }
    }

    /** Judges a call that names the owner of reservations to read. */
    public static void requireOwner(KnownCaller caller) {
        if (!caller.isAnyone()) {
            forbid(caller, caller.principal().rights().hold(Verb.READ, true));
        }
    }

    /** Throws FORBIDDEN unless nothing is lacking. */
    private static void forbid(KnownCaller caller, Lack lack) {
        if (lack != null) {
            throw forbidden(caller, lack.text());
        }
    }

    /** The rejection of a caller; {@code what} names the verb that it lacks. */
    public static RequestRefused forbidden(KnownCaller caller, String what) {
        return new RequestRefused(
                Code.FORBIDDEN, "The principal " + caller.principal().name() + " may not do this: " + what + ".");
    }

    private static Lack read(Rights rights, LogRequest question) {
        return switch (question.readKind()) {
            case COUNTERS -> rights.keys(Verb.READ, question.keys());
            case HOLD, HOLDS -> rights.hold(Verb.READ, question.namesOwner());
            case COMMAND -> rights.command(Verb.READ);
            case NULL_VAL -> throw new IllegalStateException("a read of no kind");
        };
    }

    private static Lack command(Rights rights, LogRequest question) {
        return switch (question.kind()) {
            case TRANSACT -> transact(rights, question);
            case CONFIRM, CANCEL, EXTEND -> rights.hold(Verb.RESOLVE, question.namesOwner());
            case ABANDON -> rights.command(Verb.RESOLVE);
            case NULL_VAL -> throw new IllegalStateException("a command of no kind");
        };
    }

    private static Lack transact(Rights rights, LogRequest question) {
        for (int i = 0; i < question.opCount(); i++) {
            Op op = question.op(i);
            Lack lack = question.holds()
                    ? rights.reserved(op)
                    : changesCounter(question, op) ? rights.key(Verb.STOCK, op.key()) : rights.transacted(op);
            if (lack != null) {
                return lack;
            }
        }
        return question.holds() ? rights.hold(Verb.RESERVE, question.namesOwner()) : null;
    }

    /** The calls on the counter of a path are for stock, whatever their op. */
    private static boolean changesCounter(LogRequest question, Op op) {
        return question.single() && op.kind() != OpKind.TAKE;
    }

    /** A confirm is not limited: it only names lines of a hold that is there. */
    private static void requireWithin(CommandLimits limits, LogRequest question) {
        if (question.transacts() && question.opCount() > limits.opsMax()) {
            throw new RequestRefused(
                    Code.QUOTA_EXCEEDED,
                    "Nothing was published: the command has " + question.opCount()
                            + " ops, this principal may send at most " + limits.opsMax() + " (opsMax).");
        }
        if (question.ttlMs() > limits.ttlMaxMs()) {
            throw new RequestRefused(
                    Code.QUOTA_EXCEEDED,
                    "Nothing was published: ttlMs is " + question.ttlMs() + ", this principal may send at most "
                            + limits.ttlMaxMs() + " (ttlMaxMs).");
        }
    }
}

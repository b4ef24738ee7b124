package dev.hotlane.access;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.ArgName;
import java.util.Arrays;
import java.util.List;

/**
 * Judges calls of one principal. The grants are joined by verb: what one of them allows is allowed. Each method returns
 * null if the call is allowed, and then allocates nothing; else what the call lacks. Immutable; any thread.
 */
public final class Rights {
    private static final int VERBS = Verb.values().length;

    private final boolean[] granted = new boolean[VERBS];
    private final Prefixes[][] covered = new Prefixes[VERBS][KeyList.values().length];
    private final HoldScope[] holds = new HoldScope[VERBS];

    /** Joins grants. */
    public Rights(List<Grant> grants) {
        for (Prefixes[] lists : covered) {
            Arrays.fill(lists, Prefixes.NONE);
        }
        Arrays.fill(holds, HoldScope.NONE);
        for (Grant grant : grants) {
            grant.verbs().forEach(verb -> join(verb, grant));
        }
    }

    private void join(Verb verb, Grant grant) {
        granted[verb.ordinal()] = true;
        for (KeyList list : KeyList.values()) {
            if (verb.uses(list)) {
                Prefixes before = covered[verb.ordinal()][list.ordinal()];
                covered[verb.ordinal()][list.ordinal()] = before.and(grant.prefixes(list));
            }
        }
        holds[verb.ordinal()] = holds[verb.ordinal()].or(grant.holds());
    }

    /** Whether a grant has the verb. */
    public boolean has(Verb verb) {
        return granted[verb.ordinal()];
    }

    /** The prefixes of a verb in one list. */
    public Prefixes prefixes(Verb verb, KeyList list) {
        return covered[verb.ordinal()][list.ordinal()];
    }

    /** Judges a call by its verb alone, before its keys are there. */
    public Lack verb(Verb verb) {
        return has(verb) ? null : new Lack(verb, Lack.Missing.VERB, null);
    }

    /** Judges a call of one verb on one key, or a list or watch by its prefix (0 bytes: all keys). */
    public Lack key(Verb verb, byte[] key) {
        return covers(verb, KeyList.KEYS, key) ? null : lack(verb, KeyList.KEYS, key);
    }

    /** Judges a call of one verb that needs all of these keys, as a product does. */
    public Lack keys(Verb verb, List<byte[]> keys) {
        for (int i = 0; i < keys.size(); i++) {
            Lack lack = key(verb, keys.get(i));
            if (lack != null) {
                return lack;
            }
        }
        return verb(verb);
    }

    /** Judges an op of a transaction, and the take of a bucket. */
    public Lack transacted(Op op) {
        return switch (op.kind()) {
            case ADD -> add(op, Verb.ADD);
            case CHECK -> key(Verb.ADD, op.key());
            case TAKE -> either(Verb.TAKE, KeyList.BUCKETS, Verb.ADD, KeyList.BUCKETS, op.key());
            case SET, REMOVE -> key(Verb.STOCK, op.key());
            case LINE, NULL_VAL -> throw new IllegalArgumentException("no op of a transaction: " + op.kind());
        };
    }

    /** Judges an op of a command that opens a reservation. */
    public Lack reserved(Op op) {
        return switch (op.kind()) {
            case ADD -> add(op, Verb.RESERVE);
            case CHECK -> key(Verb.RESERVE, op.key());
            case TAKE ->
                covers(Verb.RESERVE, KeyList.BUCKETS, op.key()) ? null : lack(Verb.RESERVE, KeyList.BUCKETS, op.key());
            case SET, REMOVE, LINE, NULL_VAL ->
                throw new IllegalArgumentException("no op of a reservation: " + op.kind());
        };
    }

    /**
     * Judges a call that makes, reads or changes a reservation, or lists them. Reserving needs no {@code holds}; but a
     * principal that reaches holds by their owner must name one, or could not find its own again.
     */
    public Lack hold(Verb verb, boolean ownerNamed) {
        if (!has(verb)) {
            return verb(verb);
        }
        HoldScope scope = holds[verb.ordinal()];
        if (scope == HoldScope.NONE && verb != Verb.RESERVE) {
            return new Lack(verb, Lack.Missing.HOLDS, null);
        }
        return scope == HoldScope.OWNER && !ownerNamed ? new Lack(verb, Lack.Missing.OWNER, null) : null;
    }

    /** Judges a call on a stored command, or an abandon: an owner does not show in them. */
    public Lack command(Verb verb) {
        Lack lack = hold(verb, true);
        return lack == null && holds[verb.ordinal()] != HoldScope.TENANT
                ? new Lack(verb, Lack.Missing.TENANT, null)
                : lack;
    }

    /** A sale stays at or above 0, and the use of a limit has a bound; any other add makes stock or debt. */
    private Lack add(Op op, Verb usual) {
        boolean takes = op.arg(ArgName.DELTA.value()) < 0;
        if (takes && !mayFallBelowZero(op)) {
            return either(usual, KeyList.KEYS, Verb.STOCK, KeyList.KEYS, op.key());
        }
        return !takes && has(op, ArgName.MAX)
                ? either(usual, KeyList.LIMITS, Verb.STOCK, KeyList.KEYS, op.key())
                : key(Verb.STOCK, op.key());
    }

    private static boolean mayFallBelowZero(Op op) {
        return (op.flags() & Op.NO_MIN) != 0 || has(op, ArgName.MIN) && op.arg(ArgName.MIN.value()) < 0;
    }

    private static boolean has(Op op, ArgName name) {
        return (op.present() & 1 << name.value()) != 0;
    }

    private Lack either(Verb first, KeyList ofFirst, Verb second, KeyList ofSecond, byte[] key) {
        if (covers(first, ofFirst, key) || covers(second, ofSecond, key)) {
            return null;
        }
        return has(first) || !has(second) ? lack(first, ofFirst, key) : lack(second, ofSecond, key);
    }

    private boolean covers(Verb verb, KeyList list, byte[] key) {
        return prefixes(verb, list).cover(key);
    }

    private Lack lack(Verb verb, KeyList list, byte[] key) {
        return has(verb) ? Lack.prefix(verb, list, key) : verb(verb);
    }

    /** Whether both allow the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Rights rights
                && Arrays.equals(granted, rights.granted)
                && Arrays.deepEquals(covered, rights.covered)
                && Arrays.equals(holds, rights.holds);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(granted) + Arrays.deepHashCode(covered);
    }
}

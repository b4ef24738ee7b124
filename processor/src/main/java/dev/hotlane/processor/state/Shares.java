package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;

/**
 * The units of each line of a hold that a confirm keeps: all, or the units of stock that it names, line by line. Limits
 * keep the same share, rounded up. Owned by the state thread; allocates nothing.
 */
final class Shares {
    private static final int QUANTITY = ArgName.QUANTITY.value();

    private final RejectionDetail problem;
    private final long[] kept = new long[CommandView.OPS_MAX];

    Shares(RejectionDetail problem) {
        this.problem = problem;
    }

    /** Writes the units that the command keeps into the hold; changes nothing unless OK. */
    Verdict keep(CommandView command, HoldImage hold) {
        boolean whole = command.opCount() == 0;
        Verdict verdict = whole ? Verdict.OK : name(command, hold);
        if (verdict != Verdict.OK) {
            return verdict;
        }
        long stock = 0;
        long keptStock = 0;
        for (int i = 0; i < hold.opCount(); i++) {
            if (hold.isStock(i)) {
                stock += hold.quantity(i);
                keptStock += whole ? hold.quantity(i) : kept[i];
            }
        }
        for (int i = 0; i < hold.opCount(); i++) {
            if (hold.isStock(i)) {
                hold.confirmed(i, whole ? hold.quantity(i) : kept[i]);
            } else if (hold.isLine(i)) {
                hold.confirmed(i, whole ? hold.quantity(i) : -share(-hold.quantity(i), keptStock, stock));
            }
        }
        return Verdict.OK;
    }

    /** Spreads the named quantities over the lines of their keys, in order. */
    private Verdict name(CommandView command, HoldImage hold) {
        for (int i = 0; i < hold.opCount(); i++) {
            kept[i] = 0;
        }
        for (int n = 0; n < command.opCount(); n++) {
            long left = command.arg(n, QUANTITY);
            long held = 0;
            for (int i = 0; i < hold.opCount(); i++) {
                if (isOf(hold, i, command, n)) {
                    long units = Math.min(left, hold.quantity(i) - kept[i]);
                    kept[i] += units;
                    left -= units;
                    held += hold.quantity(i);
                }
            }
            if (left > 0) {
                problem.met(n, held);
                return problem.bound(Verdict.EXCEEDS_HELD, held);
            }
        }
        return Verdict.OK;
    }

    /** Whether a confirm of a confirmed hold names the kept units: all of them, or the same of each key. */
    boolean sameAs(CommandView command, HoldImage hold) {
        boolean whole = command.opCount() == 0;
        if (!whole && name(command, hold) != Verdict.OK) {
            return false;
        }
        // Both were spread over the lines in the same order, so the same sums are the same shares.
        boolean same = true;
        for (int i = 0; i < hold.opCount(); i++) {
            same &= !hold.isStock(i) || (whole ? hold.quantity(i) : kept[i]) == hold.confirmed(i);
        }
        return same;
    }

    private static boolean isOf(HoldImage hold, int i, CommandView command, int n) {
        return hold.isStock(i) && hold.isOf(i, command.bytes(), command.keyOffset(n), command.keyLength(n));
    }

    /** ceil(limit * part / whole), part at most whole: exact, although the product has up to 126 bits. */
    private static long share(long limit, long part, long whole) {
        long high = Math.multiplyHigh(limit, part);
        long low = limit * part;
        if (high == 0 && low >= 0) {
            return low / whole + (low % whole == 0 ? 0 : 1);
        }
        long quotient = 0;
        long rest = high;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            rest = rest << 1 | low >>> Long.SIZE - 1;
            low <<= 1;
            boolean fits = Long.compareUnsigned(rest, whole) >= 0;
            rest -= fits ? whole : 0;
            quotient = quotient << 1 | (fits ? 1 : 0);
        }
        return quotient + (rest == 0 ? 0 : 1);
    }
}

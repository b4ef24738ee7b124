package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.CallerAccount;
import dev.hotlane.proof.history.CallerAccounts;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The callers prove who they are in four ways, which the row changes while they call. Counts attempts under way by account,
 * and refusals of honest callers. Any thread.
 */
final class RotatedAccounts implements CallerAccounts {
    /** How a caller proves who it is. */
    enum Proof {
        /** By an API key. */
        KEY,
        /** By a token. */
        TOKEN,
        /** By its certificate. */
        CERTIFICATE,
        /** By key and certificate of one principal. */
        BOTH
    }

    private static final Set<Integer> REFUSALS = Set.of(401, 403);

    private final Map<Proof, CallerAccount> accounts = new ConcurrentHashMap<>();
    private final Map<CallerAccount, AtomicInteger> underWay = new ConcurrentHashMap<>();
    private final AtomicInteger refused = new AtomicInteger();

    /** Attempts of these callers that begin from now on are sent by this account; returns the one before, or null. */
    CallerAccount change(Proof proof, CallerAccount next) {
        return accounts.put(proof, next);
    }

    /** The account of these callers now. */
    CallerAccount account(Proof proof) {
        return accounts.get(proof);
    }

    @Override
    public CallerAccount of(int client) {
        CallerAccount account = accounts.get(Proof.values()[client % Proof.values().length]);
        underWay.computeIfAbsent(account, none -> new AtomicInteger()).incrementAndGet();
        return account;
    }

    @Override
    public void ended(int client, CallerAccount account, CallResult result, long nanos) {
        underWay.get(account).decrementAndGet();
        if (REFUSALS.contains(result.status())) {
            refused.incrementAndGet();
        }
    }

    /** Whether no attempt by this account is under way. */
    boolean isIdle(CallerAccount account) {
        AtomicInteger count = underWay.get(account);
        return count == null || count.get() == 0;
    }

    /** Attempts that were answered 401 or 403. */
    int refused() {
        return refused.get();
    }
}

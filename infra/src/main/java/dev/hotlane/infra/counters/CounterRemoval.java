package dev.hotlane.infra.counters;

import dev.hotlane.client.BatchResult;
import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.CounterFilter;
import dev.hotlane.client.CounterValue;
import dev.hotlane.client.CountersPage;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.client.ProblemCode;
import dev.hotlane.client.Refused;
import dev.hotlane.client.Unanswered;
import dev.hotlane.client.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Removes the counters under a prefix. Lists them from MySQL and removes each by a command of its own, on the condition
 * that it still has the version of the list. So a counter that a call changes meanwhile stays. It may be interrupted
 * and run again: what is gone is not listed any more. One thread, blocking.
 */
public final class CounterRemoval {
    private static final int PAGE_MAX = 1_000;

    /** Counters that stay and are named; the others are counted. */
    private static final int NAMED_MAX = 10;

    private final LaneClient client;
    private final String prefix;
    private final int perSecond;
    private final Consumer<String> say;
    private long found;
    private long removable;
    private long held;
    private long buckets;
    private long removed;
    private long changed;
    private long unanswered;

    /**
     * @param perSecond most removals in a second
     * @param say receives a line for counters that stay, and for each page
     */
    public CounterRemoval(LaneClient client, String prefix, int perSecond, Consumer<String> say) {
        this.client = client;
        this.prefix = prefix;
        this.perSecond = perSecond;
        this.say = say;
    }

    /**
     * Walks over the counters, and removes them if that is confirmed.
     *
     * @param confirmed false to count only
     * @throws CounterRemovalException if the gateways give no list
     */
    public CountersFound run(boolean confirmed) {
        Optional<String> cursor = Optional.empty();
        do {
            CountersPage page = page(cursor);
            List<LaneCall<?>> removals = removals(page.counters());
            if (confirmed && !removals.isEmpty()) {
                remove(removals);
                say.accept(removed + " removed, at " + last(page));
            }
            cursor = page.cursor();
        } while (cursor.isPresent());
        return new CountersFound(found, removable, held, buckets, removed, changed, unanswered);
    }

    private static String last(CountersPage page) {
        return page.counters().get(page.counters().size() - 1).key();
    }

    private CountersPage page(Optional<String> cursor) {
        CounterFilter filter = CounterFilter.all().prefix(prefix).limit(Math.min(PAGE_MAX, perSecond));
        CallOutcome<CountersPage> outcome = client.counters()
                .list(cursor.isPresent() ? filter.cursor(cursor.get()) : filter)
                .send();
        if (outcome instanceof Done<CountersPage> done) {
            return done.value();
        }
        throw new CounterRemovalException(
                "the gateways gave no list of counters: " + reason(outcome) + advice(outcome));
    }

    /** What to do if no gateway answered; a refusal says that itself. */
    private static String advice(CallOutcome<?> outcome) {
        if (outcome instanceof Refused) {
            return "";
        }
        return reason(outcome).contains("SSLHandshakeException")
                ? ". Give --ca-file with the authority that signed the gateways' certificate."
                : ". Check the addresses of --to: https:// if the gateways have certificates.";
    }

    /** Why it is not done. */
    private static String reason(CallOutcome<?> outcome) {
        if (outcome instanceof Refused<?> refused) {
            return refused.code() + ": " + refused.detail();
        }
        if (outcome instanceof Unanswered<?> unanswered) {
            return unanswered.detail();
        }
        return outcome instanceof Unknown<?> unknown ? unknown.detail() : outcome.toString();
    }

    private List<LaneCall<?>> removals(List<CounterValue> counters) {
        List<LaneCall<?>> removals = new ArrayList<>();
        for (CounterValue counter : counters) {
            found++;
            if (counter.bucket()) {
                buckets++;
            } else if (counter.held() != 0) {
                held++;
                stays(held, counter.key() + " stays: open reservations hold " + counter.held() + " units of it");
            } else {
                removable++;
                removals.add(client.transact(LaneOp.remove(counter.key()).ifVersion(counter.version())));
            }
        }
        return removals;
    }

    private void remove(List<LaneCall<?>> removals) {
        long began = System.nanoTime();
        for (BatchResult result : client.batch(removals)) {
            judge(result.outcome());
        }
        long due = began + removals.size() * 1_000_000_000L / perSecond;
        for (long left = due - System.nanoTime();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void judge(CallOutcome<?> outcome) {
        if (outcome instanceof Done) {
            removed++;
        } else if (outcome instanceof Refused<?> refused && refused.code() == ProblemCode.VERSION_MISMATCH) {
            changed++;
        } else {
            unanswered++;
            stays(unanswered, "not removed: " + reason(outcome));
        }
    }

    private void stays(long count, String line) {
        if (count <= NAMED_MAX) {
            say.accept(line);
        }
    }
}

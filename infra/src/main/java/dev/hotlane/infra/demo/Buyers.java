package dev.hotlane.infra.demo;

import dev.hotlane.client.LaneCall;
import dev.hotlane.client.Reservation;
import dev.hotlane.infra.log.Uuid7;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * Buyers who all reserve at once, with a bounded number of calls and connections. A buyer with a reservation pays and
 * confirms it, cancels it, or walks away. A buyer without one comes back later, until every unit is paid for. All state
 * belongs to the thread {@code buyers}.
 */
final class Buyers {
    /** Every third holder walks away; the unit and the limit return when the reservation expires. */
    private static final int WALKS_AWAY_EVERY = 3;

    /** Of the others, those whose number is a multiple of eight cancel. */
    private static final int CANCELS_EVERY = 8;

    private static final int PAYMENT_MS_MIN = 50;
    private static final int PAYMENT_MS_MAX = 1_000;
    private static final int COMEBACKS_AT_ONCE = 16;
    private static final long COMEBACK_EVERY_MS = 200;

    private final Deal deal;
    private final DemoOutcomes outcomes;
    private final IntConsumer progress;
    private final Uuid7 ids;
    private final SplittableRandom random;
    private final ArrayDeque<DemoCall> waiting = new ArrayDeque<>();
    private final ArrayDeque<Integer> losers = new ArrayDeque<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private Caller caller;
    private int nextBuyer;
    private int inFlight;
    private int paying;

    /** @param progress receives the number of answered buyers, on the thread {@code buyers} */
    Buyers(Deal deal, DemoOutcomes outcomes, long seed, IntConsumer progress) {
        this.deal = deal;
        this.outcomes = outcomes;
        this.progress = progress;
        this.ids = new Uuid7(seed);
        this.random = new SplittableRandom(seed);
    }

    /** Runs all buyers against these gateways; returns when every call is answered and every unit is paid for. */
    void rush(List<String> gateways) {
        try (Caller started = new Caller(gateways, done, outcomes::unanswered)) {
            caller = started;
            started.run(() -> {
                fill();
                comeBack();
            });
            done.join();
        }
    }

    private void fill() {
        while (inFlight < deal.atOnce()) {
            DemoCall call = waiting.isEmpty() ? nextCall() : waiting.poll();
            if (call == null) {
                return;
            }
            inFlight++;
            caller.send(call, this::answered);
        }
    }

    private DemoCall nextCall() {
        if (nextBuyer == deal.buyers()) {
            return null;
        }
        int buyer = nextBuyer++;
        DemoCall call = reserve(DemoCall.Purpose.HOLD, buyer);
        if (buyer % deal.duplicateEvery() == 0) {
            waiting.add(call.twin());
        }
        return call;
    }

    private DemoCall reserve(DemoCall.Purpose purpose, int buyer) {
        return call(purpose, buyer, caller.client().reservations().reserve(deal.reservation(buyer)));
    }

    /** Makes a call; the random part of its id follows from the seed. */
    private DemoCall call(DemoCall.Purpose purpose, int buyer, LaneCall<Reservation> call) {
        return new DemoCall(
                purpose, buyer, call.withId(ids.next(System.currentTimeMillis()).toString()));
    }

    private void answered(DemoCall call) {
        inFlight--;
        outcomes.answered(call);
        switch (call.purpose) {
            case HOLD -> {
                progress.accept(outcomes.buyersAnswered());
                reserved(call);
            }
            case COMEBACK -> reserved(call);
            case CONFIRM -> confirmed(call);
            default -> {}
        }
        fill();
    }

    private void reserved(DemoCall call) {
        if (!call.isDone()) {
            losers.add(call.buyer);
            return;
        }
        int holder = outcomes.reservations();
        if (holder % WALKS_AWAY_EVERY == 0) {
            outcomes.walkedAway();
            return;
        }
        boolean cancels = holder % CANCELS_EVERY == 0;
        paying++;
        caller.later(random.nextInt(PAYMENT_MS_MIN, PAYMENT_MS_MAX), () -> {
            paying--;
            waiting.add(cancels ? cancel(call) : confirm(call));
            fill();
        });
    }

    private DemoCall confirm(DemoCall held) {
        return call(
                DemoCall.Purpose.CONFIRM,
                held.buyer,
                caller.client().reservations().confirm(held.call.id()));
    }

    private DemoCall cancel(DemoCall held) {
        return call(
                DemoCall.Purpose.CANCEL,
                held.buyer,
                caller.client().reservations().cancel(held.call.id()));
    }

    private void confirmed(DemoCall call) {
        if (call.isDone()) {
            waiting.add(reserve(DemoCall.Purpose.GREEDY, call.buyer));
        }
    }

    /** After the first calls of all buyers, those without a unit try again every 200 ms while a unit may return. */
    private void comeBack() {
        boolean quiet = nextBuyer == deal.buyers() && waiting.isEmpty();
        boolean soldOut = outcomes.sold() == deal.units();
        if (quiet && inFlight == 0 && paying == 0 && (soldOut || losers.isEmpty())) {
            done.complete(null);
            return;
        }
        if (quiet && !soldOut) {
            for (int i = 0; i < COMEBACKS_AT_ONCE && !losers.isEmpty(); i++) {
                waiting.add(reserve(DemoCall.Purpose.COMEBACK, losers.poll()));
            }
            fill();
        }
        caller.later(COMEBACK_EVERY_MS, this::comeBack);
    }
}

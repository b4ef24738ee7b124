package dev.hotlane.proof.history;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One caller with one call under way at a time. After 503 or an unknown outcome it retries through the next gateway.
 * After an unknown outcome it may also abandon the command or leave it. Owned by the event loop of its workload.
 */
final class Client {
    private static final int RETRY_MS_MIN = 20;
    private static final int RETRY_MS_MAX = 200;

    private final Workload workload;
    private final Callers callers;
    private final int number;
    private final int breathMsMax;
    private final SplittableRandom random;
    private final Intents intents;
    private final LocalReadIntents localReads;
    private final List<String> left = new ArrayList<>();
    private int gateway;
    private volatile long deadline;
    private volatile boolean ended;

    Client(Workload workload, Callers callers, WorkloadSettings settings, int number, SplittableRandom random) {
        this.workload = workload;
        this.callers = callers;
        this.number = number;
        this.random = random;
        breathMsMax = settings.breathMsMax();
        intents = new Intents(settings.name(), number, random.split());
        localReads = new LocalReadIntents(number, random.split());
        gateway = number % callers.gateways();
    }

    /** Sets the end of all retries, by System.nanoTime. */
    void endBy(long nanos) {
        deadline = nanos;
    }

    boolean hasEnded() {
        return ended;
    }

    void next() {
        if (workload.stopping()) {
            askForLeft();
            return;
        }
        SentCommands.Sent old = workload.past().any(random);
        int dice = random.nextInt(100);
        if (old != null && dice < 7) {
            attempt(old.group(), old.command());
        } else if (old != null && dice == 7) {
            attempt(
                    old.group(),
                    intents.command(old.group()).under(old.command().id()));
        } else if (old != null && dice == 8) {
            attempt(old.group(), intents.abandon(old.command().id()));
        } else if (dice < 24) {
            Group group = workload.group(random);
            attempt(group, localReads.next(group));
        } else {
            Group group = workload.group(random);
            Request fresh = intents.next(group);
            if (fresh.id() != null) {
                workload.past().add(group, fresh, random);
            }
            attempt(group, fresh);
        }
    }

    /**
     * At the end, requests the outcome of each left command until it is final or the time is over, so that the history
     * has it.
     */
    private void askForLeft() {
        if (left.isEmpty() || isLate()) {
            ended = true;
            return;
        }
        Request question = Request.get("/v1/commands/" + left.get(0));
        callers.send(number, gateway, question).onSuccess(result -> {
            workload.tally().count(result);
            if (result.isFinal()) {
                left.remove(0);
            }
            gateway = (gateway + 1) % callers.gateways();
            callers.later(random.nextInt(RETRY_MS_MIN, RETRY_MS_MAX), this::askForLeft);
        });
    }

    private boolean isLate() {
        return workload.stopping() && System.nanoTime() - deadline > 0;
    }

    private void attempt(Group group, Request request) {
        callers.send(number, gateway, request).onSuccess(result -> {
            workload.tally().count(result);
            localReads.answered(result.offset());
            if (result.isFinal()) {
                if (result.status() == 201) {
                    group.reserved(request.id());
                }
                callers.later(random.nextInt(breathMsMax) + 1, this::next);
            } else {
                open(group, request, result);
            }
        });
    }

    private void open(Group group, Request request, CallResult result) {
        gateway = (gateway + 1) % callers.gateways();
        int dice = random.nextInt(8);
        boolean unknown = result.type() == CallResult.Type.UNKNOWN && request.id() != null;
        Request then = unknown && dice == 0 ? intents.abandon(request.id()) : request;
        if (isLate() || unknown && dice == 1) {
            workload.tally().countLeft();
            if (request.id() != null) {
                left.add(request.id());
            }
            callers.later(random.nextInt(breathMsMax) + 1, this::next);
        } else {
            callers.later(random.nextInt(RETRY_MS_MIN, RETRY_MS_MAX), () -> attempt(group, then));
        }
    }
}

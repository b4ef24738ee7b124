package dev.hotlane.infra.stack;

import dev.hotlane.processor.status.ProcessorStatus.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Two processors or nodes of one lane: one leads, the other follows and takes over. Each is started again when it ends.
 * Any thread; every query for the leader asks both processes.
 */
public final class LanePair implements AutoCloseable {
    /** It takes seconds on an idle machine, minutes on one with sixty other busy processes. */
    private static final Duration READY_MAX = Duration.ofMinutes(4);

    private static final Duration LOOK = Duration.ofMillis(10);

    private final LaneProcess first;
    private final LaneProcess second;
    private final List<Supervisor> supervisors;

    /** Two processors of that lane on the stack, with these flags of their JVMs; else as {@link #LanePair}. */
    public static LanePair of(Stack stack, String lane, List<String> jvmFlags, Consumer<String> say) {
        return new LanePair(
                new LaneProcess(stack, lane, "processor-a", jvmFlags),
                new LaneProcess(stack, lane, "processor-b", jvmFlags),
                say);
    }

    /** Two nodes of that lane, as {@link #of}; their gateways listen on free ports of 127.0.0.1. */
    public static LanePair ofNodes(Stack stack, String lane, List<String> jvmFlags, Consumer<String> say) {
        return new LanePair(
                new LaneProcess(stack, lane, "node-a", jvmFlags).asNode(Ports.free(), List.of()),
                new LaneProcess(stack, lane, "node-b", jvmFlags)
                        .asNode(Ports.free(), List.of("--gateway-reply-partition=1")),
                say);
    }

    /** @param say receives a line whenever one of them ends or is given up, on a thread of its own */
    public LanePair(LaneProcess first, LaneProcess second, Consumer<String> say) {
        this.first = first;
        this.second = second;
        supervisors = List.of(new Supervisor(first, say), new Supervisor(second, say));
    }

    /** From their next start on both get these options. */
    public LanePair with(String... options) {
        places().forEach(place -> place.with(options));
        return this;
    }

    /** Starts both; returns at once. */
    public void start() {
        supervisors.forEach(Supervisor::start);
    }

    /** Both processors. */
    public List<LaneProcess> places() {
        return List.of(first, second);
    }

    /** The one that leads and replies; empty while none does, as in a take-over. */
    public Optional<LaneProcess> leader() {
        return places().stream().filter(LaneProcess::leads).findFirst();
    }

    /** The one that has caught up and would take over; empty if there is none. */
    public Optional<LaneProcess> standby() {
        return places().stream()
                .filter(place -> place.role().filter(Role.FOLLOWING::equals).isPresent())
                .findFirst();
    }

    /** The addresses of both nodes' gateways. */
    public List<String> gateways() {
        return places().stream().map(LaneProcess::gateway).toList();
    }

    /** Waits until one leads and serves; throws if both are given up, or after 4 min. */
    public LaneProcess awaitLeader() {
        await("leads", () -> leader().filter(LaneProcess::serves).isPresent());
        return leader().orElseGet(this::awaitLeader);
    }

    /** Waits until one leads and the other has caught up; returns the follower. */
    public LaneProcess awaitStandby() {
        await("stands by", () -> leader().isPresent() && standby().isPresent());
        return standby().orElseGet(this::awaitStandby);
    }

    /** Waits until one leads and the gateways of both nodes serve, which they do after their warm-up. */
    public void awaitServing() {
        await("serves", () -> leader().isPresent() && places().stream().allMatch(LaneProcess::serves));
    }

    private void await(String what, BooleanSupplier done) {
        long deadline = System.nanoTime() + READY_MAX.toNanos();
        while (!done.getAsBoolean()) {
            requireOne();
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                StringBuilder why =
                        new StringBuilder("No processor " + what + " after " + READY_MAX.toSeconds() + " s.");
                places().forEach(
                                place -> why.append("\n").append(place.process().tail()));
                throw new StackException(why.toString());
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Throws, with the ends of their logs, if neither is started again any more. */
    public void requireOne() {
        List<String> whys = supervisors.stream()
                .map(Supervisor::givenUp)
                .flatMap(Optional::stream)
                .toList();
        if (whys.size() == supervisors.size()) {
            throw new StackException(String.join("\n", whys));
        }
    }

    /** SIGTERM for the follower first, so that it does not take over only to be stopped as well. */
    @Override
    public void close() {
        boolean secondLeads = second.isAlive() && second.leads();
        supervisors.get(secondLeads ? 0 : 1).close();
        supervisors.get(secondLeads ? 1 : 0).close();
    }
}

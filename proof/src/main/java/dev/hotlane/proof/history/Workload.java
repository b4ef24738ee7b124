package dev.hotlane.proof.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Callers that send all kinds of single calls on few keys, through any gateway that answers. They retry under the same
 * id until the outcome is final, or abandon the command, or leave it. Every attempt is recorded. Any thread may start
 * and stop it.
 */
public final class Workload {
    private static final Duration AWAIT_MAX = Duration.ofSeconds(120);
    private static final long POLL_MS = 5;

    private final CallTally tally = new CallTally();
    private final SentCommands past = new SentCommands();
    private final List<Group> groups = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private volatile boolean stopping;

    private Workload(Callers callers, WorkloadSettings settings) {
        SplittableRandom random = new SplittableRandom(settings.seed());
        for (int i = 0; i < settings.groups(); i++) {
            groups.add(new Group(settings.name(), i));
        }
        for (int i = 0; i < settings.clients(); i++) {
            clients.add(new Client(this, callers, settings, i, random.split()));
        }
    }

    /** Starts the clients; the lane may start to serve later. */
    public static Workload start(Callers callers, WorkloadSettings settings) {
        Workload workload = new Workload(callers, settings);
        callers.loop().runOnContext(now -> workload.clients.forEach(Client::next));
        return workload;
    }

    /** The counts, which go on. */
    public CallTally tally() {
        return tally;
    }

    /** Waits until that number of further attempts has a final answer; throws after two minutes. */
    public void awaitAnswers(int more) {
        long wanted = tally.decided() + more;
        await(() -> tally.decided() >= wanted, AWAIT_MAX, () -> "answer " + wanted + ", have " + tally);
    }

    /**
     * Ends every client. Retries go on for {@code patience}; after that an unknown outcome stays unknown. Returns when
     * no call is under way.
     */
    public CallTally stop(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        clients.forEach(client -> client.endBy(deadline));
        stopping = true;
        Duration longest = patience.plus(AWAIT_MAX);
        await(() -> clients.stream().allMatch(Client::hasEnded), longest, () -> "the end of all clients");
        return tally;
    }

    boolean stopping() {
        return stopping;
    }

    SentCommands past() {
        return past;
    }

    Group group(SplittableRandom random) {
        return groups.get(random.nextInt(groups.size()));
    }

    private static void await(BooleanSupplier what, Duration longest, java.util.function.Supplier<String> told) {
        long deadline = System.nanoTime() + longest.toNanos();
        while (!what.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("waited " + longest + " in vain for " + told.get());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + told.get(), e);
            }
        }
    }
}

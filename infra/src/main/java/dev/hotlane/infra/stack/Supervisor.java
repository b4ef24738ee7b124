package dev.hotlane.infra.stack;

import dev.hotlane.processor.halt.ExitCode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps one processor running: starts it again when it ends, after a pause that grows while it ends soon, until a
 * restart can't help any more. Owns a thread named after the processor.
 */
public final class Supervisor implements AutoCloseable {
    /** Ends that a restart cures: another process leads now, a server was away, a file was mended. */
    private static final Set<ExitCode> PASSING = EnumSet.of(
            ExitCode.OK,
            ExitCode.KAFKA_UNREACHABLE,
            ExitCode.KAFKA_DENIED,
            ExitCode.MYSQL_UNREACHABLE,
            ExitCode.MYSQL_DENIED,
            ExitCode.STEPPED_DOWN,
            ExitCode.FENCED,
            ExitCode.CHECKPOINT_BEHIND,
            ExitCode.BAD_FILE);

    /** Failed ends in a row, each soon after a start, after which it is not started again. */
    private static final int TRIES_MAX = 5;

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration PAUSE_MIN = Duration.ofMillis(200);
    private static final int PAUSE_DOUBLINGS_MAX = 5;
    private static final Duration LOOK = Duration.ofMillis(200);

    private final LaneProcess place;
    private final Consumer<String> say;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private int endsInARow;
    private int triesInARow;
    private volatile String givenUp;

    /** @param say receives a line for each end of the process and for each new start, on the supervisor's thread */
    public Supervisor(LaneProcess place, Consumer<String> say) {
        this.place = place;
        this.say = say;
        thread = new Thread(this::run, "supervisor-" + place.name());
        thread.setDaemon(true);
    }

    /** Starts the process and its supervision. */
    public void start() {
        place.start();
        thread.start();
    }

    /** Why it is not started again, with the end of its log; empty while it is. */
    public Optional<String> givenUp() {
        return Optional.ofNullable(givenUp);
    }

    private void run() {
        try {
            long started = System.nanoTime();
            while (closing.getCount() > 0) {
                ChildProcess child = place.process();
                if (!child.awaitExit(LOOK)) {
                    continue;
                }
                boolean soon = System.nanoTime() - started < SOON.toNanos();
                if (closing.getCount() == 0 || !again(child, soon)) {
                    return;
                }
                place.start();
                started = System.nanoTime();
            }
        } catch (StackException e) {
            givenUp = e.getMessage();
        }
    }

    /** Returns false if it is closing, or another start can't help. */
    private boolean again(ChildProcess child, boolean soon) {
        Ending ending = Ending.of(child);
        boolean passing =
                ending.bySignal() || ending.code().filter(PASSING::contains).isPresent();
        endsInARow = soon ? endsInARow + 1 : 1;
        triesInARow = passing ? 0 : soon ? triesInARow + 1 : 1;
        String ended = place.name() + " (process " + child.pid() + ") ended " + ending;
        boolean hopeless = ending.code().filter(Supervisor::isHopeless).isPresent();
        if (hopeless || triesInARow >= TRIES_MAX) {
            String why = hopeless ? ", which another start can't cure. " : ", again and again. ";
            givenUp = ended + why + ending.advice() + child.tail();
            say.accept(givenUp);
            return false;
        }
        long pause = PAUSE_MIN.toMillis() << Math.min(endsInARow - 1, PAUSE_DOUBLINGS_MAX);
        say.accept(ended + "; it is started again.");
        return !closesWithin(pause);
    }

    /** Whether no start can cure an end with that exit code. */
    static boolean isHopeless(ExitCode code) {
        return !code.restartHelps();
    }

    private boolean closesWithin(long millis) {
        try {
            return closing.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Ends the supervision and then, by SIGTERM, the process; returns when it has ended. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        place.stop();
    }
}

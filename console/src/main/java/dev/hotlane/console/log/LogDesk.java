package dev.hotlane.console.log;

import dev.hotlane.console.care.CareSheet;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Takes steps of searches: each on a thread of its own, few at once. On the event loop, which never waits. */
public final class LogDesk implements AutoCloseable {
    /** Most steps at once. */
    public static final int STEPS_MAX = 4;

    private final Vertx vertx;
    private final LoggedLane lane;
    private final LogStep step = new LogStep(System::nanoTime);
    private final AnswerSearch answers = new AnswerSearch(System::nanoTime);
    private final ExecutorService readers;
    private int running;

    /** {@code lane} null: the console was started without one, and every step fails with that sentence. */
    public LogDesk(Vertx vertx, LoggedLane lane) {
        this.vertx = vertx;
        this.lane = lane;
        AtomicInteger count = new AtomicInteger();
        readers = Executors.newFixedThreadPool(STEPS_MAX, work -> {
            Thread thread = new Thread(work, "log-reader-" + count.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Whether one more step has a place. */
    public boolean hasRoom() {
        return running < STEPS_MAX;
    }

    /**
     * Reads a step. Fails with {@link LogUnreadableException} or IllegalArgumentException, whose message is a sentence.
     */
    public Future<JsonObject> log(LogSearch search) {
        return taken(from -> step.read(from, search));
    }

    /** Reads a step of the commands of one reservation, and what was answered to them. Else as {@link #log}. */
    public Future<JsonObject> reservation(LogSearch search) {
        return taken(from -> answers.add(from, step.read(from, search), search.id()));
    }

    /** The commands of Care; reads nothing, so they are there when Kafka is not. */
    public JsonObject care() {
        return CareSheet.of(lane == null ? null : lane.care());
    }

    /** Reads the rules in force. Else as {@link #log}. */
    public Future<JsonObject> rules() {
        return taken(from -> {
            JsonObject rules = new JsonObject();
            from.care().rules().get().forEach((name, value) -> rules.put(name, Long.toString(value)));
            return new JsonObject().put("rules", rules);
        });
    }

    private Future<JsonObject> taken(Function<LoggedLane, JsonObject> work) {
        if (lane == null) {
            return Future.failedFuture(new LogUnreadableException(
                    "No Kafka is named: start the console with --kafka-bootstrap-servers or --kafka-config.", null));
        }
        running++;
        CompletableFuture<JsonObject> read = CompletableFuture.supplyAsync(() -> work.apply(lane), readers);
        return Future.fromCompletionStage(read, vertx.getOrCreateContext()).onComplete(done -> running--);
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }
}

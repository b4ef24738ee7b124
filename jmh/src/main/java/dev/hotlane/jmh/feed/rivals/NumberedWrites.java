package dev.hotlane.jmh.feed.rivals;

import dev.hotlane.jmh.lane.LogFiller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Writers that set counters, each its own one, each to the next number of all: so each write has its number, and a counter's
 * numbers ascend. One event loop.
 */
final class NumberedWrites {
    private static final int TRIES = 100;
    private static final long AGAIN_MS = 200;
    private static final int ROOM = 1 << 16;

    private final Vertx vertx;
    private final HttpClient http;
    private final ChangeEntrant entrant;
    private final Consumer<String> faults;
    private final long[] last;
    private final long[] due;
    private long[] sentAt = new long[ROOM];
    private int[] writer = new int[ROOM];
    private int next = 1;
    private int first = Integer.MAX_VALUE;
    private long answered;
    private int inFlight;
    private long periodNanos;
    private boolean going;

    /** @param writers each with one write in flight */
    NumberedWrites(Vertx vertx, ChangeEntrant entrant, int writers, Consumer<String> faults) {
        this.vertx = vertx;
        this.entrant = entrant;
        this.faults = faults;
        last = new long[writers];
        due = new long[writers];
        http = vertx.createHttpClient(
                new HttpClientOptions().setDefaultHost("127.0.0.1").setDefaultPort(entrant.port()),
                new PoolOptions().setHttp1MaxSize(writers));
    }

    /** Writes until {@link #end}: at that rate, 0 for as fast as answers come. */
    void begin(int perSecond) {
        going = true;
        periodNanos = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) * last.length / perSecond;
        long now = System.nanoTime();
        for (int i = 0; i < last.length; i++) {
            due[i] = now + periodNanos * i / last.length;
            inFlight++;
            go(i);
        }
    }

    /** Begins no further write. */
    void end() {
        going = false;
    }

    /** Each writer writes once. */
    void once() {
        for (int i = 0; i < last.length; i++) {
            inFlight++;
            write(i);
        }
    }

    boolean isIdle() {
        return inFlight == 0;
    }

    /** From now on, writes count. */
    void count() {
        first = next;
    }

    /** The first write that counts. */
    int first() {
        return first;
    }

    /** How many of them count so far. */
    int counted() {
        return next - first;
    }

    long answered() {
        return answered;
    }

    /** Number of the last write of a writer. */
    long last(int of) {
        return last[of];
    }

    int writers() {
        return last.length;
    }

    /** Whether that write was this writer's. */
    boolean isOf(long writer, long number) {
        return number > 0 && number < next && this.writer[(int) number] == writer;
    }

    /** When it was sent first, by nanoTime. */
    long sentAt(long number) {
        return sentAt[(int) number];
    }

    private void go(int of) {
        if (!going) {
            inFlight--;
            return;
        }
        long wait = TimeUnit.NANOSECONDS.toMillis(due[of] - System.nanoTime());
        due[of] += periodNanos;
        if (periodNanos > 0 && wait > 0) {
            vertx.setTimer(wait, turn -> writeIfGoing(of));
        } else {
            write(of);
        }
    }

    private void writeIfGoing(int of) {
        if (going) {
            write(of);
        } else {
            inFlight--;
        }
    }

    private void write(int of) {
        if (next == sentAt.length) {
            sentAt = Arrays.copyOf(sentAt, 2 * next);
            writer = Arrays.copyOf(writer, 2 * next);
        }
        int number = next++;
        writer[number] = of;
        sentAt[number] = System.nanoTime();
        last[of] = number;
        send(of, number, TRIES);
    }

    private void send(int of, int number, int tries) {
        http.request(HttpMethod.PUT, "/v1/counters/" + LogFiller.key(of))
                .compose(request -> put(request, number))
                .compose(response -> response.body().map(body -> response.statusCode() + " " + body))
                .onComplete(answer -> {
                    if (answer.succeeded() && answer.result().startsWith("200")) {
                        answered++;
                        go(of);
                    } else if (entrant.idempotent() && tries > 1) {
                        vertx.setTimer(AGAIN_MS, turn -> send(of, number, tries - 1));
                    } else {
                        faults.accept("write " + number + " was answered "
                                + (answer.succeeded() ? answer.result() : answer.cause()));
                        inFlight--;
                    }
                });
    }

    private static Future<HttpClientResponse> put(HttpClientRequest request, int number) {
        return request.putHeader("Idempotency-Key", "rival-" + number)
                .putHeader("Content-Type", "application/json")
                .send(Buffer.buffer("{\"value\":" + number + "}"));
    }
}

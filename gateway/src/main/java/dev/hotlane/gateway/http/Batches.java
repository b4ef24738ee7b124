package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.CallInput;
import dev.hotlane.gateway.call.LineReader;
import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the batches of one event loop share: their part of the places in flight, so that single calls always find some,
 * and the tools to read and write a line. Belongs to that event loop, but for {@link #open}.
 */
final class Batches {
    /** What lines are counted under. */
    static final String LINE_ROUTE = "batch_line";

    /** Open batches of a gateway, as each keeps answers and a rest of input; one more is answered 503. */
    private static final int OPEN_MAX = 1_024;

    /** Bytes of answers that may wait for all batches together; a batch beyond its part of them is read no further. */
    private static final int QUEUED_MAX = 64 << 20;

    /** Bytes that the kernel keeps of a batch's connection in each direction, before it doubles them: 64 KiB a round trip. */
    private static final int KERNEL_BUFFER = 64 * 1024;

    /** So few batches have 4 MiB each, enough for clients that send 10,000 lines before they read an answer. */
    private static final int QUEUE_PARTS_MIN = 16;

    private final Parts parts;
    private final Exchanges loop;
    private final Responder responder;
    private final Connections connections;
    private final String route;
    private final int openMax;
    private final int queuedMax;
    private final int inFlightMax;
    private final LineReader reader = new LineReader();
    private final JsonText scratch = new JsonText();
    private final ArrayDeque<BatchRequest> waiting = new ArrayDeque<>();
    private final List<BatchRequest> touched = new ArrayList<>();
    private final List<BatchRequest> all = new ArrayList<>();
    private int inFlight;
    private volatile int open;

    Batches(Parts parts, Exchanges loop, Responder responder, Connections connections) {
        this.parts = parts;
        this.loop = loop;
        this.responder = responder;
        this.connections = connections;
        route = Routes.BATCH.name();
        int loops = parts.settings().eventLoops();
        openMax = OPEN_MAX / loops;
        // At most half of what may wait for all clients: the rest is for single calls.
        queuedMax = (int) Math.min(QUEUED_MAX, parts.settings().bounds().unsentMaxHere() / 2) / loops;
        // Half of the places: single calls keep the other half.
        inFlightMax = Math.max(1, parts.settings().inFlightMax() / loops / 2);
    }

    /** Takes a request on as a batch, or throws why not: then no line of it was read. */
    void start(HttpServerRequest http) {
        requireLines(http);
        loop.requireLane();
        if (open >= openMax) {
            throw loop.overloaded(open + " batches are open");
        }
        open = open + 1;
        http.response().setWriteQueueMaxSize(queuedMax / Math.max(QUEUE_PARTS_MIN, open));
        responder.openLines(http.response());
        BatchRequest batch = new BatchRequest(this, loop, http, parts.settings().bodyMax());
        all.add(batch);
        batch.connection().kernelBuffers(KERNEL_BUFFER);
        batch.start();
    }

    private static void requireLines(HttpServerRequest http) {
        String type = http.headers().get(HttpHeaders.CONTENT_TYPE);
        Admission.requireNoCoding(http.headers());
        if (type == null || !MediaType.isLines(type)) {
            throw new RequestRefused(
                    Code.UNSUPPORTED_MEDIA_TYPE, "Send JSON lines, with Content-Type: " + MediaType.LINES + ".");
        }
        QueryText.parse(http.query(), List.of());
        if (http.headers().contains(Admission.IDEMPOTENCY_KEY)) {
            throw RequestRefused.malformed("Idempotency-Key: a batch takes none, each of its lines has an \"id\"");
        }
    }

    /** How many are open; any thread. */
    int open() {
        return open;
    }

    /** One is over. */
    void closed(BatchRequest batch, boolean answered) {
        open = open - 1;
        all.remove(batch);
        batch.connection().kernelBuffers(Server.KERNEL_BUFFER);
        if (answered) {
            parts.metrics().answered(route, 200);
        }
    }

    /** That many bytes of answers were written. */
    void written(int bytes) {
        connections.written(bytes);
    }

    /** A line was answered. */
    void answered(int status) {
        parts.metrics().answered(LINE_ROUTE, status);
    }

    /** Whether one more line may be sent into the log now. */
    boolean hasRoom() {
        return inFlight < inFlightMax
                && parts.lane().hasRoomToSpare()
                && loop.bodies().hasRoomToSpare();
    }

    /** A line has got a place in flight. */
    void opened() {
        inFlight++;
    }

    /** A line has left its place. */
    void released() {
        inFlight--;
    }

    /** Calls the batch at the next {@link #turn}. */
    void touched(BatchRequest batch) {
        touched.add(batch);
    }

    /** Calls the batch once {@link #hasRoom}, after those that wait already. */
    void await(BatchRequest batch) {
        waiting.add(batch);
    }

    /** Lets batches go on after any number of lines has left; those that wait for room come first, one after another. */
    void turn() {
        for (int i = waiting.size(); i > 0 && hasRoom(); i--) {
            waiting.poll().roomAgain();
        }
        for (int i = 0; i < touched.size(); i++) {
            touched.get(i).turn();
        }
        touched.clear();
    }

    /** Ends the batches that keep their places without sending lines. */
    void sweep() {
        long now = System.nanoTime();
        List.copyOf(all).forEach(batch -> batch.look(now));
    }

    /** Whether that number of bytes of a line in that time is too few. */
    boolean isLate(long nanos, int bytes) {
        return loop.bodies().isLate(nanos, bytes);
    }

    /** How long a batch may bring no line; ns. */
    long idleMaxNanos() {
        return TimeUnit.MILLISECONDS.toNanos(parts.settings().idleMaxMs());
    }

    /** What the rules allow now. */
    CallInput.Limits limits() {
        return parts.limits();
    }

    /** Reads lines. */
    LineReader reader() {
        return reader;
    }

    /** For an answer that can't be sent yet. */
    JsonText scratch() {
        return scratch;
    }

    /** Whether connections are to end with their requests. */
    boolean draining() {
        return parts.pulse().draining();
    }
}

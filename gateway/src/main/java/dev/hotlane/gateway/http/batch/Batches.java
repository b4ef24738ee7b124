package dev.hotlane.gateway.http.batch;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.gateway.access.OpenForCallers;
import dev.hotlane.gateway.call.CallInput;
import dev.hotlane.gateway.call.LineReader;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.status.HotKeys;
import dev.hotlane.gateway.status.Metrics;
import dev.hotlane.protocol.json.JsonText;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * State that the batches of one event loop share: their part of the places in flight, which leaves some to single
 * calls, and the reader and buffer for lines. Belongs to that event loop, except {@link #open}.
 */
public final class Batches {
    /** The route name that metrics count batches under. */
    public static final String ROUTE = "batch";

    /** The route name that metrics count lines under. */
    public static final String LINE_ROUTE = "batch_line";

    /** Most open batches of a gateway, because each keeps answers and unread input; one more is answered 503. */
    private static final int OPEN_MAX = 1_024;

    /** So many principals at least can have batches open: a paused one stays open for long. */
    private static final int OWN_PARTS = 4;

    /** Most bytes of waiting answers of all batches; a batch above its share is not read further. */
    private static final int QUEUED_MAX = 64 << 20;

    /**
     * Kernel buffer bytes of a batch's connection per direction, before the kernel doubles them: 64 KiB per round trip.
     */
    private static final int KERNEL_BUFFER = 64 * 1024;

    /** Up to 16 batches of one event loop have 4 MiB each: 10,000 lines may be sent before an answer is read. */
    private static final int QUEUE_PARTS_MIN = 16;

    private final GatewaySettings settings;
    private final Exchanges exchanges;
    private final LaneHealth health;
    private final Metrics metrics;
    private final HotKeys hot;
    private final BatchPort port;
    private final OpenForCallers access;
    private final int openMax;
    private final int ownMax;
    private final int queuedMax;
    private final int inFlightMax;
    private final LineReader reader = new LineReader();
    private final JsonText scratch = new JsonText();
    private final ArrayDeque<BatchRequest> waiting = new ArrayDeque<>();
    private final List<BatchRequest> touched = new ArrayList<>();
    private final List<BatchRequest> all = new ArrayList<>();
    private int inFlight;
    private volatile int open;

    /** The batches of the event loop that owns {@code exchanges}. */
    public Batches(
            GatewaySettings settings,
            Exchanges exchanges,
            LaneHealth health,
            Metrics metrics,
            BatchPort port,
            OpenForCallers access) {
        this.settings = settings;
        this.exchanges = exchanges;
        this.health = health;
        this.metrics = metrics;
        hot = metrics.hotKeys();
        this.port = port;
        this.access = access;
        int loops = settings.http().eventLoops();
        openMax = OPEN_MAX / loops;
        ownMax = Math.max(1, openMax / OWN_PARTS);
        // At most half of unsentMax: the rest is for single calls.
        queuedMax = (int) Math.min(QUEUED_MAX, settings.bounds().unsentMaxHere() / 2) / loops;
        // Half of the places: the other half is for single calls.
        inFlightMax = Math.max(1, settings.limits().inFlightMax() / loops / 2);
    }

    /**
     * Starts the batch of a request whose headers are checked. Throws RequestRefused before any line is read if it
     * can't start.
     *
     * @param trace the client's trace context, or null
     * @param caller who sent it; each line is judged by the grants of its caller
     */
    public void start(HttpServerRequest http, String trace, KnownCaller caller) {
        exchanges.requireLane();
        if (open >= openMax) {
            throw exchanges.overloaded(open + " batches are open");
        }
        if (!caller.isAnyone()
                && all.stream().filter(batch -> batch.isOf(caller.principal())).count() >= ownMax) {
            throw exchanges.overloaded(ownMax + " batches of this principal are open");
        }
        open = open + 1;
        http.response().setWriteQueueMaxSize(queuedMax / Math.max(QUEUE_PARTS_MIN, open));
        port.openLines(http.response());
        BatchRequest batch =
                new BatchRequest(this, exchanges, http, trace, settings.limits().bodyMax());
        all.add(batch);
        port.kernelBuffers(http.connection(), KERNEL_BUFFER);
        batch.start(access.add(caller, batch::accessEnded));
    }

    /** Number of open batches; any thread. */
    public int open() {
        return open;
    }

    /** Called when a batch is over. */
    void closed(BatchRequest batch, boolean answered) {
        open = open - 1;
        all.remove(batch);
        port.usualSendBuffer(batch.connection());
        if (answered) {
            metrics.answered(ROUTE, null);
        }
    }

    /** Counts bytes of answers written. */
    void written(int bytes) {
        port.written(bytes);
    }

    /** Counts a line answered with this code, null for none. */
    void answered(Code code) {
        metrics.answered(LINE_ROUTE, code);
    }

    /** Counts the time of a line that was read at that nanoTime. */
    void took(long startedNanos) {
        metrics.took(LINE_ROUTE, System.nanoTime() - startedNanos);
    }

    /** Whether one more line may be sent into the log now. */
    boolean hasRoom() {
        return inFlight < inFlightMax && exchanges.hasRoomToSpare();
    }

    /** Counts a line that got a place in flight. */
    void opened(LogRequest question) {
        inFlight++;
        hot.see(question);
    }

    /** Counts a line that left its place. */
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

    /** Continues batches after lines left their places; batches that wait for room come first, one after another. */
    public void turn() {
        for (int i = waiting.size(); i > 0 && hasRoom(); i--) {
            waiting.poll().roomAgain();
        }
        for (int i = 0; i < touched.size(); i++) {
            touched.get(i).turn();
        }
        touched.clear();
    }

    /** Ends batches that keep their places without sending lines. */
    public void sweep() {
        long now = System.nanoTime();
        List.copyOf(all).forEach(batch -> batch.look(now));
    }

    /** Whether this number of bytes of a line is too few after this time. */
    boolean isLate(long nanos, int bytes) {
        return port.isLate(nanos, bytes);
    }

    /** Counts a line that came too slowly. */
    void lineLate() {
        metrics.bodyLate();
    }

    /** Longest time without a line of a batch, in ns. */
    long idleMaxNanos() {
        return settings.times().idleMax().toNanos();
    }

    /** The limits of the rules in force. */
    CallInput.Limits limits() {
        return CallInput.Limits.of(health.beat());
    }

    /** The shared reader of lines. */
    LineReader reader() {
        return reader;
    }

    /** Sets the bound on waiting answers back to that of other requests; the next request may be no batch. */
    void usualQueue(HttpServerRequest http) {
        port.usualQueue(http.response());
    }

    /** The shared text for an answer that can't be sent yet. */
    JsonText scratch() {
        return scratch;
    }

    /** Whether connections must end with their requests. */
    boolean draining() {
        return health.draining();
    }
}

package dev.hotlane.gateway.http.batch;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Principal;
import dev.hotlane.gateway.access.OpenForCallers;
import dev.hotlane.gateway.call.CallInput;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One {@code POST /v1/batch}: reads lines while there is room and sends each into the log. There is room while fewer
 * than {@link #IN_FLIGHT_MAX} lines are in flight, the gateway has free places, the client reads its answers and its
 * rate allows one more call. Belongs to one event loop.
 */
final class BatchRequest {
    private static final Logger log = LoggerFactory.getLogger(BatchRequest.class);

    /** Most lines of a batch; a caller must be able to keep them until all are answered. */
    static final int LINES_MAX = 10_000;

    /** Most lines sent and not answered yet: about 10 ms at the lane's full rate. */
    static final int IN_FLIGHT_MAX = 2_048;

    private final Batches batches;
    private final Exchanges exchanges;
    private final HttpServerRequest http;
    private final String trace;
    private final int lineMax;
    private final LineSplitter lines;
    private final BatchAnswer answer;
    private OpenForCallers.Opened access;
    private LineGate gate;
    private boolean paused;
    private boolean awaitsRoom;
    private boolean touched;
    private boolean readToEnd;
    private boolean cutShort;
    private boolean over;
    private long lastTaken;
    private int lastCut = -1;
    private long lineNanos;
    private long broughtNanos = System.nanoTime();

    BatchRequest(Batches batches, Exchanges exchanges, HttpServerRequest http, String trace, int lineMax) {
        this.batches = batches;
        this.exchanges = exchanges;
        this.http = http;
        this.trace = trace;
        this.lineMax = lineMax;
        lines = new LineSplitter(lineMax);
        answer = new BatchAnswer(http, batches);
    }

    /** Whether this principal sends it. */
    boolean isOf(Principal other) {
        return access.caller().principal().name().equals(other.name());
    }

    /** The connection of the request. */
    HttpConnection connection() {
        return http.connection();
    }

    /** Starts to read, for the caller of {@code access}. */
    void start(OpenForCallers.Opened access) {
        this.access = access;
        gate = new LineGate(exchanges, this, access);
        http.exceptionHandler(broken -> breakOff());
        http.response().exceptionHandler(broken -> breakOff()).closeHandler(closed -> breakOff());
        http.response().drainHandler(drained -> goOn());
        http.handler(chunk -> {
                    lines.append(chunk);
                    goOn();
                })
                .endHandler(none -> {
                    lines.end();
                    goOn();
                });
    }

    /** The client's trace context, or null. */
    String trace() {
        return trace;
    }

    /** The response. */
    BatchAnswer answer() {
        return answer;
    }

    /** Counts the time of a line that was read at that nanoTime. */
    void took(long startedNanos) {
        batches.took(startedNanos);
    }

    /** Called when a line gets a place in flight. */
    void opened(LogRequest question) {
        batches.opened(question);
    }

    /** Called when a line leaves its place; the batch continues at the end of this turn. */
    void released() {
        batches.released();
        if (!touched) {
            touched = true;
            batches.touched(this);
        }
    }

    /** Continues after lines were answered. */
    void turn() {
        touched = false;
        goOn();
    }

    /** Continues once a place is free for it. */
    void roomAgain() {
        awaitsRoom = false;
        goOn();
    }

    private void goOn() {
        if (over) {
            return;
        }
        read();
        answer.flush();
        if (readToEnd && answer.isComplete()) {
            over = true;
            access.close();
            batches.closed(this, true);
            answer.end(cutShort);
        }
    }

    private void breakOff() {
        if (!over) {
            over = true;
            access.close();
            answer.drop();
            batches.closed(this, false);
        }
    }

    private void read() {
        CallInput.Limits limits = batches.limits();
        while (!readToEnd) {
            if (!gate.sendWaiting() || !hasRoom()) {
                pause();
                return;
            }
            switch (lines.next()) {
                case LINE -> line(limits);
                case OVERLONG -> overlong();
                case NOTHING -> {
                    resume();
                    return;
                }
                case END -> readToEnd = true;
            }
        }
    }

    private boolean hasRoom() {
        if (!answer.hasRoom(IN_FLIGHT_MAX)) {
            return false;
        }
        if (!batches.hasRoom() && !awaitsRoom) {
            awaitsRoom = true;
            batches.await(this);
        }
        return !awaitsRoom;
    }

    /**
     * Ends the batch if its current line arrives too slowly, or if no line arrived for idleMax after the last answer. Time
     * in which the batch does not read is not counted.
     */
    void look(long now) {
        if (gate.isWaiting()) {
            goOn();
        }
        if (over || readToEnd || paused) {
            lastCut = -1;
            broughtNanos = now;
            return;
        }
        if (!answer.isComplete() || lastTaken != answer.taken()) {
            lastTaken = answer.taken();
            broughtNanos = now;
        }
        int begun = lines.begun();
        if (begun >= 0 && lastCut == lines.cut()) {
            if (batches.isLate(now - lineNanos, begun)) {
                batches.lineLate();
                endsHere(Code.REQUEST_TIMEOUT, "the line came too slowly");
            }
        } else if (now - broughtNanos > batches.idleMaxNanos()) {
            endsHere(
                    Code.REQUEST_TIMEOUT,
                    "no line came for " + TimeUnit.NANOSECONDS.toMillis(batches.idleMaxNanos()) + " ms");
        } else {
            lastCut = begun >= 0 ? lines.cut() : -1;
            lineNanos = now;
        }
    }

    /** The caller's key, principal or grants ended or changed: reads no further line. */
    void accessEnded() {
        if (!over && !readToEnd) {
            endsHere(Code.UNAUTHORIZED, "the caller's key ended, or its grants changed");
        }
    }

    private void endsHere(Code code, String why) {
        String detail = "The batch ends here: " + why + ". Send this line and those after it in another batch.";
        if (!gate.refuseWaiting(code, detail)) {
            answer.refuse(answer.take(), null, lines.cut() + 1, code, detail);
        }
        cutShort();
        goOn();
    }

    private void cutShort() {
        pause();
        readToEnd = true;
        cutShort = true;
    }

    private void pause() {
        if (!paused && !lines.ended()) {
            paused = true;
            http.pause();
        }
    }

    private void resume() {
        if (paused) {
            paused = false;
            http.resume();
        }
    }

    private void line(CallInput.Limits limits) {
        if (tooMany()) {
            return;
        }
        long index = answer.take();
        try {
            KnownCaller caller = access.caller();
            LogRequest question =
                    batches.reader().read(caller.sender(), lines.bytes(), lines.from(), lines.to(), limits);
            CallRights.require(caller, question);
            gate.send(
                    new ReadLine(index, lines.number(), batches.reader().call(), question, lines.to() - lines.from()));
        } catch (RequestRefused e) {
            gate.owe();
            answer.refuse(index, batches.reader().id(), lines.number(), e.code(), e.getMessage());
        } catch (RuntimeException e) {
            log.error("a line of a batch failed before it was published", e);
            String detail = "Nothing was published: the gateway has a fault, see its log.";
            answer.refuse(index, batches.reader().id(), lines.number(), Code.UNAVAILABLE, detail);
        }
    }

    private void overlong() {
        if (!tooMany()) {
            gate.owe();
            String detail = "A line may have " + lineMax + " bytes: send less at a time.";
            answer.refuse(answer.take(), null, lines.number(), Code.TOO_LARGE, detail);
        }
    }

    /** Rejects the first line beyond {@link #LINES_MAX}, and reads no further line. */
    private boolean tooMany() {
        if (answer.taken() < LINES_MAX) {
            return false;
        }
        String detail = "A batch may have " + LINES_MAX + " lines: from this one on nothing was read, send it again"
                + " in another batch.";
        answer.refuse(answer.take(), null, lines.number(), Code.TOO_LARGE, detail);
        cutShort();
        return true;
    }
}

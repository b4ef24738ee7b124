package dev.hotlane.gateway.http.batch;

import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.json.JsonText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Arrays;

/**
 * The response of a batch: one line for each accepted line, in their order. Replies come in order except in rare cases,
 * so an answer is written straight into the text to send. An early answer is kept until those before it are written.
 * Belongs to one event loop.
 */
final class BatchAnswer {
    /** Written bytes at which a chunk is sent; it is sent sooner if no further answer is ready. */
    private static final int CHUNK_LENGTH = 32 * 1024;

    private static final byte[] ID = JsonText.ascii("{\"id\":");
    private static final byte[] NO_ID = JsonText.ascii("{\"id\":null,\"line\":");
    private static final byte[] STATUS = JsonText.ascii(",\"status\":");
    private static final byte[] REPLAYED = JsonText.ascii(",\"replayed\":true");
    private static final byte[] BODY = JsonText.ascii(",\"body\":");
    private static final byte[] END = JsonText.ascii("}\n");

    private final HttpServerRequest http;
    private final HttpServerResponse response;
    private final Batches batches;
    private final JsonText out = new JsonText();
    private byte[][] early = new byte[16][];
    private long taken;
    private long written;
    private boolean dropped;

    /** The text of the last opened answer, and its start in it; null while no answer is open. */
    private JsonText text;

    private int mark;

    BatchAnswer(HttpServerRequest http, Batches batches) {
        this.http = http;
        this.response = http.response();
        this.batches = batches;
    }

    /** Accepts a line; returns the number of its answer. */
    long take() {
        return taken++;
    }

    /** Number of accepted lines. */
    long taken() {
        return taken;
    }

    /** Whether all accepted lines are answered. */
    boolean isComplete() {
        return written == taken;
    }

    /** Whether one more line may be accepted: fewer than {@code waitingMax} wait for answers, and the client reads. */
    boolean hasRoom(int waitingMax) {
        return taken - written < waitingMax && !response.writeQueueFull();
    }

    /**
     * Starts the answer of a line; the caller writes its body next, then calls {@link #close}. If the line has no id
     * (null), the answer has its line number instead.
     */
    JsonText open(long index, byte[] id, int line, int status, boolean replayed) {
        text = index == written && !dropped ? out : batches.scratch().clear();
        mark = text.length();
        if (id == null) {
            text.raw(NO_ID).number(line);
        } else {
            text.raw(ID).string(id);
        }
        text.raw(STATUS).number(status);
        if (replayed) {
            text.raw(REPLAYED);
        }
        return text.raw(BODY);
    }

    /** Completes the last opened answer; {@code code} is null if it is no problem. */
    void close(long index, Code code) {
        text.raw(END);
        batches.answered(code);
        if (dropped) {
            text = null;
            return;
        }
        if (text == out) {
            written++;
            writeEarly();
        } else {
            keep(index);
        }
        text = null;
        if (out.length() >= CHUNK_LENGTH) {
            flush();
        }
    }

    /** Answers a line with a problem of the gateway; removes what was opened and not closed. */
    void refuse(long index, byte[] id, int line, Code code, String detail) {
        if (text != null) {
            text.backTo(mark);
        }
        ProblemText.write(open(index, id, line, code.status(), false), code, detail);
        close(index, code);
    }

    private void keep(long index) {
        if (index - written >= early.length) {
            grow((int) (index - written));
        }
        early[slot(index)] = Arrays.copyOf(text.bytes(), text.length());
    }

    private void grow(int index) {
        byte[][] larger = new byte[Integer.highestOneBit(index) * 2][];
        for (int i = 0; i < early.length; i++) {
            larger[(int) (written + i) & larger.length - 1] = early[slot(written + i)];
        }
        early = larger;
    }

    private void writeEarly() {
        for (byte[] next = early[slot(written)]; next != null; next = early[slot(written)]) {
            early[slot(written)] = null;
            out.raw(next);
            written++;
        }
    }

    private int slot(long index) {
        return (int) index & early.length - 1;
    }

    /** Sends the written text. */
    void flush() {
        if (out.length() > 0 && !dropped) {
            response.write(Buffer.buffer(out.length()).appendBytes(out.bytes(), 0, out.length()));
            batches.written(out.length());
        }
        out.clear();
    }

    /**
     * Ends the response. Closes the connection too if {@code thenClose} (the request was not read to its end) or if the
     * gateway drains.
     */
    void end(boolean thenClose) {
        batches.usualQueue(http);
        if (thenClose || batches.draining()) {
            response.end().onComplete(sent -> http.connection().close());
        } else {
            response.end();
        }
    }

    /** Drops all answers: the client is gone. */
    void drop() {
        dropped = true;
        out.clear();
        early = new byte[0][];
    }
}

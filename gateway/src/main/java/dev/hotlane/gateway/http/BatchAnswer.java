package dev.hotlane.gateway.http;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.problem.Code;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Arrays;

/**
 * The response of a batch: a line for each that was taken on, in their order. Replies come in order but for rare cases,
 * so an answer is written straight into the text that is sent; one that comes early is kept until those before it are
 * there. Belongs to one event loop.
 */
final class BatchAnswer {
    /** Bytes at which what is written is sent; sooner if no further answer is ready. */
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

    /** The text of the answer that was opened last, and where it starts in it; null when it is closed. */
    private JsonText text;

    private int mark;

    BatchAnswer(HttpServerRequest http, Batches batches) {
        this.http = http;
        this.response = http.response();
        this.batches = batches;
    }

    /** Takes a line on: its answer's number. */
    long take() {
        return taken++;
    }

    /** How many lines were taken on. */
    long taken() {
        return taken;
    }

    /** Whether all that were taken on are answered. */
    boolean isComplete() {
        return written == taken;
    }

    /** Whether one more line may be taken on: fewer than that wait for their answers, and the client reads. */
    boolean hasRoom(int waitingMax) {
        return taken - written < waitingMax && !response.writeQueueFull();
    }

    /**
     * Starts the answer of a line; its body is to be written next, then {@link #close}. If the line has no id (null),
     * its number in the request is told instead.
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

    /** Completes the answer that was opened last. */
    void close(long index, int status) {
        text.raw(END);
        batches.answered(status);
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

    /** Answers a line with a problem of the gateway's own, in place of what was opened and not closed. */
    void refuse(long index, byte[] id, int line, Code code, String detail) {
        if (text != null) {
            text.backTo(mark);
        }
        Responder.problem(open(index, id, line, code.status(), false), code, detail);
        close(index, code.status());
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

    /** Sends what is written. */
    void flush() {
        if (out.length() > 0 && !dropped) {
            response.write(Buffer.buffer(out.length()).appendBytes(out.bytes(), 0, out.length()));
            batches.written(out.length());
        }
        out.clear();
    }

    /** Ends the response; closes the connection too if its request was not read to the end. */
    void end(boolean thenClose) {
        // What comes next on this connection is no batch.
        response.setWriteQueueMaxSize(Connections.QUEUE_MAX);
        if (thenClose || batches.draining()) {
            response.end().onComplete(sent -> http.connection().close());
        } else {
            response.end();
        }
    }

    /** Nobody reads it any more. */
    void drop() {
        dropped = true;
        out.clear();
        early = new byte[0][];
    }
}

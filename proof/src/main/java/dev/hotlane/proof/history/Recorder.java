package dev.hotlane.proof.history;

import io.vertx.core.json.JsonObject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Writes each event of a caller as a line of JSON, in the order of {@code seq}; {@code t} is in ns of this process. An
 * invoke is written before its request is sent, an answer after it is received. So the file never claims an order of
 * two calls that did not exist. Any thread.
 */
public final class Recorder implements AutoCloseable {
    private final BufferedWriter out;
    private final long run = new SecureRandom().nextLong();
    private long seq;

    private Recorder(BufferedWriter out) {
        this.out = out;
    }

    /** Creates the file, or replaces the old one. */
    public static Recorder create(Path file) {
        try {
            Recorder recorder = new Recorder(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
            recorder.write(recorder.event("start")
                    .put("run", HexFormat.of().toHexDigits(recorder.run))
                    .put("wallMs", System.currentTimeMillis()));
            return recorder;
        } catch (IOException e) {
            throw new UncheckedIOException("history " + file, e);
        }
    }

    /** Records the begin of an attempt; returns its number, which goes into its {@link #traceparent}. */
    public long invoke(int client, String gateway, Request request) {
        return invoke(event -> {}, client, gateway, request);
    }

    /**
     * The same for a call that is sent without a trace, as in a batch, and maybe several times. The checker finds its
     * records by its id, which no other such call may have.
     */
    public long invokeUntraced(int client, String gateway, Request request) {
        return invoke(event -> event.put("untraced", true), client, gateway, request);
    }

    private synchronized long invoke(Consumer<JsonObject> more, int client, String gateway, Request request) {
        JsonObject event = event("invoke").put("client", client).put("gateway", gateway);
        if (request.id() != null) {
            event.put("id", request.id());
        }
        more.accept(event);
        write(event.put("request", request.json()));
        return seq;
    }

    /** Records the end of the attempt of that number. */
    public synchronized void result(long invoke, int client, CallResult result) {
        JsonObject event = event(result.type().name().toLowerCase(java.util.Locale.ROOT))
                .put("client", client)
                .put("invoke", invoke)
                .put("status", result.status());
        if (result.replayed()) {
            event.put("replayed", true);
        }
        if (result.proof() != null) {
            event.put("proof", result.proof().json());
        }
        write(event.put("body", result.body()));
    }

    /** Records a fault such as "kill -9 processor"; flushes, so that a crash here keeps all events before it. */
    public synchronized void nemesis(String what) {
        write(event("nemesis").put("what", what));
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The W3C trace context of an attempt. By it the checker finds the attempt's own record in the log. */
    public String traceparent(long invoke) {
        HexFormat hex = HexFormat.of();
        return "00-" + hex.toHexDigits(run) + hex.toHexDigits(invoke) + "-" + hex.toHexDigits(invoke) + "-01";
    }

    private JsonObject event(String type) {
        return new JsonObject().put("seq", ++seq).put("type", type).put("t", System.nanoTime());
    }

    private void write(JsonObject event) {
        try {
            out.write(event.encode());
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

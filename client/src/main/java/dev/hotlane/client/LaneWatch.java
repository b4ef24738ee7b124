package dev.hotlane.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Follows a stream of events, a watch of counters or every change, until it is closed. When the stream ends it opens it again where it left off, at the next gateway, after
 * the time that the server gave. Thread {@code watch-N} reads and calls the listener; any thread may close it.
 */
public final class LaneWatch implements AutoCloseable {
    /** A gateway sends something every 15 s at the latest. */
    private static final long SILENT_MAX_NANOS = TimeUnit.SECONDS.toNanos(40);

    private static final long LOOK_MS = 10_000;
    private static final long RETRY_MS_MIN = 1_000;
    private static final long RETRY_MS_MAX = 5_000;
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final LaneClient client;
    private final String path;
    private final StreamSink sink;
    private final ServerEvents events = new ServerEvents();
    private final Thread thread = new Thread(this::run, "watch-" + NUMBER.getAndIncrement());
    private volatile boolean closed;
    private volatile InputStream open;
    private volatile long readNanos;
    private int gateway;

    LaneWatch(LaneClient client, String path, StreamSink sink, String lastId) {
        this.client = client;
        this.path = path;
        this.sink = sink;
        events.resume(lastId);
        gateway = client.gateways().first();
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            String reason = null;
            while (!closed && reason == null) {
                reason = attempt();
                if (reason == null && !closed) {
                    TimeUnit.MILLISECONDS.sleep(retryMs());
                    gateway = (gateway + 1) % client.gateways().count();
                }
            }
            if (reason != null && !closed) {
                sink.ended(reason);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            if (!closed) {
                sink.ended(e.toString());
            }
        } finally {
            client.forget(this);
        }
    }

    private long retryMs() {
        return events.retryMs().orElseGet(() -> ThreadLocalRandom.current().nextLong(RETRY_MS_MIN, RETRY_MS_MAX + 1));
    }

    /** Reads one stream to its end; returns why there can be no other, or null. */
    private String attempt() throws InterruptedException {
        URI uri = URI.create(client.gateways().address(gateway).toString().replaceFirst("/$", "") + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(client.settings().times().attempt())
                .header("Accept", "text/event-stream");
        if (events.lastId() != null) {
            request.header("Last-Event-ID", events.lastId());
        }
        try {
            HttpResponse<InputStream> response =
                    client.http().send(client.request(request), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                open = body;
                if (response.statusCode() != OK || !AnswerJudge.hasType(response.headers(), "text/event-stream")) {
                    return refused(response.statusCode(), body.readAllBytes());
                }
                read(body);
            }
        } catch (IOException | NoKeyException e) {
            // The connection broke, or was closed here, or no key could be had: the next attempt goes on.
        }
        return null;
    }

    /** Why there can be no other attempt; null if there can. */
    private String refused(int status, byte[] body) {
        try {
            ProblemDetails problem = ProblemDetails.read(status, Json.object(body));
            if (problem.code() == ProblemCode.OFFSET_IN_FUTURE && sink.startsOver()) {
                events.forget();
                return null;
            }
            boolean passes =
                    problem.code() == ProblemCode.REQUEST_TIMEOUT || problem.code() == ProblemCode.QUOTA_EXCEEDED;
            return status < SERVER_ERROR && !passes ? problem.code() + ": " + problem.detail() : null;
        } catch (ForeignAnswerException e) {
            return null;
        }
    }

    private void read(InputStream body) throws IOException {
        events.begin();
        sink.begins();
        readNanos = System.nanoTime();
        look(body);
        BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
            readNanos = System.nanoTime();
            Optional<ServerEvents.Event> event = events.take(line);
            if (event.isPresent()) {
                sink.take(event.get(), events.lastId());
            }
            readNanos = System.nanoTime();
        }
    }

    /** Closes a stream that is silent for too long, as after a lost connection that no packet ended. */
    private void look(InputStream body) {
        CompletableFuture.delayedExecutor(LOOK_MS, TimeUnit.MILLISECONDS).execute(() -> {
            if (closed || open != body) {
                return;
            }
            if (System.nanoTime() - readNanos > SILENT_MAX_NANOS) {
                close(body);
            } else {
                look(body);
            }
        });
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    /** Waits until the thread has ended: after it there is no call of the listener. */
    public void join() throws InterruptedException {
        thread.join();
    }

    /** Ends it. A call of the listener that is under way may still end; there is no other after it. */
    @Override
    public void close() {
        closed = true;
        InputStream body = open;
        if (body != null) {
            close(body);
        }
        thread.interrupt();
    }
}

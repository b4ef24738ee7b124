package dev.hotlane.jmh.lane.observe;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open page Now of a console, without the drawing: what console.js and now.js ask for, which is the page, the caller, and
 * then the stream of figures, read by thread {@code page}. Opened and closed by one thread.
 */
final class PageStream implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final Duration FIRST_MAX = Duration.ofSeconds(30);
    private static final String EVENT = "event: ";
    private static final String DATA = "data: ";

    /** Rates are differences of two readings. */
    private final CountDownLatch first = new CountDownLatch(2);

    private final HttpClient http;
    private final String url;
    private final AtomicInteger figures = new AtomicInteger();
    private final InputStream stream;
    private volatile String fault;
    private volatile boolean left;

    /** Opens the page at that address, which ends with a slash; returns at the second figure that a leading node is in. */
    PageStream(HttpClient http, String url) throws IOException, InterruptedException {
        this.http = http;
        this.url = url;
        get("", "text/html", BodyHandlers.discarding());
        get("caller", "*/*", BodyHandlers.discarding());
        stream = get("live", "text/event-stream", BodyHandlers.ofInputStream());
        Thread reader = new Thread(this::read, "page");
        reader.setDaemon(true);
        reader.start();
        if (!first.await(FIRST_MAX.toSeconds(), TimeUnit.SECONDS)) {
            close();
            throw new IllegalStateException(
                    url + "live sent no two figures with a leading node in " + FIRST_MAX.toSeconds() + " s");
        }
    }

    private <T> T get(String path, String accept, BodyHandler<T> handler) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(ANSWER_MAX)
                .header("Accept", accept)
                .build();
        HttpResponse<T> response = http.send(request, handler);
        if (response.statusCode() != 200) {
            throw new IOException(request.uri() + " answered " + response.statusCode());
        }
        return response.body();
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            String event = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(EVENT)) {
                    event = line.substring(EVENT.length());
                } else if (line.startsWith(DATA) && event.equals("now")) {
                    take(new JsonObject(line.substring(DATA.length())));
                }
            }
            ended("it ended");
        } catch (IOException e) {
            ended(e.toString());
        }
    }

    private void take(JsonObject now) {
        if (now.getString("leader") == null) {
            fault = url + "live sent a figure without a leading node: " + now.getValue("sources");
            return;
        }
        first.countDown();
        if (now.getJsonObject("point").getValue("p50") != null) {
            figures.incrementAndGet();
        }
    }

    private void ended(String how) {
        if (!left) {
            fault = url + "live: " + how;
        }
    }

    /** Counts from 0. */
    void restart() {
        figures.set(0);
        fault = null;
    }

    /** Figures with the time of a write of the second before, since then. */
    int figures() {
        return figures.get();
    }

    /** Why the stream ended or what a figure lacked since then; null if neither. */
    String fault() {
        return fault;
    }

    @Override
    public void close() throws IOException {
        left = true;
        stream.close();
    }
}

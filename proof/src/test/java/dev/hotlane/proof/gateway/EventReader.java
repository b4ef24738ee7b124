package dev.hotlane.proof.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of a watch; a thread of its own reads the events. */
final class EventReader implements AutoCloseable {
    /** The stream ended as HTTP says. */
    static final String END = "end";

    /** The connection broke. */
    static final String BROKEN = "broken";

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    final HttpResponse<InputStream> response;
    final Map<String, String> values = new TreeMap<>();
    String lastId = "";
    String lastEvents = "";
    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

    private EventReader(HttpResponse<InputStream> response) {
        this.response = response;
        Thread thread = new Thread(this::read, "events");
        thread.setDaemon(true);
        thread.start();
    }

    /** Opens the stream of this query at a gateway. */
    static EventReader open(int port, String query, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/v1/watch?" + query))
                .timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return new EventReader(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            StringBuilder event = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    events.add(event.toString());
                    event.setLength(0);
                } else {
                    event.append(event.length() == 0 ? "" : "\n").append(line);
                }
            }
            if (event.length() > 0) {
                events.add(event.toString());
            }
            events.add(END);
        } catch (IOException e) {
            events.add(BROKEN);
        }
    }

    /** The lines of the next event; fails after 30 s. */
    String next() throws InterruptedException {
        String event = events.poll(30, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event for 30 s");
        }
        for (String line : event.split("\n")) {
            if (line.startsWith("id: ")) {
                lastId = line.substring(4);
            }
        }
        return event;
    }

    /** Reads up to a ready or progress with this offset; {@link #values} and {@link #lastEvents} say what came. */
    EventReader until(long offset) throws InterruptedException {
        StringBuilder types = new StringBuilder();
        while (true) {
            String event = next();
            if (event.equals(END) || event.equals(BROKEN)) {
                throw new AssertionError("the stream is at its " + event + " after " + types);
            }
            String type = event.startsWith("event: ")
                    ? event.lines().findFirst().orElseThrow().substring(7)
                    : "";
            String data = event.contains("data: ") ? event.substring(event.indexOf("data: ") + 6) : "";
            if (!type.isEmpty() && !type.equals("progress")) {
                types.append(types.length() == 0 ? "" : " ").append(type);
            }
            take(type, data);
            if ((type.equals("ready") || type.equals("progress")) && data.equals("{\"offset\":" + offset + "}")) {
                lastEvents = types.toString();
                return this;
            }
        }
    }

    private void take(String type, String data) {
        switch (type) {
            case "counter" -> values.put(field(data, "key"), field(data, "value"));
            case "removed" -> values.remove(field(data, "key"));
            case "reset" -> values.clear();
            default -> {
                // No value.
            }
        }
    }

    private static String field(String data, String name) {
        return data.replaceFirst(".*\"" + name + "\":\"?([^\",}]*)\"?[,}].*", "$1");
    }

    /** Breaks the connection off. */
    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

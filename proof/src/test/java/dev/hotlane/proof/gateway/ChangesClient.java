package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A client of a stream of changes; a thread of its own reads the events. */
final class ChangesClient implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** A busy machine may take that long. */
    private static final long SECONDS_MAX = 180;

    private static final Event END = new Event("end", "", "");

    final HttpResponse<InputStream> response;

    /** The last id that a test took; empty before the first. */
    String lastId = "";

    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** An event; an absent field is empty. */
    record Event(String type, String id, String data) {
        /** The number in {@code seq}; -1 without one. */
        long sequence() {
            return data.startsWith("{\"seq\":") ? Long.parseLong(data.replaceFirst("\\{\"seq\":(\\d+).*", "$1")) : -1;
        }
    }

    private ChangesClient(HttpResponse<InputStream> response) {
        this.response = response;
        Thread thread = new Thread(this::read, "changes-client");
        thread.setDaemon(true);
        thread.start();
    }

    /** Opens the stream of this query at a gateway. */
    static ChangesClient open(int port, String query, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/v1/changes" + query))
                .timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return new ChangesClient(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    /**
     * Opens the stream behind that id, as soon as a gateway does not refuse it with 503; fails after three minutes.
     *
     * @param refused looks at each refusal
     */
    static ChangesClient opened(int port, String id, Consumer<HttpResponse<?>> refused) {
        return await().atMost(Duration.ofSeconds(SECONDS_MAX))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () -> {
                            ChangesClient stream = open(port, "", "Last-Event-ID", id);
                            if (stream.response.statusCode() != 200) {
                                assertThat(stream.response.statusCode()).isEqualTo(503);
                                refused.accept(stream.response);
                                stream.close();
                            }
                            return stream;
                        },
                        stream -> stream.response.statusCode() == 200);
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            String type = "";
            String id = "";
            String data = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    events.add(new Event(type, id, data));
                    type = "";
                    id = "";
                    data = "";
                } else if (line.startsWith("event: ")) {
                    type = line.substring(7);
                } else if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (response.statusCode() != 200) {
                    data = line;
                }
            }
            if (!data.isEmpty()) {
                events.add(new Event(type, id, data));
            }
        } catch (IOException e) {
            // The end of a connection that broke.
        }
        events.add(END);
    }

    /** The next event, of any type; fails after three minutes. */
    Event next() throws InterruptedException {
        Event event = events.poll(SECONDS_MAX, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event for " + SECONDS_MAX + " s, last id " + lastId);
        }
        lastId = event.id.isEmpty() ? lastId : event.id;
        return event;
    }

    /** Whether the stream has ended or broken off; waits for it at most three minutes, passing all else. */
    boolean ends() throws InterruptedException {
        Event event = next();
        while (event != END) {
            event = next();
        }
        return true;
    }

    /** Reads up to a progress of at least this sequence; returns the changes and gaps before it. */
    List<Event> until(long sequence) throws InterruptedException {
        List<Event> changes = new ArrayList<>();
        while (true) {
            Event event = next();
            if (event == END) {
                throw new AssertionError("the stream is at its end after " + changes);
            }
            if (event.type.equals("change") || event.type.equals("gap")) {
                changes.add(event);
            } else if (event.type.equals("progress") && Long.parseLong(event.data.replaceAll("\\D", "")) >= sequence) {
                return changes;
            }
        }
    }

    /** The sequences of these events. */
    static List<Long> sequences(List<Event> changes) {
        return changes.stream().map(Event::sequence).toList();
    }

    /** Breaks the connection off. */
    @Override
    public void close() throws IOException {
        response.body().close();
    }
}

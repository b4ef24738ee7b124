package dev.hotlane.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;

/** A gateway and a lane that run each id once, and answer as a bad network and a busy lane would: by a seed. */
final class FlakyGateway implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<String> ran = ConcurrentHashMap.newKeySet();
    private final Random random;

    FlakyGateway(long seed) {
        random = new Random(seed);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/batch", this::batch);
        server.createContext("/v1/transactions", this::single);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The ids that ran. */
    Set<String> ran() {
        return ran;
    }

    /** Sends that number of calls from each of the threads; returns once each has its outcome. */
    void load(LaneClient client, Batcher batcher, int callers, int each, BiConsumer<String, CallOutcome<?>> outcomes) {
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Thread caller = new Thread(() -> {
                for (int n = 0; n < each; n++) {
                    LaneCall<TransactionResult> call = client.transact(LaneOp.add("k", 1));
                    outcomes.accept(call.id(), batcher.send(call));
                }
            });
            caller.start();
            started.add(caller);
        }
        started.forEach(FlakyGateway::join);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void batch(HttpExchange http) throws IOException {
        String lines = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        http.getResponseHeaders().add("Content-Type", BatchedLines.NDJSON);
        if (oneIn(20)) {
            http.close();
            return;
        }
        http.sendResponseHeaders(200, 0);
        boolean cut = oneIn(8);
        OutputStream out = http.getResponseBody();
        for (String line : lines.split("\n")) {
            String id = line.replaceFirst(".*\"id\":\"([^\"]*)\".*", "$1");
            String answer = answer(id);
            if (cut && oneIn(5)) {
                out.write(answer.substring(0, answer.length() / 2).getBytes(StandardCharsets.UTF_8));
                out.flush();
                throw new IOException("the connection is cut");
            }
            out.write(answer.getBytes(StandardCharsets.UTF_8));
        }
        out.close();
    }

    private String answer(String id) {
        if (oneIn(50)) {
            return BatchedLines.line(
                    id, 503, Steps.problemBody(503, "OVERLOADED", ",\"outcome\":\"not_executed\",\"retryAfterMs\":1"));
        }
        boolean lost = oneIn(50);
        if (!lost || oneIn(2)) {
            ran.add(id);
        }
        return lost
                ? BatchedLines.line(id, 504, Steps.problemBody(504, "OUTCOME_UNKNOWN", ",\"outcome\":\"unknown\""))
                : BatchedLines.done(id);
    }

    private void single(HttpExchange http) throws IOException {
        String id = http.getRequestHeaders().getFirst("Idempotency-Key");
        http.getRequestBody().readAllBytes();
        String line = answer(id);
        int status = Integer.parseInt(line.replaceFirst("(?s).*?\"status\":(\\d+).*", "$1"));
        String body = line.replaceFirst("(?s).*?\"body\":(.*)}\n", "$1");
        if (oneIn(10)) {
            http.close();
            return;
        }
        http.getResponseHeaders().add("Content-Type", status < 400 ? "application/json" : "application/problem+json");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        http.sendResponseHeaders(status, bytes.length);
        http.getResponseBody().write(bytes);
        http.close();
    }

    private boolean oneIn(int many) {
        synchronized (random) {
            return random.nextInt(many) == 0;
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

package dev.hotlane.client;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Calls, lines and steps of the tests of batches: each call adds 1 to the counter {@code k}. */
final class BatchedLines {
    static final String NDJSON = "application/x-ndjson";
    static final Duration LONG = Duration.ofSeconds(60);

    private BatchedLines() {}

    static LaneClient client(Duration deadline, String... gateways) {
        return LaneClient.connect(ClientSettings.of(gateways)
                .withDeadline(deadline)
                .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)));
    }

    static LaneCall<TransactionResult> call(LaneClient client, String id) {
        return client.transact(LaneOp.add("k", 1)).withId(id);
    }

    /** Calls {@code b-1} to {@code b-count}. */
    static List<LaneCall<TransactionResult>> calls(LaneClient client, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> call(client, "b-" + i))
                .toList();
    }

    static String sent(String id) {
        return "{\"id\":\"" + id + "\",\"kind\":\"transaction\",\"ops\":[{\"op\":\"add\",\"key\":\"k\",\"delta\":1}]}";
    }

    static String done(String id) {
        return line(id, 200, transacted(id));
    }

    static String transacted(String id) {
        return "{\"id\":\"" + id + "\",\"offset\":7,\"time\":1,"
                + "\"results\":[{\"key\":\"k\",\"previous\":1,\"value\":2,\"version\":7}]}";
    }

    static String line(String id, int status, String body) {
        return "{\"id\":\"" + id + "\",\"status\":" + status + ",\"body\":" + body + "}\n";
    }

    /** Ids of a batch's lines, in order; of a single call its own. */
    static List<String> ids(ScriptedGateway.Got got) {
        return got.id() != null
                ? List.of(got.id())
                : got.body()
                        .lines()
                        .map(line -> line.replaceFirst(".*\"id\":\"([^\"]*)\".*", "$1"))
                        .toList();
    }

    static boolean isBatch(ScriptedGateway.Got got) {
        return got.target().equals("/v1/batch");
    }

    /** Each line of a batch, and each single call, is done. */
    static ScriptedGateway.Step allDone() {
        return (got, socket) -> {
            if (isBatch(got)) {
                batch(BatchedLines::done).answer(got, socket);
            } else {
                Steps.answer(200, "application/json", transacted(got.id())).answer(got, socket);
            }
        };
    }

    /** Answers each line of a batch by its id. */
    static ScriptedGateway.Step batch(Function<String, String> line) {
        return Steps.answer(200, NDJSON, got -> ids(got).stream().map(line).collect(Collectors.joining()));
    }

    /** The same once the latch is open. */
    static ScriptedGateway.Step once(CountDownLatch latch, ScriptedGateway.Step then) {
        return (got, socket) -> {
            await(latch);
            then.answer(got, socket);
        };
    }

    /** Answers a batch as long as given, then ends the connection, in order or by a reset. */
    static ScriptedGateway.Step cut(String lines, boolean reset) {
        return (got, socket) -> {
            write(socket, "HTTP/1.1 200 OK\r\nContent-Type: " + NDJSON + "\r\nTransfer-Encoding: chunked\r\n\r\n");
            write(socket, Integer.toHexString(lines.length()) + "\r\n" + lines + "\r\n");
            if (reset) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        };
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nothing opened the latch for 60 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void write(Socket socket, String text) throws java.io.IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}

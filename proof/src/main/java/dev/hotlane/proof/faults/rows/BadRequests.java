package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Requests that break one rule of the contract each, for most of the rules. */
final class BadRequests {
    private static final int AT_ONCE = 100;
    private static final String GOOD = "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\",\"delta\":1}]}";
    private static final String[] WORSE = {
        "[]",
        "null",
        "1",
        "\"x\"",
        "{}",
        "{\"ops\":[]}",
        "{\"ops\":{}}",
        "{\"ops\":null}",
        "{\"ops\":[1]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\",\"delta\":1.5}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\",\"delta\":1e3}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\",\"delta\":\"1\"}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\",\"delta\":9223372036854775808}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"\",\"delta\":1}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"\\ud800\",\"delta\":1}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\"}]}",
        "{\"ops\":[{\"op\":\"steal\",\"key\":\"bad\",\"delta\":1}]}",
        "{\"ops\":[{\"op\":\"add\",\"op\":\"add\",\"key\":\"bad\",\"delta\":1}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\",\"delta\":1,\"extra\":1}]}",
        "{\"ops\":[{\"op\":\"add\",\"key\":\"bad\",\"delta\":1}],\"extra\":1}",
        "{\"ops\":[" + "{\"op\":\"add\",\"key\":\"bad\",\"delta\":1},".repeat(64)
                + "{\"op\":\"add\",\"key\":\"bad\",\"delta\":1}]}",
        "[".repeat(10_000)
    };

    private BadRequests() {}

    static void run(Scene on) {
        int count = on.rounds(100_000, 2_000);
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        TreeMap<Integer, Integer> statuses = new TreeMap<>();
        on.nemesis(count + " bad requests");
        for (int sent = 0; sent < count; sent += AT_ONCE) {
            List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                calls.add(http.sendAsync(bad(on, sent + i), HttpResponse.BodyHandlers.ofString()));
            }
            for (CompletableFuture<HttpResponse<String>> call : calls) {
                statuses.merge(answer(call).statusCode(), 1, Integer::sum);
            }
        }
        on.require(
                statuses.firstKey() >= 400 && statuses.lastKey() < 500,
                "bad requests were answered " + statuses + ", expected 4xx only");
        on.require(logged(on) == 0, logged(on) + " bad requests are in the log");
        on.fact(String.format("%,d requests: %s", count, statuses));
    }

    private static HttpResponse<String> answer(CompletableFuture<HttpResponse<String>> call) {
        try {
            return call.join();
        } catch (CompletionException e) {
            throw new RowFailure("a bad request got no answer: " + e.getCause());
        }
    }

    private static HttpRequest bad(Scene on, int number) {
        SplittableRandom random = on.random();
        String url = on.gateways().get(number % on.gateways().size()).url();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path(random)));
        String body = body(random);
        if (random.nextInt(8) == 0) {
            // Without the header even a good command is rejected.
            body = GOOD;
        } else {
            request.header("Idempotency-Key", "bad-" + number);
        }
        return request.header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)))
                .build();
    }

    private static String path(SplittableRandom random) {
        return random.nextInt(10) == 0 ? "/v1/nowhere" : "/v1/transactions";
    }

    private static String body(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> GOOD.substring(0, random.nextInt(GOOD.length()));
            case 1 -> GOOD + noise(random);
            case 2 -> noise(random) + GOOD;
            default -> WORSE[random.nextInt(WORSE.length)];
        };
    }

    /** Contains no white space, which JSON allows around a value. */
    private static String noise(SplittableRandom random) {
        StringBuilder noise = new StringBuilder();
        for (int i = random.nextInt(1, 30); i > 0; i--) {
            noise.append((char) random.nextInt('!', 0xD000));
        }
        return noise.toString();
    }

    private static long logged(Scene on) {
        List<ConsumerRecord<byte[], byte[]>> logged = new ArrayList<>();
        try (TopicLog log = new TopicLog(on.stack().connection(), on.commands())) {
            log.read(log.startOffset(), log.endOffset(), record -> {
                if (record.key() != null && new String(record.key(), StandardCharsets.US_ASCII).startsWith("bad-")) {
                    logged.add(record);
                }
            });
        }
        return logged.size();
    }
}

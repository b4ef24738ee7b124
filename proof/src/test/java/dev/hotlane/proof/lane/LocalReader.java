package dev.hotlane.proof.lane;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads two counters at one gateway, one query after the other, and checks each answer by itself: it comes from the view,
 * its offset is not lower than that of the one before, and both values add up to 0. Its own thread reads; any thread asks.
 */
final class LocalReader implements AutoCloseable {
    static final String PLUS = "pair:plus";
    static final String MINUS = "pair:minus";

    private static final long PACE_MS = 5;
    private static final int FAILURES_MAX = 20;
    private static final Pattern VALUES = Pattern.compile("\"value\":(-?\\d+),.*\"value\":(-?\\d+),");
    private static final String BODY = "{\"keys\":[\"" + PLUS + "\",\"" + MINUS + "\"]}";

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpRequest request;
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private volatile Seen last = new Seen(-1, 0, -1);
    private volatile long reads;
    private volatile long oldestMs;

    /** What an answer said. */
    record Seen(long offset, long ageMs, long plus) {}

    /** Reads at the gateway on this port from now on; an answer may have any age. */
    LocalReader(int port) {
        request = HttpRequest.newBuilder(URI.create(
                        "http://127.0.0.1:" + port + "/v1/counters/query?consistency=local&maxStaleMs=3600000"))
                .timeout(Duration.ofSeconds(5))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                .build();
        thread.scheduleWithFixedDelay(this::read, 0, PACE_MS, TimeUnit.MILLISECONDS);
    }

    private void read() {
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            Seen seen = seen(answer);
            if (seen == null || seen.offset < last.offset) {
                fail(answer.statusCode() + " after offset " + last.offset + ": "
                        + answer.headers().map() + " " + answer.body());
            } else {
                last = seen;
                oldestMs = Math.max(oldestMs, seen.ageMs);
                reads++;
            }
        } catch (IOException e) {
            fail(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void fail(String what) {
        if (failures.size() < FAILURES_MAX) {
            failures.add(what);
        }
    }

    /** What the answer says; null if it is not from the view, or mixes two states. */
    private static Seen seen(HttpResponse<String> answer) {
        Matcher values = VALUES.matcher(answer.body());
        boolean fromView =
                answer.headers().firstValue("hotlane-source").orElse("").equals("view");
        if (answer.statusCode() != 200 || !fromView || !values.find()) {
            return null;
        }
        long plus = Long.parseLong(values.group(1));
        return plus + Long.parseLong(values.group(2)) == 0
                ? new Seen(number(answer, "hotlane-offset"), number(answer, "hotlane-stale-ms"), plus)
                : null;
    }

    private static long number(HttpResponse<String> answer, String header) {
        return answer.headers().firstValueAsLong(header).orElseThrow();
    }

    /** The newest answer. */
    Seen last() {
        return last;
    }

    /** Answers so far. */
    long reads() {
        return reads;
    }

    /** Greatest age since the call before. */
    long oldestMs() {
        long oldest = oldestMs;
        oldestMs = 0;
        return oldest;
    }

    /** The first answers that were not as they should be. */
    List<String> failures() {
        return failures;
    }

    /** Drops the failures so far: those of reads before there was a view. */
    void forgive() {
        failures.clear();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

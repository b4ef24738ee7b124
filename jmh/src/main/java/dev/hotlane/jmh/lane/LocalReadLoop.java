package dev.hotlane.jmh.lane;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads two counters locally at one gateway, one query after the other and none twice. Checks each answer: status 200,
 * both values add up to 0, and no offset from the view below an earlier one. Thread {@code local-reads-NAME} reads; any
 * thread may call.
 */
final class LocalReadLoop implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final long PACE_MS = 2;
    private static final int FAULTS_KEPT = 5;
    private static final Pattern VALUES = Pattern.compile("\"value\":(-?\\d+),.*\"value\":(-?\\d+),");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String name;
    private final HttpRequest request;
    private final Thread thread;
    private final List<String> faults = new ArrayList<>();
    private volatile boolean stopping;
    private boolean down;
    private boolean viewed;
    private long greatestOffset = -1;
    private long plus;
    private ReadCounts counts = new ReadCounts(0, 0, 0, 0, 0);

    /**
     * Answers since a start.
     *
     * @param fromView answered by the view
     * @param fromLane answered by the lane
     * @param failed not answered with 200, or with values that no single state has, or with an older state than before
     * @param whileDown not answered, by a gateway whose process was killed
     * @param oldestMs greatest Hotlane-Stale-Ms
     */
    record ReadCounts(long fromView, long fromLane, long failed, long whileDown, long oldestMs) {
        /** Reads that were sent. */
        long reads() {
            return fromView + fromLane + failed + whileDown;
        }

        /** The counts of both. */
        ReadCounts plus(ReadCounts other) {
            return new ReadCounts(
                    fromView + other.fromView,
                    fromLane + other.fromLane,
                    failed + other.failed,
                    whileDown + other.whileDown,
                    Math.max(oldestMs, other.oldestMs));
        }

        private ReadCounts with(long view, long lane, long fail, long none, long ageMs) {
            return plus(new ReadCounts(view, lane, fail, none, ageMs));
        }
    }

    /** Starts to read at that gateway, the two counters {@code plus} and {@code minus}. */
    LocalReadLoop(String name, String gateway, String plus, String minus) {
        this.name = name;
        request = HttpRequest.newBuilder(URI.create(gateway + "/v1/counters/query?consistency=local"))
                .timeout(ANSWER_MAX)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"keys\":[\"" + plus + "\",\"" + minus + "\"]}"))
                .build();
        thread = new Thread(this::run, "local-reads-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!stopping) {
            try {
                take(http.send(request, HttpResponse.BodyHandlers.ofString()));
            } catch (IOException e) {
                none(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PACE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized void take(HttpResponse<String> answer) {
        Matcher values = VALUES.matcher(answer.body());
        if (answer.statusCode() != 200 || !values.find()) {
            fail(answer.statusCode() + " " + answer.body());
            return;
        }
        long offset = number(answer, "Hotlane-Offset");
        long ageMs = number(answer, "Hotlane-Stale-Ms");
        boolean view = answer.headers().firstValue("Hotlane-Source").orElse("").equals("view");
        long value = Long.parseLong(values.group(1));
        if (value + Long.parseLong(values.group(2)) != 0) {
            fail("values of two states: " + answer.body());
        } else if (view && offset < greatestOffset) {
            fail("offset " + offset + " after " + greatestOffset);
        } else {
            plus = Math.max(plus, value);
            viewed |= view;
            greatestOffset = view ? offset : greatestOffset;
            counts = counts.with(view ? 1 : 0, view ? 0 : 1, 0, 0, ageMs);
        }
    }

    private static long number(HttpResponse<String> answer, String header) {
        return answer.headers().firstValueAsLong(header).orElse(-1);
    }

    private synchronized void none(IOException e) {
        if (down) {
            counts = counts.with(0, 0, 0, 1, 0);
        } else {
            fail(e.toString());
        }
    }

    private void fail(String what) {
        counts = counts.with(0, 0, 1, 0, 0);
        if (faults.size() < FAULTS_KEPT) {
            faults.add(name + ": " + what);
        }
    }

    /** From now on a read without an answer counts as read while the gateway's process is down. */
    synchronized void down() {
        down = true;
        viewed = false;
    }

    /** The gateway serves again: each read must be answered. */
    synchronized void up() {
        down = false;
    }

    /** Whether the view answered since the start, or since {@link #down}. */
    synchronized boolean isViewed() {
        return viewed;
    }

    /** Name of the gateway in tables. */
    String name() {
        return name;
    }

    /** Greatest value of the counter {@code plus} that was read. */
    synchronized long plus() {
        return plus;
    }

    /** The counts since the last call; begins anew. */
    synchronized ReadCounts take() {
        ReadCounts taken = counts;
        counts = new ReadCounts(0, 0, 0, 0, 0);
        return taken;
    }

    /** The first faults, in words. */
    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
    }
}

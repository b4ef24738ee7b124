package dev.hotlane.gateway.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client that keeps the events of a stream, and checks it against the model. One thread. */
final class HandClient {
    private static final Pattern BODY = Pattern.compile("\\{\"key\":\"([^\"]+)\".*?(?:\"version\":(\\d+)(.*))?}");

    final Map<String, String> counters = new TreeMap<>();
    ByHandOutput output;
    WatchStream stream;
    HandGateway at;
    int resets;
    int resumed;
    int removals;
    int readies;
    private final WatchedHistory history;
    private final List<String> keys;
    private final String prefix;
    private final int intervalMs;
    private final Map<String, Long> versions = new HashMap<>();
    private ReadEvents events = new ReadEvents();
    private long sequence;
    private boolean consistent;
    private boolean rewritten;
    private boolean resumes;

    /** Whether it has had a ready since the stream began or was reset. */
    private boolean ready;

    /** Watches these keys, or the board if they are null. */
    HandClient(WatchedHistory history, List<String> keys, String prefix, int intervalMs) {
        this.history = history;
        this.keys = keys;
        this.prefix = prefix;
        this.intervalMs = intervalMs;
    }

    boolean isConnected() {
        return stream != null;
    }

    /** Connects with its last id; returns false if the gateway has no place. */
    boolean connect(HandGateway to) {
        EventId after = events.lastId.isEmpty() ? null : EventId.parse(events.lastId);
        List<byte[]> bytes = keys == null
                ? null
                : keys.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toList();
        output = new ByHandOutput();
        byte[] board = prefix == null ? null : prefix.getBytes(StandardCharsets.UTF_8);
        resumes = after != null && after.sequence() > 0;
        ready = false;
        stream = to.streams.open(output, new WatchRequest(bytes, board, intervalMs, after));
        at = to;
        return stream != null;
    }

    /** The connection breaks; what was written and not read is lost. */
    void disconnect(boolean gatewayLives) {
        if (gatewayLives) {
            at.streams.closed(stream);
        }
        stream = null;
        events.connectionEnded();
        if (rewritten) {
            forget();
        }
    }

    /** The log lost a tail that it may have seen: no id of its own shows that, only a reset does. */
    void rewritten() {
        rewritten = true;
        if (!isConnected()) {
            forget();
        }
    }

    /** Begins without an id. */
    void forget() {
        events = new ReadEvents();
        counters.clear();
        versions.clear();
        sequence = 0;
        rewritten = false;
    }

    /** Reads what was written. */
    void read() {
        if (stream == null) {
            return;
        }
        for (ReadEvents.Event event : events.take(output.take())) {
            take(event);
        }
        if (output.ended || output.cut) {
            disconnect(true);
        }
    }

    /** Whether it has the state of its gateway's W. */
    boolean isCurrent() {
        return consistent && sequence == at.at;
    }

    private void take(ReadEvents.Event event) {
        switch (event.type()) {
            case "counter" -> counter(event.data());
            case "removed" -> {
                removals++;
                Matcher body = matched(event.data());
                counters.remove(body.group(1));
                consistent = false;
            }
            case "reset" -> {
                resets++;
                resumes = false;
                ready = false;
                rewritten = false;
                counters.clear();
                versions.clear();
                sequence = 0;
                consistent = false;
                assertThat(event.id()).endsWith(":0");
            }
            case "ready", "progress" -> state(event);
            default -> throw new AssertionError("unknown event " + event);
        }
    }

    private void counter(String data) {
        Matcher body = matched(data);
        String key = body.group(1);
        long version = Long.parseLong(body.group(2));
        if (version > 0) {
            assertThat(version).as("version of " + key).isGreaterThanOrEqualTo(versions.getOrDefault(key, 0L));
            versions.put(key, version);
        }
        if (data.equals(WatchedHistory.absent(key))) {
            assertThat(prefix == null && !ready)
                    .as("zeros are removed, but at the start of a watch of keys: " + key)
                    .isTrue();
            counters.remove(key);
        } else {
            counters.put(key, data);
        }
        consistent = false;
    }

    private static Matcher matched(String data) {
        Matcher body = BODY.matcher(data);
        assertThat(body.matches()).as(data).isTrue();
        return body;
    }

    /** What is complete equals the model at the id, and the id does not go back. */
    private void state(ReadEvents.Event event) {
        EventId id = EventId.parse(event.id());
        assertThat(id.lane()).isEqualTo(HandGateway.LANE);
        assertThat(id.topicHash()).isEqualTo(at.topic);
        assertThat(id.sequence()).as("progress does not go back").isGreaterThanOrEqualTo(sequence);
        sequence = id.sequence();
        Map<String, String> expected = new TreeMap<>(history.bodies(sequence));
        expected.keySet().removeIf(key -> keys == null ? !key.startsWith(prefix) : !keys.contains(key));
        if (keys == null) {
            expected.values().removeIf(body -> body.contains("\"version\":0"));
        }
        assertThat(counters).as("state at " + sequence).isEqualTo(expected);
        consistent = true;
        if (event.type().equals("ready")) {
            readies++;
            ready = true;
            resumed += resumes ? 1 : 0;
            resumes = false;
        }
    }

    @Override
    public String toString() {
        return (keys == null ? prefix : keys.toString()) + " connected " + isConnected() + " complete " + consistent
                + " as of " + sequence + ", last id " + events.lastId + ", its gateway " + at.at + " DBG slot "
                + stream.slot + " due " + stream.dueNanos + " ready " + stream.ready + " now " + at.nowNanos + " full "
                + output.full + " " + at.watches.counts().streams();
    }
}

package dev.hotlane.client;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/** What to watch; {@link #start} opens the stream. Immutable; any thread. */
public final class CounterWatch {
    private static final int KEYS_MAX = 100;
    private static final long INTERVAL_MS_MIN = 10;
    private static final long INTERVAL_MS_MAX = 10_000;

    private final LaneClient client;
    private final String query;

    private CounterWatch(LaneClient client, String query) {
        this.client = client;
        this.query = query;
    }

    static CounterWatch keys(LaneClient client, List<String> keys) {
        if (keys.isEmpty() || keys.size() > KEYS_MAX || new HashSet<>(keys).size() != keys.size()) {
            throw new IllegalArgumentException("a watch of " + keys.size() + " keys: give 1 to 100 different ones");
        }
        StringBuilder query = new StringBuilder();
        for (String key : keys) {
            query.append(query.length() == 0 ? "?key=" : "&key=").append(UrlText.segment(Inputs.key(key)));
        }
        return new CounterWatch(client, query.toString());
    }

    static CounterWatch board(LaneClient client, String prefix) {
        return new CounterWatch(client, "?prefix=" + UrlText.segment(Inputs.prefix(prefix)));
    }

    /** The same with changes at most once in this time: 10 ms to 10 s, 100 ms unless set. */
    public CounterWatch every(Duration interval) {
        long ms = Inputs.millis("the interval", interval);
        if (ms < INTERVAL_MS_MIN || ms > INTERVAL_MS_MAX) {
            throw new IllegalArgumentException("the interval is " + interval + ": it must be 10 ms to 10 s");
        }
        return new CounterWatch(client, query.replaceFirst("&minIntervalMs=.*", "") + "&minIntervalMs=" + ms);
    }

    /** Starts to watch, on a thread of its own. Close the watch after use. */
    public LaneWatch start(WatchListener listener) {
        return client.follow("/v1/watch" + query, new WatchSink(listener), null);
    }
}

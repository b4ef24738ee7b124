package dev.hotlane.console.sample;

import dev.hotlane.console.source.SourceAddress;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The digests that processors reported, so that two are compared at one offset. On the event loop. */
final class DigestBook {
    private static final int KEPT = 120;

    /** The digests of one start of a processor, by offset. */
    private record Reported(String incarnation, TreeMap<Long, String> digests) {}

    private final Map<SourceAddress, Reported> all = new HashMap<>();

    /** Takes what a status says of the state. */
    void see(SourceAddress source, JsonObject status) {
        if (!(status.getValue("state") instanceof JsonObject state)
                || !(state.getValue("digest") instanceof String digest)
                || !(status.getValue("incarnation") instanceof String incarnation)) {
            return;
        }
        Reported reported = all.get(source);
        if (reported == null || !reported.incarnation.equals(incarnation)) {
            reported = new Reported(incarnation, new TreeMap<>());
            all.put(source, reported);
        }
        reported.digests.put(StatsPart.number(state.getValue("offset"), -1), digest);
        while (reported.digests.size() > KEPT) {
            reported.digests.pollFirstEntry();
        }
    }

    /** Drops what others reported: addresses of a name come and go. */
    void keepOnly(Collection<SourceAddress> sources) {
        all.keySet().retainAll(sources);
    }

    /** Compares two at the highest offset that both reported: {@code equal} or {@code differ}; null if there is none. */
    String compare(SourceAddress one, SourceAddress other) {
        Reported mine = all.get(one);
        Reported theirs = all.get(other);
        if (mine == null || theirs == null) {
            return null;
        }
        for (Map.Entry<Long, String> at : mine.digests.descendingMap().entrySet()) {
            String digest = theirs.digests.get(at.getKey());
            if (digest != null) {
                return digest.equals(at.getValue()) ? "equal" : "differ";
            }
        }
        return null;
    }
}

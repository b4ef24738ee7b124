package dev.hotlane.jmh.peers.journal;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answers of the last ids, up to a bound; older ones are found by the unique index. The journal thread. */
final class JournalAnswer extends LinkedHashMap<String, PeerAnswer> {
    private static final long serialVersionUID = 1;

    /** Some 150 MB: five minutes at 3,000/s, twenty seconds at 50,000/s. */
    private static final int IDS_MAX = 1_000_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, PeerAnswer> eldest) {
        return size() > IDS_MAX;
    }
}

package dev.hotlane.access.token;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens that were proven: at most 10,000, each at most 60 s and never past its {@code exp}. Any thread finds; only thread
 * {@code tokens} adds, and drops the oldest.
 */
final class TokenCache {
    /** Most tokens. */
    static final int TOKENS_MAX = 10_000;

    /** Longest time of a token in the cache. */
    static final long KEPT_MS = 60_000;

    private final ConcurrentHashMap<TokenHash, Entry> byHash = new ConcurrentHashMap<>();

    /** In the order in which they were added. Of the thread that adds. */
    private final ArrayDeque<Entry> order = new ArrayDeque<>();

    private record Entry(TokenHash hash, KnownToken token, long addedMs) {
        /** A clock that was set back does not make a token live longer. */
        boolean valid(long nowMs) {
            return nowMs >= addedMs && nowMs < token.checkAgainMs();
        }
    }

    /** The token with this hash; null if it is not here, or not valid any more. */
    KnownToken find(TokenHash hash, long nowMs) {
        Entry entry = byHash.get(hash);
        return entry != null && entry.valid(nowMs) ? entry.token() : null;
    }

    /** Keeps a token that was proven at this moment. */
    void add(TokenHash hash, KnownToken token, long nowMs) {
        while (!order.isEmpty() && (order.size() >= TOKENS_MAX || !order.peek().valid(nowMs))) {
            Entry oldest = order.remove();
            // A younger entry of the same token stays.
            byHash.remove(oldest.hash(), oldest);
        }
        Entry entry = new Entry(hash, token, nowMs);
        byHash.put(hash, entry);
        order.add(entry);
    }

    /** Number of tokens, those that are not valid any more included. */
    int size() {
        return byHash.size();
    }
}

package dev.hotlane.gateway.watch;

import dev.hotlane.protocol.Gcra;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The keys and boards that the streams of one event loop watch, and which of them changed. Belongs to that event loop, except
 * {@link #mark} and {@link #list}.
 *
 * <p>A key is in the index before its stream reads the mark. A pack that was marked without it could be read before, so the
 * view's cut then differs from the mark, and the stream reads again.
 */
final class WatchedKeys {
    final FullBuckets buckets = new FullBuckets();
    private final WatchedKey.Probe probe;

    /** The watched keys; thread view-table adds keys of boards. */
    private final ConcurrentHashMap<Object, WatchedKey> index = new ConcurrentHashMap<>();

    /** Keys that changed since the loop looked, each once; thread view-table adds. */
    private final Queue<WatchedKey> changed = new ConcurrentLinkedQueue<>();

    /** Replaced, never changed: thread view-table reads it. */
    private volatile WatchedBoard[] boards = {};

    private long turn = 1;

    /** Up to where changes were taken; null while there is no view. */
    private WatchMark at;

    WatchedKeys(WatchedKey.Probe probe) {
        this.probe = probe;
    }

    /** Marks a key that a pack changed. Thread view-table, after the change can be read. */
    void mark(WatchedKey.Probe changedKey, byte[] key) {
        WatchedKey watched = index.get(changedKey);
        if (watched == null) {
            if (!isInBoard(key)) {
                return;
            }
            WatchedKey added = changedKey.found();
            WatchedKey other = index.putIfAbsent(added, added);
            watched = other == null ? added : other;
        }
        if (!watched.queued.getAndSet(true)) {
            changed.add(watched);
        }
    }

    /** Lists the boards that are not listed as of this load of the view. Thread view-table, after the mark is set. */
    void list(BoardSource source, long generation) {
        for (WatchedBoard board : boards) {
            if (board.listing == null || board.listing.generation() != generation) {
                board.listing = new WatchedBoard.Listing(generation, source.keys(board.prefix));
            }
        }
    }

    private boolean isInBoard(byte[] key) {
        for (WatchedBoard board : boards) {
            if (board.has(key)) {
                return true;
            }
        }
        return false;
    }

    /** Adds a stream of these keys. */
    void watch(WatchStream stream, List<byte[]> keys) {
        stream.keys = new WatchSubscription[keys.size()];
        for (int i = 0; i < stream.keys.length; i++) {
            stream.keys[i] = WatchSubscription.add(indexed(keys.get(i)), stream);
        }
    }

    /** Adds a stream of a board; returns whether the board must be listed. */
    boolean watch(WatchStream stream, byte[] prefix) {
        for (WatchedBoard board : boards) {
            if (Arrays.equals(board.prefix, prefix)) {
                stream.board = board;
            }
        }
        boolean added = stream.board == null;
        if (added) {
            stream.board = new WatchedBoard(prefix);
            List<WatchedBoard> more = new ArrayList<>(List.of(boards));
            more.add(stream.board);
            boards = more.toArray(new WatchedBoard[0]);
        }
        stream.board.streams.add(stream);
        return added;
    }

    /** Takes a stream out, and what no other stream watches. */
    void remove(WatchStream stream) {
        if (stream.board == null) {
            for (WatchSubscription subscription : stream.keys) {
                subscription.remove();
                dropUnwatched(subscription.key);
            }
            return;
        }
        stream.board.streams.remove(stream);
        if (stream.board.streams.isEmpty()) {
            List<WatchedBoard> fewer = new ArrayList<>(List.of(boards));
            fewer.remove(stream.board);
            boards = fewer.toArray(new WatchedBoard[0]);
            stream.board.forEach(this::dropUnwatched);
        }
    }

    /** Takes a key from the index unless a stream or a board needs it. */
    private void dropUnwatched(WatchedKey key) {
        if (key.first == null && !isInBoard(key.key)) {
            drop(key);
        }
    }

    private void drop(WatchedKey key) {
        // By identity: another one of the same bytes may be there by now. Only this thread takes keys out.
        if (index.get(key) == key) {
            index.remove(key);
        }
        buckets.set(key, 0);
    }

    private WatchedKey indexed(byte[] key) {
        WatchedKey found = index.get(probe.of(key));
        if (found != null) {
            return found;
        }
        WatchedKey added = probe.found();
        WatchedKey other = index.putIfAbsent(added, added);
        return other == null ? added : other;
    }

    /** The watched key of these bytes, or one of its own that nothing watches. */
    WatchedKey find(byte[] key) {
        WatchedKey found = index.get(probe.of(key));
        return found == null ? probe.found() : found;
    }

    /** Number of times that changes were taken. */
    long turn() {
        return turn;
    }

    /** The mark up to which changes were taken; null while there is no view. */
    WatchMark at() {
        return at;
    }

    /**
     * Takes the changes up to a mark and makes their streams due. Returns the newest mark; null while there is no view. From
     * then on each event that is still encoded holds at that mark.
     */
    WatchMark take(Watches watches) {
        // In this order: a listing is as of a mark that was set before, and a change is queued before its mark is set.
        WatchedBoard.Listing[] listings = new WatchedBoard.Listing[boards.length];
        for (int i = 0; i < listings.length; i++) {
            listings[i] = boards[i].listing;
        }
        at = watches.mark();
        turn++;
        for (WatchedKey key = changed.poll(); key != null; key = changed.poll()) {
            key.queued.set(false);
            changed(key);
        }
        if (at != null) {
            buckets.full(Gcra.nanos(at.cut().logTime()), this::changed);
        }
        for (int i = 0; i < listings.length; i++) {
            take(boards[i], listings[i]);
        }
        return at;
    }

    private void changed(WatchedKey key) {
        key.forget();
        boolean again = key.changedTurn == turn;
        key.changedTurn = turn;
        for (WatchSubscription next = key.first; next != null; next = next.next) {
            next.stream.changed();
        }
        boolean inBoard = false;
        for (WatchedBoard board : boards) {
            if (board.has(key.key)) {
                inBoard = true;
                if (!again) {
                    board.add(key, turn);
                }
            }
        }
        if (key.first == null && !inBoard) {
            // Thread view-table added it when its board had ended.
            dropUnwatched(key);
        }
    }

    private void take(WatchedBoard board, WatchedBoard.Listing listing) {
        if (listing != board.taken) {
            board.taken = listing;
            if (listing.keys() != null) {
                Set<WatchedKey> present = new HashSet<>();
                board.forEach(present::add);
                for (byte[] key : listing.keys()) {
                    WatchedKey watched = indexed(key);
                    if (present.add(watched)) {
                        board.add(watched, watched.changedTurn);
                    }
                }
            }
        }
        if (board.changedTurn() == turn) {
            board.streams.forEach(WatchStream::changed);
        }
        if (board.isLong()) {
            board.compact(key -> {
                if (key.first == null && isInOne(key.key)) {
                    drop(key);
                }
            });
        }
    }

    private boolean isInOne(byte[] key) {
        return Arrays.stream(boards).filter(board -> board.has(key)).count() == 1;
    }
}

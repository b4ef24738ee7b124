package dev.hotlane.gateway.watch;

/** That one stream watches one key by itself: a node in the key's list of them. Belongs to one event loop. */
final class WatchSubscription {
    final WatchedKey key;
    final WatchStream stream;
    WatchSubscription next;
    private WatchSubscription previous;

    private WatchSubscription(WatchedKey key, WatchStream stream) {
        this.key = key;
        this.stream = stream;
    }

    /** Adds the stream to those of the key. */
    static WatchSubscription add(WatchedKey key, WatchStream stream) {
        WatchSubscription added = new WatchSubscription(key, stream);
        added.next = key.first;
        if (key.first != null) {
            key.first.previous = added;
        }
        key.first = added;
        return added;
    }

    /** Takes the stream from those of the key. */
    void remove() {
        if (previous == null) {
            key.first = next;
        } else {
            previous.next = next;
        }
        if (next != null) {
            next.previous = previous;
        }
    }
}

package dev.hotlane.access.token;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A token that was not judged yet, and all calls that came with it meanwhile: they take one place. Any thread. */
final class FirstSight {
    /** Most calls that wait for the same token. */
    private static final int RECEIVERS_MAX = 1_024;

    /** What was tried to find the token's key. */
    enum Search {
        /** It is looked for in the keys that are here. */
        HERE,
        /** Keys were read after the token came: if it is not in them, the token server has no such key. */
        READ,
        /** They could not be read, or were asked for before the token came. */
        NOT_READ
    }

    private final TokenHash hash;
    private final String text;
    private final Long peer;
    private List<TokenReceiver> receivers = new ArrayList<>(1);
    private volatile Search search = Search.HERE;

    FirstSight(TokenHash hash, String text, Long peer, TokenReceiver receiver) {
        this.hash = hash;
        this.text = text;
        this.peer = peer;
        receivers.add(receiver);
    }

    TokenHash hash() {
        return hash;
    }

    String text() {
        return text;
    }

    Long peer() {
        return peer;
    }

    Search search() {
        return search;
    }

    /** The token is judged once more, after this search. */
    FirstSight after(Search done) {
        search = done;
        return this;
    }

    /** Whether this call waits too; false if the answer was given already, or too many wait. */
    synchronized boolean join(TokenReceiver receiver) {
        return receivers != null && receivers.size() < RECEIVERS_MAX && receivers.add(receiver);
    }

    /** Answers all that wait. */
    void answer(Consumer<TokenReceiver> answer) {
        List<TokenReceiver> waiting;
        synchronized (this) {
            waiting = receivers;
            receivers = null;
        }
        waiting.forEach(answer);
    }
}

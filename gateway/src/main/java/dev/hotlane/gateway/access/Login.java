package dev.hotlane.gateway.access;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Principals;
import java.net.InetAddress;

/** The last caller that one connection proved, and by which header. Belongs to its connection's event loop. */
public final class Login {
    private final InetAddress peer;
    private String header;
    private KnownCaller caller;
    private RatedCall rated = RatedCall.FREE;
    private boolean closed;

    /** No caller yet, on a connection with this address at its other end. */
    public Login(InetAddress peer) {
        this.peer = peer;
    }

    /** The address of the connection's other end. */
    public InetAddress peer() {
        return peer;
    }

    /** A call of its connection begins: the answers come one after another, so the one before is answered. */
    public void begins(RatedCall call) {
        rated.end();
        rated = call;
        if (closed) {
            callEnded();
        }
    }

    /** The call of its connection is answered, or its client has gone. */
    public void callEnded() {
        rated.end();
        rated = RatedCall.FREE;
    }

    /** Its connection is closed. A call that begins later, because its token was judged late, is over at once. */
    public void closed() {
        closed = true;
        callEnded();
    }

    /** The caller, if this is the same header and needs no new check; else null. */
    KnownCaller again(String given, Principals now, long nowMs) {
        if (header == null || !isHeader(given)) {
            return null;
        }
        KnownCaller current = caller.in(now);
        if (current == null
                || current.expired(nowMs)
                || nowMs >= current.credential().checkAgainMs()) {
            header = null;
            caller = null;
            return null;
        }
        caller = current;
        return current;
    }

    /** In a time that depends on the length alone: a proxy may share the connection among callers. */
    private boolean isHeader(String given) {
        if (given.length() != header.length()) {
            return false;
        }
        int differing = 0;
        for (int i = 0; i < given.length(); i++) {
            differing |= given.charAt(i) ^ header.charAt(i);
        }
        return differing == 0;
    }

    /** Remembers a caller and its header. */
    void remember(String given, KnownCaller found) {
        header = given;
        caller = found;
    }
}

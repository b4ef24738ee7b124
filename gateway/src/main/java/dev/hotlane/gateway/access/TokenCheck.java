package dev.hotlane.gateway.access;

import dev.hotlane.access.Principals;
import java.net.InetAddress;

/** Checks bearer tokens that are no API keys. One object for each event loop, which calls it. */
public interface TokenCheck {
    /**
     * Judges a token. Calls the receiver once, at once or later, on the same event loop; never blocks.
     *
     * @param token what stands behind {@code Bearer}: 1 to {@link dev.hotlane.access.BearerHeader#TOKEN_MAX} characters, no API key
     * @param peer the address of the connection's other end
     * @param now the principals at this moment
     */
    void check(String token, InetAddress peer, Principals now, CallerReceiver receiver);
}

package dev.hotlane.gateway.access;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Principals;
import dev.hotlane.access.token.KnownToken;
import dev.hotlane.access.token.TokenHasher;
import dev.hotlane.access.token.TokenReceiver;
import dev.hotlane.access.token.Tokens;
import dev.hotlane.gateway.settings.PeerLimit;
import java.net.InetAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of one event loop to the tokens of its gateway; belongs to it. */
public final class GatewayTokens implements TokenCheck {
    private static final Logger log = LoggerFactory.getLogger(GatewayTokens.class);

    private final Tokens tokens;
    private final GatewayAccess access;
    private final PeerLimit peers;
    private final Executor loop;
    private final TokenHasher hasher = new TokenHasher();

    private GatewayTokens(Tokens tokens, GatewayAccess access, PeerLimit peers, Executor loop) {
        this.tokens = tokens;
        this.access = access;
        this.peers = peers;
        this.loop = loop;
    }

    /** The tokens of a gateway, for the event loop that {@code loop} runs tasks on; null if it accepts none. */
    public static GatewayTokens of(GatewayAccess access, PeerLimit peers, Executor loop) {
        return access.tokens() == null ? null : new GatewayTokens(access.tokens(), access, peers, loop);
    }

    @Override
    public void check(String token, InetAddress peer, Principals now, CallerReceiver receiver) {
        tokens.check(token, hasher, peers.counted(peer), new Returning(Thread.currentThread(), receiver));
    }

    /** Brings an answer back to the event loop, unless it is given there. */
    private final class Returning implements TokenReceiver {
        private final Thread asker;
        private final CallerReceiver receiver;

        Returning(Thread asker, CallerReceiver receiver) {
            this.asker = asker;
            this.receiver = receiver;
        }

        private void back(Runnable answer) {
            if (Thread.currentThread() == asker) {
                answer.run();
            } else {
                try {
                    loop.execute(answer);
                } catch (RejectedExecutionException e) {
                    log.debug("The gateway has ended, and with it the connection of this call.");
                }
            }
        }

        @Override
        public void known(KnownToken token) {
            back(() -> {
                KnownCaller caller = token.in(access.principals());
                if (caller == null) {
                    receiver.unknown();
                } else {
                    receiver.known(caller);
                }
            });
        }

        @Override
        public void refused() {
            back(receiver::unknown);
        }

        @Override
        public void later(String detail) {
            back(() -> receiver.unavailable(detail));
        }
    }
}

package dev.hotlane.gateway.access;

import dev.hotlane.access.BearerHeader;
import dev.hotlane.access.CertificateNames;
import dev.hotlane.access.Credential;
import dev.hotlane.access.KeyCheck;
import dev.hotlane.access.KeyCredential;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.KnownKey;
import dev.hotlane.access.Principals;
import dev.hotlane.access.TwoCredentials;
import dev.hotlane.protocol.tls.PeerCertificate;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.function.LongSupplier;

/** Finds out who sent a request. Belongs to one event loop. */
public final class Authenticator {
    private static final String KEY = "hl_";

    private final GatewayAccess access;
    private final TokenCheck tokens;
    private final LongSupplier clockMs;
    private final KeyCheck keys = new KeyCheck();

    /**
     * An authenticator of a gateway with principals.
     *
     * @param tokens checks what is no API key; null: there are API keys only
     * @param clockMs returns epoch ms
     */
    public Authenticator(GatewayAccess access, TokenCheck tokens, LongSupplier clockMs) {
        this.access = access;
        this.tokens = tokens;
        this.clockMs = clockMs;
    }

    /**
     * Finds who sent this request of a connection with this login; calls the receiver once, at once or later.
     *
     * @param certificate the verified one of the connection's other end; null: none
     */
    public void authenticate(
            HttpServerRequest http, Login login, PeerCertificate certificate, CallerReceiver receiver) {
        List<String> headers = http.headers().getAll(HttpHeaders.AUTHORIZATION);
        if (certificate == null) {
            byHeader(headers, login, receiver);
            return;
        }
        Credential owner = CertificateNames.of(certificate);
        if (headers.isEmpty()) {
            judge(owner.in(access.principals()), receiver);
        } else {
            byHeader(headers, login, new WithCertificate(owner, receiver));
        }
    }

    private void judge(KnownCaller caller, CallerReceiver receiver) {
        if (caller == null || caller.expired(clockMs.getAsLong())) {
            fail(AuthFailures.Reason.CERTIFICATE, receiver);
        } else {
            receiver.known(caller);
        }
    }

    private void byHeader(List<String> headers, Login login, CallerReceiver receiver) {
        if (headers.size() != 1) {
            fail(AuthFailures.Reason.MISSING, receiver);
            return;
        }
        String header = headers.get(0);
        Principals now = access.principals();
        long nowMs = clockMs.getAsLong();
        KnownCaller again = login.again(header, now, nowMs);
        if (again != null) {
            receiver.known(again);
            return;
        }
        String token = BearerHeader.token(header);
        if (token == null) {
            fail(AuthFailures.Reason.MALFORMED, receiver);
        } else if (token.startsWith(KEY)) {
            key(header, token, now, nowMs, login, receiver);
        } else if (tokens == null) {
            fail(AuthFailures.Reason.TOKEN, receiver);
        } else {
            tokens.check(token, login.peer(), now, new Remembering(header, login, receiver));
        }
    }

    private void key(String header, String token, Principals now, long nowMs, Login login, CallerReceiver receiver) {
        KnownKey known = keys.find(now, token, nowMs);
        if (known == null) {
            fail(AuthFailures.Reason.KEY, receiver);
            return;
        }
        new Remembering(header, login, receiver).known(KeyCredential.caller(known, now));
    }

    private void fail(AuthFailures.Reason reason, CallerReceiver receiver) {
        access.failures().count(reason);
        receiver.unknown();
    }

    /** Lets a caller in only if the connection's certificate proves the same principal as its header. */
    private final class WithCertificate implements CallerReceiver {
        private final Credential owner;
        private final CallerReceiver receiver;

        WithCertificate(Credential owner, CallerReceiver receiver) {
            this.owner = owner;
            this.receiver = receiver;
        }

        @Override
        public void known(KnownCaller caller) {
            judge(new TwoCredentials(caller.credential(), owner).in(caller.state()), receiver);
        }

        @Override
        public void unknown() {
            receiver.unknown();
        }

        @Override
        public void unavailable(String detail) {
            receiver.unavailable(detail);
        }
    }

    /** Remembers a caller in its connection's login, then hands it on. */
    private final class Remembering implements CallerReceiver {
        private final String header;
        private final Login login;
        private final CallerReceiver receiver;

        Remembering(String header, Login login, CallerReceiver receiver) {
            this.header = header;
            this.login = login;
            this.receiver = receiver;
        }

        @Override
        public void known(KnownCaller caller) {
            login.remember(header, caller);
            receiver.known(caller);
        }

        @Override
        public void unknown() {
            fail(AuthFailures.Reason.TOKEN, receiver);
        }

        @Override
        public void unavailable(String detail) {
            receiver.unavailable(detail);
        }
    }
}

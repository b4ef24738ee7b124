package dev.hotlane.gateway.http;

import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts handshakes that failed, by reason. Logs one a minute at most of each reason but {@link Reason#CLOSED}: anyone can
 * make them fail. Shared by all event loops.
 */
final class TlsFailures {
    private static final Logger log = LoggerFactory.getLogger(TlsFailures.class);
    private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Why a handshake failed. */
    enum Reason {
        /** The client's certificate is not of a trusted authority, expired, or not for clients. */
        CERTIFICATE,
        /** The first bytes were no TLS. */
        PLAIN,
        /** The connection ended before: the client went away, or took too long. */
        CLOSED,
        /** No common version or cipher, or the client rejected this gateway's certificate. */
        PROTOCOL;

        /** As a label of a metric: {@code certificate}. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final LongAdder[] counts = new LongAdder[Reason.values().length];
    private final AtomicLong[] loggedNanos = new AtomicLong[counts.length];

    TlsFailures() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
            loggedNanos[i] = new AtomicLong(System.nanoTime() - LOG_NANOS);
        }
    }

    /** Handshakes that failed for this reason; any thread. */
    long count(Reason reason) {
        return counts[reason.ordinal()].sum();
    }

    /** A handshake with this client failed. */
    void failed(SocketAddress client, Throwable cause) {
        Reason reason = reason(cause);
        counts[reason.ordinal()].increment();
        if (reason != Reason.CLOSED && mayLog(reason)) {
            log.warn(
                    "the TLS handshake with {} failed ({}); one such line of a kind comes a minute at most",
                    client,
                    reason == Reason.PLAIN ? "it sent no TLS: its URL must begin with https" : cause.getMessage());
        }
    }

    private boolean mayLog(Reason reason) {
        AtomicLong logged = loggedNanos[reason.ordinal()];
        long now = System.nanoTime();
        long before = logged.get();
        return now - before >= LOG_NANOS && logged.compareAndSet(before, now);
    }

    private static Reason reason(Throwable cause) {
        if (cause instanceof NotSslRecordException) {
            return Reason.PLAIN;
        }
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return Reason.CERTIFICATE;
            }
        }
        boolean closed = cause instanceof ClosedChannelException
                || cause instanceof IOException && !(cause instanceof SSLException)
                || cause.getCause() instanceof ClosedChannelException;
        return closed ? Reason.CLOSED : Reason.PROTOCOL;
    }
}

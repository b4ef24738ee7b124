package dev.hotlane.jmh.load;

import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLContext;

/**
 * What a load is: to whom, over how many connections, how fast, for how long. Immutable.
 *
 * @param ratePerSecond of the open loop; 0 is the closed loop: each connection sends as soon as it is answered
 * @param warmUp sent but not measured
 * @param duration measured, after the warm-up
 * @param firstRequest number of the first request: loads on one lane need numbers of their own
 * @param requestsMax ends after that number of requests, whatever the duration
 * @param answerMax so long an answer is waited for; then the outcome is unknown and the connection is replaced
 * @param drainMax so long after the end what is under way, and in the open loop what is late, may still come to its end
 * @param source makes the requests and judges the answers
 * @param tls trusts the certificate of the server; null: plain HTTP
 */
public record LoadSettings(
        String host,
        int port,
        int connections,
        double ratePerSecond,
        Duration warmUp,
        Duration duration,
        long firstRequest,
        long requestsMax,
        Duration answerMax,
        Duration drainMax,
        RequestSource source,
        SSLContext tls) {
    /** Of one request, head and body: more than the gateway takes (8 MiB of batch). */
    public static final int REQUEST_BYTES_MAX = 16 << 20;

    /** Of one answer's body: a longer one breaks the connection. */
    public static final int ANSWER_BYTES_MAX = 64 << 20;

    /** Descriptors of a process are bounded; far above what one event loop is good for. */
    public static final int CONNECTIONS_MAX = 65_536;

    private static final Duration ANSWER_USUAL = Duration.ofSeconds(20);

    /** Refuses what makes no load. */
    public LoadSettings {
        Objects.requireNonNull(source, "source");
        require(connections >= 1 && connections <= CONNECTIONS_MAX, "connections 1.." + CONNECTIONS_MAX, connections);
        require(ratePerSecond >= 0 && ratePerSecond <= 1e8, "ratePerSecond 0..100,000,000", ratePerSecond);
        require(!warmUp.isNegative(), "warmUp from 0", warmUp);
        require(!duration.isNegative() && !duration.isZero(), "duration above 0", duration);
        require(requestsMax >= 1, "requestsMax from 1", requestsMax);
        require(!answerMax.isNegative() && !answerMax.isZero(), "answerMax above 0", answerMax);
        require(!drainMax.isNegative(), "drainMax from 0", drainMax);
    }

    /** As fast as the answers come: each connection has one request under way at any time. No warm-up. */
    public static LoadSettings closed(int port, int connections, Duration duration, RequestSource source) {
        return new LoadSettings(
                "127.0.0.1",
                port,
                connections,
                0,
                Duration.ZERO,
                duration,
                0,
                Long.MAX_VALUE,
                ANSWER_USUAL,
                ANSWER_USUAL,
                source,
                null);
    }

    /** That number of requests a second, come what may; a latency begins when its request should have been sent. */
    public static LoadSettings open(
            int port, int connections, double ratePerSecond, Duration duration, RequestSource source) {
        return closed(port, connections, duration, source).withRate(ratePerSecond);
    }

    /** The same at another rate; 0 is the closed loop. */
    public LoadSettings withRate(double rate) {
        return new LoadSettings(
                host,
                port,
                connections,
                rate,
                warmUp,
                duration,
                firstRequest,
                requestsMax,
                answerMax,
                drainMax,
                source,
                tls);
    }

    /** The same after such a warm-up. */
    public LoadSettings withWarmUp(Duration time) {
        return new LoadSettings(
                host,
                port,
                connections,
                ratePerSecond,
                time,
                duration,
                firstRequest,
                requestsMax,
                answerMax,
                drainMax,
                source,
                tls);
    }

    /** The same with numbers from there on, so many at most. */
    public LoadSettings withRequests(long first, long most) {
        return new LoadSettings(
                host,
                port,
                connections,
                ratePerSecond,
                warmUp,
                duration,
                first,
                most,
                answerMax,
                drainMax,
                source,
                tls);
    }

    /** The same with such patience: for one answer, and for the rest at the end. */
    public LoadSettings withPatience(Duration answer, Duration drain) {
        return new LoadSettings(
                host,
                port,
                connections,
                ratePerSecond,
                warmUp,
                duration,
                firstRequest,
                requestsMax,
                answer,
                drain,
                source,
                tls);
    }

    /** The same with other requests. */
    public LoadSettings withSource(RequestSource other) {
        return new LoadSettings(
                host,
                port,
                connections,
                ratePerSecond,
                warmUp,
                duration,
                firstRequest,
                requestsMax,
                answerMax,
                drainMax,
                other,
                tls);
    }

    /** Whether a request waits for an answer, not for its time. */
    public boolean isClosed() {
        return ratePerSecond == 0;
    }

    private static void require(boolean holds, String expected, Object found) {
        if (!holds) {
            throw new IllegalArgumentException("a load was given " + found + ", expected " + expected);
        }
    }

    /** The same by TLS; the context trusts the server's certificate, null for plain HTTP. */
    public LoadSettings withTls(SSLContext other) {
        return new LoadSettings(
                host,
                port,
                connections,
                ratePerSecond,
                warmUp,
                duration,
                firstRequest,
                requestsMax,
                answerMax,
                drainMax,
                source,
                other);
    }
}

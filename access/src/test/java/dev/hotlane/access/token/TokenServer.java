package dev.hotlane.access.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The tests' own token server: signs tokens and publishes its keys over real HTTP, at {@code /jwks}. It has one P-256
 * key, and one of RSA when that is used; it can rotate them. It can be slow, send too much, send what is no JWKS, or be
 * away. Any thread.
 */
public final class TokenServer implements AutoCloseable {
    /** What {@code iss} of its tokens is. */
    public static final String ISSUER = "https://token.example";

    /** What {@code aud} of its tokens is. */
    public static final String AUDIENCE = "hotlane";

    /** How it answers. */
    public enum Mode {
        /** With its keys. */
        RIGHT,
        /** With the head of an answer, and then nothing until it is closed. */
        SLOW,
        /** With 10 MB. */
        LARGE,
        /** With a page that is no JWKS. */
        WRONG,
        /** With status 500. */
        FAILING,
        /** With a redirect to the right keys. */
        MOVED
    }

    private static final int LARGE_BYTES = 10_000_000;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final InetSocketAddress address;
    private volatile HttpServer server;
    private volatile Mode mode = Mode.RIGHT;
    private JWK rsa;
    private JWK ec;
    private JWK before;
    private int rotations;

    private TokenServer() throws IOException {
        rotate();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = server.getAddress();
        serve();
    }

    /** A server with new keys. */
    public static TokenServer start() {
        try {
            return new TokenServer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve() {
        server.createContext("/jwks", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** Where its keys are. */
    public String url() {
        return "http://127.0.0.1:" + address.getPort() + "/jwks";
    }

    /** Requests for its keys since it started. */
    public int requests() {
        return requests.get();
    }

    /** How it answers from now on. */
    public void mode(Mode next) {
        mode = next;
    }

    /** Signs with new keys from now on, and publishes them alone. */
    public synchronized void rotate() {
        rotations++;
        try {
            rsa = null;
            before = null;
            ec = new ECKeyGenerator(Curve.P_256).keyID("ec-" + rotations).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As {@link #rotate}, but publishes the P-256 key before as well, as token servers do while its tokens live. */
    public synchronized void overlap() {
        JWK last = ec;
        rotate();
        before = last;
    }

    /** Ends its listener, so that connections to it are refused; {@link #revive} ends that. */
    public void kill() {
        server.stop(0);
    }

    /** Listens again, at the same address. */
    public void revive() {
        try {
            server = HttpServer.create(address, 0);
            serve();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JWKS that it publishes now. */
    public synchronized byte[] jwks() {
        return new JWKSet(Stream.of(before, rsa, ec).filter(Objects::nonNull).toList())
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The key that it signs with. One of RSA takes long to make, so there is none before it is used. */
    public synchronized JWK key(JWSAlgorithm algorithm) {
        if (algorithm.equals(JWSAlgorithm.ES256)) {
            return ec;
        }
        try {
            rsa = rsa == null
                    ? new RSAKeyGenerator(2_048).keyID("rsa-" + rotations).generate()
                    : rsa;
            return rsa;
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An ES256 token for this subject, valid for an hour from now. */
    public String token(String subject) {
        return token(subject, Instant.now().plusSeconds(3_600));
    }

    /** An ES256 token for this subject, valid until this time. */
    public String token(String subject, Instant expires) {
        return sign(JWSAlgorithm.ES256, claims -> claims.subject(subject).expirationTime(Date.from(expires)));
    }

    /** A token with the usual issuer and audience, changed by this. */
    public String sign(JWSAlgorithm algorithm, Consumer<JWTClaimsSet.Builder> change) {
        JWK key = key(algorithm);
        return sign(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), key, change);
    }

    /** A token with this header, signed by this key. */
    public static String sign(JWSHeader header, JWK key, Consumer<JWTClaimsSet.Builder> change) {
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder().issuer(ISSUER).audience(AUDIENCE);
        change.accept(claims);
        try {
            JWSSigner signer = new DefaultJWSSignerFactory().createJWSSigner(key, header.getAlgorithm());
            SignedJWT jwt = new SignedJWT(header, claims.build());
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        try (exchange) {
            switch (mode) {
                case RIGHT -> send(exchange, 200, jwks());
                case WRONG -> send(exchange, 200, "<html>Down for maintenance</html>".getBytes(StandardCharsets.UTF_8));
                case FAILING -> send(exchange, 500, jwks());
                case LARGE -> large(exchange);
                case SLOW -> slow(exchange);
                case MOVED -> {
                    exchange.getResponseHeaders().putAll(Map.of("Location", List.of(url())));
                    exchange.sendResponseHeaders(302, -1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void large(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, LARGE_BYTES);
        byte[] spaces = " ".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        try (OutputStream body = exchange.getResponseBody()) {
            for (int i = 0; i < LARGE_BYTES / spaces.length; i++) {
                body.write(spaces);
            }
        }
    }

    private void slow(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.sendResponseHeaders(200, jwks().length);
        exchange.getResponseBody().write('{');
        exchange.getResponseBody().flush();
        closed.await(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}

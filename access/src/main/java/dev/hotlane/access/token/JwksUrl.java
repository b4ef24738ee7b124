package dev.hotlane.access.token;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Keys at a URL: https with the certificates that the JVM trusts, or http of loopback. No redirect is followed. Whatever the
 * server does, a reading ends within 5 s and keeps at most {@link Jwks#BYTES_MAX}.
 */
final class JwksUrl implements JwksSource {
    private static final Duration WHOLE = Duration.ofSeconds(5);
    private static final long READ_EVERY_MS = 300_000;
    private static final long AT_MOST_EVERY_MS = 30_000;
    private static final int OK = 200;
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final URI uri;
    private final Duration whole;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(WHOLE)
            .build();

    JwksUrl(URI uri) {
        this(uri, WHOLE);
    }

    /** The same with another time for a reading. */
    JwksUrl(URI uri, Duration whole) {
        this.uri = uri;
        this.whole = whole;
    }

    /** Whether this setting is a URL and not a file's path. */
    static boolean isUrl(String setting) {
        return setting.contains("://");
    }

    /** What is wrong with a setting that is a URL, in words; null if nothing is, or if it is a path. */
    static String fault(String setting) {
        if (!isUrl(setting)) {
            return null;
        }
        try {
            URI uri = new URI(setting);
            String scheme = String.valueOf(uri.getScheme());
            boolean secure = scheme.equals("https") && uri.getHost() != null;
            boolean local = scheme.equals("http") && uri.getHost() != null && LOOPBACK.contains(uri.getHost());
            boolean plain = uri.getRawUserInfo() == null && uri.getRawFragment() == null;
            return (secure || local) && plain
                    ? null
                    : "expected a path, an https URL, or an http URL of localhost, without user and fragment";
        } catch (URISyntaxException e) {
            // The whole message has the URL, and in it perhaps a password.
            return "no URL: " + e.getReason();
        }
    }

    @Override
    public byte[] read() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/jwk-set+json, application/json")
                .timeout(whole)
                .build();
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(
                request,
                head -> head.statusCode() == OK
                        ? new BoundedBody(Jwks.BYTES_MAX)
                        : HttpResponse.BodySubscribers.replacing(new byte[0]));
        try {
            HttpResponse<byte[]> read = answer.get(whole.toMillis(), TimeUnit.MILLISECONDS);
            if (read.statusCode() != OK) {
                throw new IOException("status " + read.statusCode());
            }
            return read.body();
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + whole.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            // Closes the connection of an answer that is not whole.
            answer.cancel(true);
        }
    }

    @Override
    public long everyMs() {
        return READ_EVERY_MS;
    }

    @Override
    public long atMostEveryMs() {
        return AT_MOST_EVERY_MS;
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of Hotlane with retries that never run a command twice. JDK 17 or later and nothing else; run it against a
 * running lane with {@code java HotlaneClient.java}. Any thread.
 *
 * <p>The rule: one intent, one key. The key is made before the first attempt and sent again, unchanged, until an answer
 * tells the outcome; a program that may crash writes it down first (in its order, say). An attempt may end in six ways:
 *
 * <pre>
 *   2xx               it is done, now or by an earlier attempt (then replayed is true)
 *   404, 409, 412,    refused by the rules: sold out, over the limit, expired (410 EXPIRED), no such reservation. Final
 *   429, 410          for this key; a confirm sent before its reservation is in the log is such a 404
 *   other 4xx         a mistake in the request: nothing ran, nothing is remembered
 *   410 ID_EXPIRED    unknown: the key is too old for anybody to know. Read before trying again with a new key
 *   503               not executed: nothing reached the log. Wait as told by Retry-After, then the same key
 *   504, no answer    unknown: it may have run, or run yet. The same key again tells, however often
 * </pre>
 *
 * <p>Who has to give up while the outcome is unknown calls {@link #abandon}: it tells the outcome, or makes sure that it
 * never runs. "Final" and "never" hold for good as the keys are UUIDv7 ({@link #newKey}); other names are forgotten with
 * the window. Bodies are plain text here; a program has its JSON library.
 */
public final class HotlaneClient {
    /** Longer than the gateway's own patience of 10 s, so that the gateway is the one to speak. */
    private static final Duration ATTEMPT = Duration.ofSeconds(15);

    private static final long BACKOFF_MS_MIN = 50;
    private static final long BACKOFF_MS_MAX = 2_000;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;
    private final Duration patience;

    /** A client of the gateway at that address, which tries for so long to learn an outcome. */
    public HotlaneClient(String address, Duration patience) {
        this.address = address;
        this.patience = patience;
    }

    /** What the lane said: a success or a refusal. */
    public record Answer(int status, String body, boolean replayed) {
        /** Whether it is done. */
        public boolean done() {
            return status < 300;
        }

        /** A text or number of the body, by its name. */
        public String field(String name) {
            return HotlaneClient.field(body, name);
        }
    }

    /** Patience ended before the outcome was known: call again with the key, or abandon it. Or the key is too old. */
    public static final class UnknownOutcome extends Exception {
        private static final long serialVersionUID = 1;

        UnknownOutcome(String key, Object last) {
            super("the outcome of " + key + " is unknown, last: " + last);
        }
    }

    /** A UUID of version 7 (RFC 9562): it carries its time, so it can never run twice, however late a retry comes. */
    public static String newKey() {
        UUID random = UUID.randomUUID();
        long time = System.currentTimeMillis() << 16 | 0x7000 | random.getMostSignificantBits() & 0xFFF;
        return new UUID(time, random.getLeastSignificantBits()).toString();
    }

    /** Holds units for a time, within the customer's limit. The key is the reservation's id. */
    public Answer reserve(String key, String stock, String limit, int limitMax, long ttlMs)
            throws UnknownOutcome, InterruptedException {
        String body = "{\"lines\":[{\"key\":\"" + stock + "\",\"quantity\":1}],\"limits\":[{\"key\":\"" + limit
                + "\",\"quantity\":1,\"max\":" + limitMax + "}],\"ttlMs\":" + ttlMs + "}";
        return send("POST", "/v1/reservations", key, body);
    }

    /** The units are sold. Paid first, then this: who is told EXPIRED must refund. */
    public Answer confirm(String reservation, String key) throws UnknownOutcome, InterruptedException {
        return send("POST", "/v1/reservations/" + segment(reservation) + "/confirm", key, null);
    }

    /** The units, and the limit, go back. */
    public Answer cancel(String reservation, String key) throws UnknownOutcome, InterruptedException {
        return send("POST", "/v1/reservations/" + segment(reservation) + "/cancel", key, null);
    }

    /** Ends an unknown outcome for good: the stored outcome, or state abandoned, then it never runs (as its key is a UUIDv7). */
    public Answer abandon(String unknownKey, String key) throws UnknownOutcome, InterruptedException {
        return send("POST", "/v1/commands/" + segment(unknownKey) + "/abandon", key, null);
    }

    /** Sends until the outcome is known. A read has no key. */
    public Answer send(String method, String path, String key, String body)
            throws UnknownOutcome, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        long backoff = BACKOFF_MS_MIN;
        while (true) {
            Object last;
            long told = 0;
            try {
                HttpResponse<String> response = http.send(request(method, path, key, body), BodyHandlers.ofString());
                int status = response.statusCode();
                if (status != 503 && status != 504) {
                    if (key != null && "ID_EXPIRED".equals(field(response.body(), "code"))) {
                        throw new UnknownOutcome(key, "410 ID_EXPIRED");
                    }
                    boolean replayed = response.headers().firstValue("Idempotency-Replayed").isPresent();
                    return new Answer(status, response.body(), replayed);
                }
                last = status;
                told = 1_000 * response.headers().firstValueAsLong("Retry-After").orElse(0);
            } catch (IOException noAnswer) {
                last = noAnswer;
            }
            // Full jitter: a crowd that was refused together comes back apart.
            long pause = Math.max(told, ThreadLocalRandom.current().nextLong(backoff));
            backoff = Math.min(2 * backoff, BACKOFF_MS_MAX);
            if (System.nanoTime() + pause * 1_000_000 - deadline > 0) {
                throw new UnknownOutcome(key, last);
            }
            Thread.sleep(pause);
        }
    }

    private HttpRequest request(String method, String path, String key, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path)).timeout(ATTEMPT);
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        return request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
    }

    private static String field(String body, String name) {
        Matcher found = Pattern.compile('"' + name + "\":\"?([^\",}]*)").matcher(body);
        return found.find() ? found.group(1) : null;
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** One phone: hold it, pay, confirm; then a second one, which the limit refuses. */
    public static void main(String... args) throws UnknownOutcome, InterruptedException {
        String port = System.getenv().getOrDefault("HOTLANE_PORT", "8080");
        HotlaneClient lane = new HotlaneClient("http://127.0.0.1:" + port, Duration.ofSeconds(30));
        String stock = "stock:java-" + newKey();
        String limit = "limit:java-" + newKey();
        lane.send("PUT", "/v1/counters/" + segment(stock), newKey(), "{\"value\":10}");

        String order = newKey(); // belongs into the order's row before the call
        Answer held = lane.reserve(order, stock, limit, 1, 600_000);
        System.out.println("held until " + held.field("expiresAt") + " remaining " + held.field("remaining"));
        Answer again = lane.reserve(order, stock, limit, 1, 600_000);
        System.out.println("the same call again: replayed " + again.replayed() + " body "
                + again.body().equals(held.body()));

        System.out.println("paid, so " + lane.confirm(order, newKey()).field("state"));
        System.out.println("one more: " + lane.reserve(newKey(), stock, limit, 1, 600_000).field("code"));

        String neverSent = newKey();
        System.out.println("given up: " + lane.abandon(neverSent, newKey()).field("state"));
        System.out.println("and then sent after all: "
                + lane.reserve(neverSent, stock, limit, 2, 600_000).field("code"));
        System.out.println("left " + lane.send("GET", "/v1/counters/" + segment(stock), null, null).field("value"));
    }
}

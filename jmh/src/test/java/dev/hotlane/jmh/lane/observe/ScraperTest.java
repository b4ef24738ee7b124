package dev.hotlane.jmh.lane.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hotlane.jmh.lane.observe.Observer.Seen;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What counts as a scrape. */
class ScraperTest {
    private static final Duration EVERY = Duration.ofMillis(20);

    private final Set<InetSocketAddress> callers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch scrapes = new CountDownLatch(3);
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    ScraperTest() throws IOException {}

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void pagesOfMetricsCountAndComeByOneConnection() throws InterruptedException {
        Seen seen = scraped("# HELP hotlane_up\nhotlane_up 1\n");
        assertThat(seen.isEnough()).as(seen.toString()).isTrue();
        assertThat(seen.found()).isGreaterThan(1);
        assertThat(callers).hasSize(1);
    }

    @Test
    void aPageWithoutMetricsDoesNotCount() throws InterruptedException {
        Seen seen = scraped("# HELP hotlane_up\n");
        assertThat(seen.isEnough()).isFalse();
        assertThat(seen.toString())
                .contains("0 pages of metrics, at least 1 expected")
                .contains("/metrics answered 200 and 18 characters");
    }

    private Seen scraped(String body) throws InterruptedException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext("/metrics", exchange -> {
            callers.add(exchange.getRemoteAddress());
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
            scrapes.countDown();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try (Scraper scraper = new Scraper(HttpClient.newHttpClient(), url, EVERY)) {
            scraper.begin(Duration.ZERO);
            scrapes.await();
            return scraper.end(EVERY);
        }
    }
}

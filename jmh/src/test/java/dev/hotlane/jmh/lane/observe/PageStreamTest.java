package dev.hotlane.jmh.lane.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What counts as a figure of an open page. */
class PageStreamTest {
    private static final String IDLE = now("\"node\"", "{}");
    private static final String SELLING = now("\"node\"", "{\"p50\":900}");
    private static final String WITHOUT_LEADER = now("null", "{\"p50\":900}");

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final CountDownLatch open = new CountDownLatch(1);

    PageStreamTest() throws IOException {
        answer("/", 200);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    @Timeout(30)
    void figuresOfALeadingNodeThatSellsCountAndTheEndOfTheStreamIsAFault() throws Exception {
        answer("/caller", 200);
        server.createContext("/live", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                write(out, "event: before\ndata: {\"points\":[]}\n\n" + IDLE + IDLE);
                open.await();
                write(out, IDLE + SELLING + SELLING + WITHOUT_LEADER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        try (PageStream page = new PageStream(HttpClient.newHttpClient(), url())) {
            page.restart();
            open.countDown();
            while (!String.valueOf(page.fault()).endsWith("/live: it ended")) {
                Thread.onSpinWait();
            }
            assertThat(page.figures()).isEqualTo(2);
        }
    }

    @Test
    void aPageThatIsRefusedIsNotOpen() {
        answer("/caller", 401);
        server.start();
        assertThatThrownBy(() -> new PageStream(HttpClient.newHttpClient(), url()))
                .hasMessageContaining("/caller answered 401");
    }

    private void answer(String path, int status) {
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String now(String leader, String point) {
        return "event: now\ndata: {\"leader\":" + leader + ",\"point\":" + point + "}\n\n";
    }
}

package dev.hotlane.proof.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A web server of another origin: it serves cross-site.html, or another page, which reports its results to it. */
final class WebPage implements AutoCloseable {
    private final HttpServer server;
    private final CompletableFuture<JsonArray> posted = new CompletableFuture<>();
    private final byte[] page;

    WebPage() throws IOException {
        this(WebPage.class.getResourceAsStream("/cross-site.html").readAllBytes());
    }

    /** Serves this page in place of cross-site.html. */
    WebPage(byte[] page) throws IOException {
        this.page = page;
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 16);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestURI().getPath().equals("/done")) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(204, -1);
                posted.complete(new JsonArray(new String(body, StandardCharsets.UTF_8)));
            } else {
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
            }
        }
    }

    /** Its origin under that name of this machine. */
    String origin(String name) {
        return "http://" + name + ":" + server.getAddress().getPort();
    }

    /** Results of its attempts: objects with way, path and outcome. */
    CompletableFuture<JsonArray> posted() {
        return posted;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

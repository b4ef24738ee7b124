package dev.hotlane.jmh.lane.observe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Gets the page of metrics at a fixed interval as Prometheus does: its headers, one connection, the whole body. One thread. */
final class Scraper implements Observer {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    /** What Prometheus 3 sends by default. It takes gzip too, which the processor's port does not send. */
    private static final String ACCEPT = "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
            + "application/openmetrics-text;version=0.0.1;q=0.5,"
            + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2";

    private final HttpClient http;
    private final HttpRequest request;
    private final Duration every;
    private ScheduledExecutorService scraper;
    private volatile int pages;
    private volatile String fault;

    /**
     * It does not begin yet.
     *
     * @param figures address of the processor's own port
     */
    Scraper(HttpClient http, String figures, Duration every) {
        this.http = http;
        this.every = every;
        request = HttpRequest.newBuilder(URI.create(figures + "/metrics"))
                .timeout(ANSWER_MAX)
                .header("Accept", ACCEPT)
                .header("Accept-Encoding", "gzip")
                .header("User-Agent", "Prometheus/3")
                .header("X-Prometheus-Scrape-Timeout-Seconds", Long.toString(ANSWER_MAX.toSeconds()))
                .build();
    }

    @Override
    public String name() {
        return "/metrics scraped each " + every.toSeconds() + " s";
    }

    /** The first scrape is half an interval behind the lead: a window of N intervals has N scrapes. */
    @Override
    public void begin(Duration lead) {
        pages = 0;
        fault = null;
        scraper = Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "scraper"));
        scraper.scheduleAtFixedRate(
                this::scrape, lead.plus(every.dividedBy(2)).toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void scrape() {
        try {
            HttpResponse<String> page = http.send(request, BodyHandlers.ofString());
            if (page.statusCode() == 200 && page.body().lines().anyMatch(line -> line.startsWith("hotlane_"))) {
                pages++;
            } else {
                fault = request.uri() + " answered " + page.statusCode() + " and "
                        + page.body().length() + " characters, none of them a metric of Hotlane";
            }
        } catch (IOException e) {
            fault = request.uri() + " did not answer: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Seen end(Duration window) {
        close();
        return new Seen("pages of metrics", pages, (int) window.dividedBy(every), fault);
    }

    @Override
    public void close() {
        if (scraper == null) {
            return;
        }
        scraper.shutdown();
        try {
            scraper.awaitTermination(ANSWER_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.hotlane.jmh.lane.observe;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.HttpChild;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;

/**
 * A console in a process of its own, with one page open. It runs only while its page is open: it asks the node once a second
 * whether a page is open or not. Meanwhile it is suspended, so that no load pays for the start of its JVM. One thread.
 */
final class ConsolePage implements Observer {
    private final HttpClient http;
    private final HttpChild console;
    private PageStream page;

    /** Starts the console of that node; returns when it rests. */
    ConsolePage(HttpClient http, BenchLane lane) {
        this.http = http;
        console = new HttpChild("console", lane.stack().directory(), port -> program(lane, port));
        console.awaitReady("/");
        console.process().suspend();
    }

    private static Jvm program(BenchLane lane, int port) {
        DevStack stack = lane.stack();
        return Jvm.hotlane("console", "--lane=" + BenchLane.LANE)
                .words(List.of(
                        "--console-port=" + port,
                        "--console-sources=" + lane.processor().figures(),
                        "--console-stock-prefix=key:",
                        "--kafka-bootstrap-servers=" + stack.bootstrapServers(),
                        "--mysql-url=" + stack.jdbcUrl(),
                        "--mysql-user=" + stack.user()))
                .variable("HOTLANE_MYSQL_PASSWORD", stack.password())
                // That of compose.yaml.
                .flags("-Xmx256m");
    }

    @Override
    public String name() {
        return "one console open";
    }

    /** Of the console's process, for counts of CPU time. */
    long pid() {
        return console.pid();
    }

    @Override
    public void begin(Duration lead) {
        console.process().resume();
        try {
            page = new PageStream(http, console.pages().url() + "/");
        } catch (IOException e) {
            throw new IllegalStateException(
                    "no page of the console opened: " + e + ". "
                            + console.process().tail(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        page.restart();
    }

    /** A figure comes each second; the first one of a load may still lack the time of a write. */
    @Override
    public Seen end(Duration window) {
        Seen seen = new Seen("figures of the page", page.figures(), (int) window.toSeconds() - 1, page.fault());
        try {
            page.close();
        } catch (IOException e) {
            throw new IllegalStateException("the page could not be closed: " + e, e);
        }
        console.process().suspend();
        return seen;
    }

    @Override
    public void close() {
        // What is suspended does not end by SIGTERM.
        console.process().resume();
        console.close();
    }
}

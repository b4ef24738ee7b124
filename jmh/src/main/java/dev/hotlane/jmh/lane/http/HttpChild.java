package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** A server in a JVM of its own, on a free port of the loopback address. Any thread. */
public final class HttpChild implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration STOP_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);

    private final LocalPages pages = new LocalPages(Ports.free(), ANSWER_MAX);
    private final ChildProcess process;

    /** Starts the program; PORT stands for the port in its arguments. */
    HttpChild(String name, Path directory, List<String> flags, String mainClass, List<String> words) {
        this(
                name,
                directory,
                port -> Jvm.of(mainClass)
                        .words(words.stream()
                                .map(word -> word.replace("PORT", Integer.toString(port)))
                                .toList())
                        .flags(Jvm.WARM_UP_SOON)
                        .flags(flags));
    }

    /** Starts the program that is to listen on the port. */
    public HttpChild(String name, Path directory, IntFunction<Jvm> program) {
        process = program.apply(port()).start(name, directory);
    }

    /** Waits until that page is there. */
    public void awaitReady(String path) {
        process.awaitReady(
                () -> pages.get(path).filter(page -> page.statusCode() == 200).isPresent(), START_MAX);
    }

    /** Where it listens, on 127.0.0.1. */
    public int port() {
        return pages.port();
    }

    /** The id of its process. */
    public long pid() {
        return process.pid();
    }

    /** Its process. */
    public ChildProcess process() {
        return process;
    }

    /** Its pages. */
    public LocalPages pages() {
        return pages;
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.stop(STOP_MAX);
        }
    }
}

package dev.hotlane.console;

import dev.hotlane.access.Prefixes;
import dev.hotlane.console.caller.ConsoleCallers;
import dev.hotlane.console.log.LogDesk;
import dev.hotlane.console.page.LivePages;
import dev.hotlane.console.page.PageDoor;
import dev.hotlane.console.page.PageServer;
import dev.hotlane.console.sale.SaleRounds;
import dev.hotlane.console.sample.LaneSample;
import dev.hotlane.console.source.SourceReader;
import dev.hotlane.console.source.Sources;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A console: reads every source once a second and sends one JSON to each open page. Open and close on any thread. */
public final class RunningConsole implements AutoCloseable {
    private static final long ROUND_MS = 1_000;

    /** A changed file is read within half a second, and a session that is over ends within another half. */
    private static final long SWEEP_MS = 500;

    private static final long STEP_SECONDS_MAX = 20;

    /** Without a cache of files: a console writes none. */
    private final Vertx vertx = Vertx.vertx(new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(2)
            .setFileSystemOptions(
                    new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));

    private final ConsoleSettings settings;
    private final CallerFiles files;
    private final LaneSample sample = new LaneSample();
    private final LivePages pages = new LivePages();
    private final Sources sources;
    private final SaleRounds sale;
    private final LogDesk desk;
    private final PageServer server;

    /** On the event loop. */
    private JsonObject newest;

    /** On the event loop. */
    private long timer = -1;

    /** On the event loop. */
    private long sweeper = -1;

    private int port;

    private RunningConsole(ConsoleSettings settings, CallerFiles files) {
        this.settings = settings;
        this.files = files;
        sources = new Sources(
                vertx, settings.sources(), new SourceReader(vertx, settings.key()), ConsoleSettings.SOURCES_MAX);
        sale = new SaleRounds(vertx, settings.mysql(), settings.stockPrefix(), settings.limitPrefix());
        desk = new LogDesk(vertx, settings.lane());
        ConsoleCallers callers = new ConsoleCallers(files.principals(), System::currentTimeMillis);
        PageDoor door = new PageDoor(settings.host(), settings.hosts(), callers, files.tls());
        server = new PageServer(vertx, door, pages, this::before, desk);
    }

    /** The same for anyone, by plain HTTP. */
    public static RunningConsole open(ConsoleSettings settings) {
        return open(settings, ConsoleAccess.OPEN);
    }

    /**
     * Listens, and reads the sources from now on. Throws {@link ConsoleException} if the port is taken, {@link
     * dev.hotlane.access.file.PrincipalsException} and {@link dev.hotlane.protocol.tls.TlsFileException} if a file is not
     * valid.
     */
    public static RunningConsole open(ConsoleSettings settings, ConsoleAccess access) {
        RunningConsole console = new RunningConsole(settings, CallerFiles.start(access));
        try {
            console.port = await(console.start());
            return console;
        } catch (ConsoleException e) {
            console.close();
            throw e;
        }
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** The address of its pages, such as {@code http://127.0.0.1:8090/}. */
    public String url() {
        String host = settings.host();
        return (files.tls() == null ? "http://" : "https://") + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                + port + "/";
    }

    private Future<Integer> start() {
        Promise<Integer> listens = Promise.promise();
        vertx.runOnContext(here -> server.listen(settings.host(), settings.port())
                .onSuccess(listening -> {
                    sources.round();
                    sale.round(System.currentTimeMillis());
                    timer = vertx.setPeriodic(ROUND_MS, due -> round());
                    sweeper = vertx.setPeriodic(SWEEP_MS, due -> server.sweep());
                })
                .onComplete(listens));
        return listens.future();
    }

    /** Shows what the requests of a second ago returned, then sends the next ones. */
    private void round() {
        long now = System.currentTimeMillis();
        newest = sale.addTo(sample.take(sources.all(), now));
        pages.send(keys -> ShownFigures.of(newest, keys).encode());
        sources.round();
        sale.round(now);
    }

    private String before(Prefixes keys) {
        JsonArray points = sample.points();
        return new JsonObject()
                .put("points", points)
                .put("now", ShownFigures.of(newest, keys))
                .encode();
    }

    private static <T> T await(Future<T> step) {
        try {
            return step.toCompletionStage().toCompletableFuture().get(STEP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new ConsoleException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new ConsoleException("nothing happened in " + STEP_SECONDS_MAX + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConsoleException("interrupted", e);
        }
    }

    /** Closes the port, the pages and the connections. */
    @Override
    public void close() {
        Promise<Void> still = Promise.promise();
        vertx.runOnContext(here -> {
            vertx.cancelTimer(timer);
            vertx.cancelTimer(sweeper);
            still.complete();
        });
        await(still.future());
        sale.close();
        desk.close();
        await(vertx.close());
        files.close();
    }
}

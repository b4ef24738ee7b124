package dev.hotlane.client;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A client of a lane over HTTP, through one or several gateways. Its methods make calls; {@link LaneCall#send} sends
 * them.
 *
 * <p>Each command has one id, made before it is sent. After 503, 504, 408, a lost connection or a foreign answer the
 * client sends the command again under that id. It uses the next gateway, after a random wait and the time of
 * Retry-After. All other rejections are final, such as 401 and 403 if the key is not right. Bad arguments throw
 * IllegalArgumentException before anything is sent.
 *
 * <p>Any thread. Attempts run on daemon threads {@code client-N}, one per processor; they end when idle for 5 s.
 */
public final class LaneClient implements AutoCloseable {
    private final ClientSettings settings;
    private final Gateways gateways;
    private final Executor executor;
    private final HttpClient http;
    private final Set<RetryLoop<?>> running = ConcurrentHashMap.newKeySet();
    private final Set<Batcher> batchers = ConcurrentHashMap.newKeySet();
    private final Set<LaneWatch> watches = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private LaneClient(ClientSettings settings) {
        this.settings = settings;
        gateways = new Gateways(settings.gateways());
        executor = threads();
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.times().connect())
                .executor(executor);
        if (settings.access().tls() != null) {
            builder.sslContext(settings.access().tls());
        }
        http = builder.build();
    }

    /**
     * As many threads as processors: the JDK's client hands each request over several times, and more threads are
     * slower.
     */
    private static Executor threads() {
        AtomicInteger number = new AtomicInteger();
        int max = Runtime.getRuntime().availableProcessors();
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(max, max, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "client-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** A client of these gateways; it connects on the first call. */
    public static LaneClient connect(ClientSettings settings) {
        return new LaneClient(settings);
    }

    /** A new id: a UUID of version 7 (RFC 9562). It contains its time, so it never runs twice. */
    public static String newId() {
        UUID random = UUID.randomUUID();
        long high = System.currentTimeMillis() << 16 | 0x7000 | random.getMostSignificantBits() & 0xFFF;
        return new UUID(high, random.getLeastSignificantBits()).toString();
    }

    /** Calls on reservations. */
    public ReservationCalls reservations() {
        return new ReservationCalls(this);
    }

    /** Calls on counters. */
    public CounterCalls counters() {
        return new CounterCalls(this);
    }

    /** Reads that a gateway answers from its memory. */
    public MemoryReads reads() {
        return new MemoryReads(this);
    }

    /** A stream of every change of the lane; it needs a feed. */
    public ChangeSelection changes() {
        return ChangeSelection.all(this);
    }

    /** Calls on token buckets. */
    public BucketCalls buckets() {
        return new BucketCalls(this);
    }

    /** Calls on commands that were sent before. */
    public CommandCalls commands() {
        return new CommandCalls(this);
    }

    /** Runs 1 to 64 ops in order, all or none. */
    public LaneCall<TransactionResult> transact(LaneOp... ops) {
        return transact(List.of(ops));
    }

    /** Runs 1 to 64 ops in order, all or none. */
    public LaneCall<TransactionResult> transact(List<LaneOp> ops) {
        if (ops.isEmpty() || ops.size() > Inputs.OPS_MAX) {
            throw new IllegalArgumentException("a transaction of " + ops.size() + " ops: give 1 to 64");
        }
        List<LaneOp> copy = List.copyOf(ops);
        Map<String, ?> body = Map.of("ops", copy.stream().map(LaneOp::fields).toList());
        return command(CallShape.of(
                        "POST",
                        "/v1/transactions",
                        body,
                        SuccessReader.of((read, id) -> TransactionResult.read(read, id, copy)))
                .batched(Map.of("kind", "transaction")));
    }

    /** Reads the status of the lane. */
    public LaneCall<LaneStatus> status() {
        return read(CallShape.get("/v1/status", SuccessReader.of((body, none) -> LaneStatus.read(body))));
    }

    /**
     * Sends any number of commands, up to 1,000 per request, and passes on the outcomes in the same order. The lines
     * are no transaction: each is done or rejected by itself. Transactions, reserve, confirm, cancel, extend and
     * abandon fit into a batch. Blocks; reads the next commands only after the earlier outcomes were passed on. The
     * deadline of the settings applies to each request. After an interrupt of the thread nothing more is sent.
     */
    public void batch(Iterator<? extends LaneCall<?>> calls, Consumer<BatchResult> results) {
        requireOpen();
        new BatchStream(this).run(calls, results);
    }

    /** Sends these commands likewise, after a check that each fits into a batch. */
    public List<BatchResult> batch(List<? extends LaneCall<?>> calls) {
        calls.forEach(call -> new BatchLine<>(this, call));
        List<BatchResult> results = new ArrayList<>();
        batch(calls.iterator(), results::add);
        return results;
    }

    /** A batcher with the default settings: sends the calls of many threads in a few batches. Close it after use. */
    public Batcher batcher() {
        return batcher(BatcherSettings.USUAL);
    }

    /** A batcher with these settings. Close it after use. */
    public Batcher batcher(BatcherSettings settings) {
        requireOpen();
        Batcher batcher = new Batcher(this, settings);
        batchers.add(batcher);
        if (closed) {
            batcher.end("the client was closed");
        }
        return batcher;
    }

    void forget(Batcher batcher) {
        batchers.remove(batcher);
    }

    /** Starts to follow the stream of this path, behind an id; null: from its start. */
    LaneWatch follow(String path, StreamSink sink, String lastId) {
        requireOpen();
        LaneWatch watch = new LaneWatch(this, path, sink, lastId);
        watches.add(watch);
        watch.start();
        if (closed) {
            watch.close();
        }
        return watch;
    }

    void forget(LaneWatch watch) {
        watches.remove(watch);
    }

    <T> LaneCall<T> command(CallShape<T> shape) {
        return new LaneCall<>(this, shape, newId(), settings.times().deadline(), status -> {}, null);
    }

    <T> LaneCall<T> read(CallShape<T> shape) {
        return new LaneCall<>(this, shape, null, settings.times().deadline(), status -> {}, null);
    }

    /** Starts the attempts of one request. */
    <R> RetryLoop<R> retries(Attempts<R> attempts, Duration deadline) {
        requireOpen();
        RetryLoop<R> loop = new RetryLoop<>(this, attempts, deadline);
        run(loop, loop::start);
        return loop;
    }

    /** Starts a loop; a closed client ends it at once. */
    void run(RetryLoop<?> loop, Runnable start) {
        running.add(loop);
        loop.result().whenComplete((result, failure) -> running.remove(loop));
        start.run();
        if (closed) {
            loop.end("the client was closed");
        }
    }

    ClientSettings settings() {
        return settings;
    }

    Gateways gateways() {
        return gateways;
    }

    /**
     * Sends this with the key of this moment. A supplier of keys that fails makes the attempt fail with {@link
     * NoKeyException}: nothing was sent.
     */
    <T> CompletableFuture<HttpResponse<T>> send(HttpRequest.Builder unsigned, BodyHandler<T> body) {
        HttpRequest request;
        try {
            request = request(unsigned);
        } catch (NoKeyException e) {
            return CompletableFuture.failedFuture(e);
        }
        return http.sendAsync(request, body);
    }

    /** The request with the key of this moment, if the settings have one; throws NoKeyException if it can't be had. */
    HttpRequest request(HttpRequest.Builder unsigned) {
        ClientKey key = settings.access().key();
        return key == null
                ? unsigned.build()
                : unsigned.setHeader("Authorization", key.header()).build();
    }

    HttpClient http() {
        return http;
    }

    Executor executor() {
        return executor;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the client is closed: connect a new one");
        }
    }

    /** Ends its watches, and the calls under way, those of its batchers too, as Unknown or Unanswered. Later calls fail. */
    @Override
    public void close() {
        closed = true;
        watches.forEach(LaneWatch::close);
        batchers.forEach(batcher -> batcher.end("the client was closed"));
        running.forEach(loop -> loop.end("the client was closed"));
    }
}

package dev.hotlane.gateway.status;

import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.lane.ExchangeMeters;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.process.Build;
import dev.hotlane.protocol.process.HeapHeadroom;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The gateway's Prometheus meters; cheap enough to count every request. Any thread. */
public final class Metrics implements ExchangeMeters, LocalView.Meters, AutoCloseable {
    private static final Duration[] ROUNDTRIP_BUCKETS = Stream.of(500, 1_000, 2_000, 5_000, 10_000, 25_000, 50_000)
            .map(micros -> Duration.ofNanos(micros * 1_000L))
            .toArray(Duration[]::new);

    private final PrometheusMeterRegistry registry = registry();
    private final AnswerMeters answers;
    private final StatsPage stats;
    private final List<HotKeys> sketches = new CopyOnWriteArrayList<>();
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final HeapHeadroom heap;
    private final Timer roundTrip;
    private final LongAdder joined =
            adder("hotlane_gateway_reads_joined", "Reads of a counter that shared the record of an earlier one");
    private final LongAdder viewReads = localReads("view");
    private final LongAdder laneReads = localReads("lane");
    private final LongAdder timeouts = adder("hotlane_gateway_timeouts", "Requests without a reply in time");
    private final LongAdder overloads = adder("hotlane_gateway_overloads", "Requests refused as too many in flight");
    private final LongAdder unavailable = adder("hotlane_gateway_unavailable", "Requests refused as the lane was away");
    private final LongAdder producerErrors = adder("hotlane_producer_errors", "Records refused by or lost in Kafka");
    private final LongAdder connectionsRefused =
            adder("hotlane_gateway_connections_refused", "Connections beyond the bound: answered about health only");
    private final LongAdder connectionsCutOff = adder(
            "hotlane_gateway_connections_cut_off", "Connections closed as their clients did not take their answers");
    private final LongAdder connectionsGaveWay =
            adder("hotlane_gateway_connections_gave_way", "Idle connections closed as all places were taken");
    private final LongAdder peerConnectionsRefused = adder(
            "hotlane_gateway_peer_connections_refused",
            "Connections reset as their address has as many as it may have");
    private final LongAdder headersLate =
            adder("hotlane_gateway_headers_late", "Requests refused as their headers came too slowly");
    private final LongAdder bodiesLate =
            adder("hotlane_gateway_bodies_late", "Bodies, or lines of batches, refused as they came too slowly");
    private final LongAdder pipelined =
            adder("hotlane_gateway_pipelined", "Requests sent before earlier ones of their connection were answered");
    private final Map<Stray, LongAdder> strays = new HashMap<>();
    private final List<Runnable> beforeScrape = new CopyOnWriteArrayList<>();

    /** Counters reference what they read weakly. */
    private final List<Object> kept = new CopyOnWriteArrayList<>();

    /**
     * Meters for the given routes, and those of the JVM.
     *
     * @param routes names of routes, each with its class of requests
     * @param heap heap meter of this JVM; closed with the meters
     * @param role of this process
     */
    public Metrics(Map<String, RequestKind> routes, HeapHeadroom heap, String role) {
        this.heap = heap;
        answers = new AnswerMeters(routes, registry);
        stats = new StatsPage(registry, answers, role);
        for (Stray stray : Stray.values()) {
            String reason = stray.name().toLowerCase(java.util.Locale.ROOT);
            strays.put(
                    stray, adder("hotlane_replies_unmatched", "Replies that no request waits for", "reason", reason));
        }
        roundTrip = Timer.builder("hotlane_log_roundtrip")
                .description("From handing a record to the producer to having its reply")
                .serviceLevelObjectives(ROUNDTRIP_BUCKETS)
                .register(registry);
        // A name with dots: Micrometer drops a final _info otherwise.
        Gauge.builder("hotlane.build.info", () -> 1)
                .description("1; the labels name the build, and the highest format of records that it supports")
                .tags("role", role, "version", Build.THIS.version(), "commit", Build.THIS.commit())
                .tags("format", Integer.toString(Rules.KNOWN_FORMAT_MAX))
                .register(registry);
        gauge(
                "hotlane_heap_headroom_bytes",
                "Of the largest heap, free after the last garbage collection",
                heap,
                HeapHeadroom::bytes);
        gauge("hotlane_heap_headroom_ratio", "The same as a share of the largest heap", heap, HeapHeadroom::ratio);
        gc.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
    }

    /** Without two of the JVM's names, which are against Prometheus' conventions; the CPU time of threads is of our own. */
    private static PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry made = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        made.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
        made.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        return made;
    }

    private LongAdder localReads(String source) {
        return adder("hotlane_gateway_local_reads", "Reads that the view may answer", "source", source);
    }

    private LongAdder adder(String name, String description, String... tags) {
        LongAdder adder = new LongAdder();
        FunctionCounter.builder(name, adder, LongAdder::sum)
                .description(description)
                .tags(tags)
                .register(registry);
        return adder;
    }

    /** A value that each scrape reads; {@code of} is referenced strongly. */
    public <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value, String... tags) {
        Gauge.builder(name, of, value)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /** A count kept elsewhere; {@code tags} are names and values of labels. */
    public <T> void count(String name, String description, T of, ToDoubleFunction<T> value, String... tags) {
        kept.add(of);
        FunctionCounter.builder(name, of, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** Runs this before each scrape, on its thread: it may register meters. */
    public void beforeScrape(Runnable work) {
        beforeScrape.add(work);
    }

    /** Counts an answer to a request of this route; {@code code} is null for one that is no problem. */
    public void answered(String route, Code code) {
        answers.answered(route, code);
    }

    /** Counts the time from the arrival of a request of this route to its answer. */
    public void took(String route, long nanos) {
        answers.took(route, nanos);
    }

    @Override
    public void roundTrip(long nanos) {
        roundTrip.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void stray(Stray stray) {
        strays.get(stray).increment();
    }

    @Override
    public void joined() {
        joined.increment();
    }

    @Override
    public void readFromView() {
        viewReads.increment();
    }

    @Override
    public void readFromLane() {
        laneReads.increment();
    }

    @Override
    public void timedOut(int count) {
        timeouts.add(count);
    }

    @Override
    public void overloaded(int count) {
        overloads.add(count);
    }

    @Override
    public void unavailable(int count) {
        unavailable.add(count);
    }

    @Override
    public void producerFailed() {
        producerErrors.increment();
    }

    /** Counts a connection beyond connectionsMax, which is served for health only. */
    public void connectionRefused() {
        connectionsRefused.increment();
    }

    /** Counts an idle connection closed to make a place for a new one. */
    public void connectionGaveWay() {
        connectionsGaveWay.increment();
    }

    /** Counts a connection reset because its address has as many as it may have. */
    public void peerConnectionRefused() {
        peerConnectionsRefused.increment();
    }

    /** Counts headers that came too slowly. */
    public void headersLate() {
        headersLate.increment();
    }

    /** Counts a body, or a line of a batch, that came too slowly. */
    public void bodyLate() {
        bodiesLate.increment();
    }

    /** Counts a request sent before earlier ones of its connection were answered; it waits for its turn. */
    public void pipelined() {
        pipelined.increment();
    }

    /** Counts a connection closed with answers that its client did not read. */
    public void connectionCutOff() {
        connectionsCutOff.increment();
    }

    /** A new sketch of the keys that writes name; one for each thread that adds to it. */
    public HotKeys hotKeys() {
        HotKeys sketch = new HotKeys();
        sketches.add(sketch);
        return sketch;
    }

    /** The document of {@code GET /v1/stats}. */
    public String stats(String incarnation) {
        beforeScrape.forEach(Runnable::run);
        return stats.text(incarnation, sketches);
    }

    /** All meters in the text format of Prometheus. */
    public String scrape() {
        beforeScrape.forEach(Runnable::run);
        return registry.scrape();
    }

    @Override
    public void close() {
        heap.close();
        gc.close();
        registry.close();
    }
}

package dev.hotlane.jmh.feed.rivals;

import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.jmh.lane.http.CpuShares;
import dev.hotlane.jmh.load.CounterText;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * One entrant: its clients all get every write. First writers as fast as they are answered, then a fixed rate while delays
 * are measured, then the same rate while clients are cut. In the end each client's events are counted, and each counter must
 * have its last number. One thread; blocks.
 */
final class ChangeRound implements AutoCloseable {
    private static final Duration WAIT_MAX = Duration.ofSeconds(60);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(2);
    private static final int BETWEEN_MS_MAX = 120;
    private static final int DOWN_MS_MAX = 200;
    private static final int SPARE_CONNECTIONS = 64;

    private final ChangeEntrant entrant;
    private final RivalPlan plan;
    private final CallerLoop loop = new CallerLoop();
    private final NumberedWrites writes;
    private final List<CutClient> clients = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private String cores = "";

    ChangeRound(ChangeEntrant entrant, RivalPlan plan) {
        this.entrant = entrant;
        this.plan = plan;
        writes = new NumberedWrites(loop.vertx(), entrant, plan.writers(), faults::add);
        HttpClient http = loop.vertx()
                .createHttpClient(
                        new HttpClientOptions().setDefaultHost("127.0.0.1").setDefaultPort(entrant.port()),
                        new PoolOptions().setHttp1MaxSize(plan.streams() + SPARE_CONNECTIONS));
        for (int i = 0; i < plan.streams(); i++) {
            clients.add(new CutClient(loop.vertx(), http, new DeliveryCount(writes)));
        }
    }

    /** Measures it. */
    ChangeFigures run() {
        open();
        write(0, plan.time().warmUp());
        long events = sum(DeliveryCount::events);
        long answered = loop.call(writes::answered);
        long begin = System.nanoTime();
        CpuShares shares = new CpuShares(entrant.pids());
        loop.run(() -> writes.begin(0));
        loop.rest(plan.time().window());
        double seconds = (System.nanoTime() - begin) / 1e9;
        double delivered = (sum(DeliveryCount::events) - events) / seconds;
        double written = (loop.call(writes::answered) - answered) / seconds;
        cores = CpuShares.text(shares.cores());
        settle();
        Histogram delays = delays();
        cuts();
        finalValues();
        long wrong = sum(DeliveryCount::wrong);
        if (wrong > 0) {
            faults.add(wrong + " events are of no write");
        }
        long due = (long) loop.call(writes::counted) * plan.streams();
        return new ChangeFigures(
                delivered, written, delays, due, sum(DeliveryCount::missing), sum(DeliveryCount::doubled), faults);
    }

    /** Cores that each of its processes used while writers were as fast as they could. */
    String cores() {
        return cores;
    }

    /** How often streams ended that were not cut. */
    long reopened() {
        return loop.call(() -> clients.stream().mapToLong(CutClient::reopened).sum());
    }

    private void open() {
        loop.run(() -> clients.forEach(CutClient::connect));
        require(loop.until(this::allOpen, WAIT_MAX), "not all streams were opened");
        // Until each client has an id, and each write from now on is due to it.
        loop.run(() -> writes.begin(plan.rate()));
        require(
                loop.until(
                        () -> clients.stream().allMatch(client -> client.count().events() > 0), WAIT_MAX),
                "not all streams had an event");
        settle();
        loop.run(writes::count);
    }

    private boolean allOpen() {
        return clients.stream().allMatch(CutClient::isOpen);
    }

    private void write(int rate, Duration time) {
        loop.run(() -> writes.begin(rate));
        loop.rest(time);
        settle();
    }

    /** Ends the writes and waits for what is due to clients; what does not come in a minute is missing. */
    private void settle() {
        loop.run(writes::end);
        require(loop.until(writes::isIdle, WAIT_MAX), "not all writes were answered");
        loop.until(() -> clients.stream().allMatch(client -> client.count().isComplete()), WAIT_MAX);
    }

    private Histogram delays() {
        Histogram delays = new Histogram(MICROS_MAX, 3);
        loop.run(() -> {
            int from = writes.first() + writes.counted();
            clients.forEach(client -> client.count().time(delays, from));
        });
        write(plan.rate(), plan.time().window());
        loop.run(() -> clients.forEach(client -> client.count().time(null, 0)));
        return delays;
    }

    private void cuts() {
        SplittableRandom random = new SplittableRandom(plan.seed());
        loop.run(() -> writes.begin(plan.rate()));
        for (int i = 0; i < plan.reconnects(); i++) {
            loop.rest(Duration.ofMillis(random.nextLong(BETWEEN_MS_MAX)));
            CutClient client = clients.get(random.nextInt((clients.size() + 1) / 2));
            require(loop.until(client::isOpen, WAIT_MAX), "a stream was not opened again");
            long down = 1 + random.nextLong(DOWN_MS_MAX);
            loop.run(() -> client.cut(down));
        }
        require(loop.until(this::allOpen, WAIT_MAX), "not all streams were opened again");
        loop.run(writes::end);
        require(loop.until(writes::isIdle, WAIT_MAX), "not all writes were answered");
        // A last write of each, while all streams are open: so each client can have the end.
        loop.run(writes::once);
        settle();
    }

    private void finalValues() {
        LocalPages pages = new LocalPages(entrant.port(), ANSWER_MAX);
        for (int i = 0; i < writes.writers(); i++) {
            int writer = i;
            byte[] answer = pages.get("/v1/counters/" + LogFiller.key(i))
                    .map(page -> page.body().getBytes(StandardCharsets.UTF_8))
                    .orElse(new byte[0]);
            long value = CounterText.value(answer, 0, answer.length);
            long last = loop.call(() -> writes.last(writer));
            if (value != last) {
                faults.add(LogFiller.key(i) + " is " + value + " in the end, and " + last + " was written");
            }
        }
    }

    private long sum(ToLongFunction<DeliveryCount> of) {
        return loop.call(() -> counts().mapToLong(of).sum());
    }

    private Stream<DeliveryCount> counts() {
        return clients.stream().map(CutClient::count);
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(entrant.name() + ": " + otherwise + " in " + WAIT_MAX.toSeconds() + " s; "
                    + loop.call(() -> List.copyOf(faults)));
        }
    }

    @Override
    public void close() {
        loop.run(() -> clients.forEach(CutClient::leave));
        loop.close();
    }
}

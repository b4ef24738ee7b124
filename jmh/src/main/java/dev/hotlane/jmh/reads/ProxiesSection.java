package dev.hotlane.jmh.reads;

import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.jmh.load.Counts;
import dev.hotlane.jmh.load.HttpLoad;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import dev.hotlane.jmh.reads.Haproxy.Distribution;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * HAProxy in front of gateways that each keep a share of all cards: how many reads find their card in memory, and how
 * many more than the others the busiest gateway gets, by the way that HAProxy distributes them.
 */
final class ProxiesSection implements ReadsSection {
    private static final int GATEWAYS = 8;
    private static final int FIRST_PARTITION = 2;
    private static final double EXPONENT = 1.1;
    private static final int PLAIN = 4_000;
    private static final int PACKED = 1_500;
    private static final int CONNECTIONS = 64;
    private static final long BYTES_LEAST = 1 << 16;
    private static final int LOADS = 5;
    private static final Duration PAGE_MAX = Duration.ofSeconds(5);
    private static final String FETCHES = "hotlane_cards_fetches_total";
    private static final String ANSWERED = "hotlane_gateway_answers_total{code=\"OK\",route=\"product_get\"}";

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        if (Programs.find("haproxy").isEmpty()) {
            table.row(
                    "HAProxy in front of gateways", "85 / 96 / 95 %", "not measured: there is no haproxy on the PATH");
            return;
        }
        long bytes = publish(run) / GATEWAYS;
        for (Distribution distribution : Distribution.values()) {
            measure(run, table, distribution, Math.max(BYTES_LEAST, bytes));
        }
    }

    /** Publishes the cards; returns the bytes that they take in a gateway that keeps all of them. */
    private static long publish(ReadsRun run) {
        ReadsStage stage = run.stage();
        int cards = run.settings().cards();
        LocalPages node = stage.lane().pages();
        double before = node.metric("hotlane_cards_bytes").orElse(0);
        double former = node.metric("hotlane_cards").orElse(0);
        String brokers = stage.stack().bootstrapServers();
        CardFiller.fill(brokers, stage.lane().name(), cards, PLAIN, PACKED);
        ReadsLane.await("all cards are read", () -> node.metric("hotlane_cards").orElse(0) >= former + cards);
        double bytes = node.metric("hotlane_cards_bytes").orElse(0) - before;
        run.say("%,d cards take %,.0f bytes in memory", cards, bytes);
        return (long) bytes;
    }

    private static void measure(ReadsRun run, FigureTable table, Distribution distribution, long bytes)
            throws Exception {
        ReadsStage stage = run.stage();
        List<Integer> ports =
                IntStream.range(0, GATEWAYS).mapToObj(i -> Ports.free()).toList();
        String list = ports.stream().map(Object::toString).collect(Collectors.joining(","));
        // Caches of their own for each: what the former way left would count as hits.
        HttpChild group = stage.gateways(
                run.settings(),
                bytes,
                FIRST_PARTITION,
                list,
                distribution.name().toLowerCase(Locale.ROOT));
        try {
            List<LocalPages> pages =
                    ports.stream().map(port -> new LocalPages(port, PAGE_MAX)).toList();
            group.process().awaitReady(() -> pages.stream().allMatch(ProxiesSection::serves), ReadsLane.FLUSH_MAX);
            try (Haproxy proxy = new Haproxy(stage.stack().directory(), distribution, ports)) {
                ZipfReads reads = new ZipfReads(run.settings().cards(), EXPONENT);
                load(run, proxy, reads, run.settings().warmUp());
                Counted before = Counted.of(pages);
                LoadResult result =
                        load(run, proxy, reads, run.settings().duration().multipliedBy(LOADS));
                row(run, table, distribution, Counted.of(pages).minus(before), result);
            }
        } finally {
            group.close();
        }
    }

    private static boolean serves(LocalPages gateway) {
        return gateway.ready() && gateway.metric("hotlane_cards_loaded").orElse(0) == 1;
    }

    private static LoadResult load(ReadsRun run, Haproxy proxy, ZipfReads reads, Duration time) {
        LoadResult result = HttpLoad.run(LoadSettings.closed(proxy.port(), CONNECTIONS, time, reads)
                .withRequests(run.nextRequest(), Long.MAX_VALUE));
        run.sent(result.sent());
        Counts all = result.all();
        // A card that Kafka does not return within 200 ms is answered 503: counted in the row, and no wrong answer.
        if (all.total() != all.ok() + all.notExecuted()) {
            run.fault("through HAProxy: " + all + " " + result.statuses() + " " + result.fault());
        }
        run.say("through HAProxy: %s", result.summary());
        return result;
    }

    private static void row(
            ReadsRun run, FigureTable table, Distribution distribution, Counted counted, LoadResult result) {
        double hits = 100 * (1 - counted.fetches() / counted.answers());
        double busiest = counted.busiest() * GATEWAYS / counted.answers();
        String wanted = switch (distribution) {
            case RANDOM -> "85 %";
            case CONSISTENT -> "96 %";
            case BOUND -> "95 %, busiest 1.35";
        };
        table.row(
                FigureTable.text(
                        "%,d cards, HAProxy, %d gateways: %s",
                        run.settings().cards(), GATEWAYS, distribution.name().toLowerCase(Locale.ROOT)),
                wanted,
                FigureTable.text("hits %.1f %%, busiest : mean %.2f", hits, busiest),
                FigureTable.text("%,.0f reads, %s", counted.answers(), result.summary()),
                "");
        if (counted.answers() < result.measured().ok()) {
            run.fault("the gateways count fewer answers than HAProxy gave");
        }
    }

    /** Counts of all gateways, and of the one with most answers. */
    private record Counted(double fetches, double[] each) {
        static Counted of(List<LocalPages> gateways) {
            double fetches = gateways.stream()
                    .mapToDouble(gateway -> gateway.metric(FETCHES).orElse(0))
                    .sum();
            double[] each = gateways.stream()
                    .mapToDouble(gateway -> gateway.metric(ANSWERED).orElse(0))
                    .toArray();
            return new Counted(fetches, each);
        }

        Counted minus(Counted before) {
            double[] more = new double[each.length];
            for (int i = 0; i < each.length; i++) {
                more[i] = each[i] - before.each[i];
            }
            return new Counted(fetches - before.fetches, more);
        }

        double answers() {
            return IntStream.range(0, each.length).mapToDouble(i -> each[i]).sum();
        }

        double busiest() {
            return IntStream.range(0, each.length)
                    .mapToDouble(i -> each[i])
                    .max()
                    .orElse(0);
        }
    }
}

package dev.hotlane.jmh.compare;

import dev.hotlane.jmh.load.LoadResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Contestants that run by turns on the same processes. One thread. */
final class Pass implements AutoCloseable {
    private static final double OPEN_SHARE = 0.7;

    /** Before a run of those who have run before: the connections open, and queues fill. */
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final List<Contestant> contestants;
    private final ComparePlan plan;
    private final PrintWriter console;
    private final Map<Contestant, Round> rounds = new LinkedHashMap<>();

    /** None of them is started yet. */
    Pass(List<Contestant> contestants, ComparePlan plan, PrintWriter console) {
        this.contestants = contestants;
        this.plan = plan;
        this.console = console;
    }

    /** Starts all, one after the other. */
    void start() throws Exception {
        for (Contestant contestant : contestants) {
            contestant.start();
            rounds.put(contestant, new Round(contestant));
        }
    }

    /** Lets all sell, or only those to whom the way to MySQL makes a difference. */
    List<Result> run(boolean mysqlOnly) throws Exception {
        Map<Contestant, Result> results = new LinkedHashMap<>();
        for (Contestant contestant : contestants) {
            if (contestant.usesMySql() || !mysqlOnly) {
                results.put(contestant, new Result(contestant.code()));
                rounds.get(contestant).probe();
            }
        }
        for (int run = 0; run < plan.runs(); run++) {
            for (Contestant contestant : results.keySet()) {
                LoadResult result = load(contestant, 0, run == 0 ? contestant.warmUp(plan.warmUp()) : AGAIN);
                results.get(contestant).addClosed(result);
            }
        }
        for (int run = 0; plan.open() && run < plan.runs(); run++) {
            for (Contestant contestant : results.keySet()) {
                double rate = OPEN_SHARE * results.get(contestant).rate();
                results.get(contestant).addOpen(load(contestant, rate, AGAIN));
            }
        }
        return List.copyOf(results.values());
    }

    private LoadResult load(Contestant contestant, double rate, Duration warmUp) throws Exception {
        LoadResult result = rounds.get(contestant).run(plan.connections(), rate, warmUp, plan.duration());
        console.printf("%-16s %s%n", contestant.code(), result.summary());
        console.flush();
        return result;
    }

    /** Looks into all stores once more. */
    void audit() throws Exception {
        for (Contestant contestant : contestants) {
            contestant.audit();
        }
    }

    @Override
    public void close() {
        contestants.forEach(Contestant::close);
    }
}

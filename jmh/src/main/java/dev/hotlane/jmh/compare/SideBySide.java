package dev.hotlane.jmh.compare;

import dev.hotlane.infra.load.LoadResult;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.jmh.compare.DelayLine.Delay;
import dev.hotlane.jmh.peers.PeerKind.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The whole comparison: a pass for each round trip to MySQL, all of it on one broker and one database. One thread. */
final class SideBySide {
    private static final double OPEN_SHARE = 0.7;

    private final Choice choice;
    private final Plan plan;
    private final PrintWriter console;

    SideBySide(Choice choice, Plan plan, PrintWriter console) {
        this.choice = choice;
        this.plan = plan;
        this.console = console;
    }

    /** Runs it; gives the tables. */
    String run() throws Exception {
        StringBuilder tables = new StringBuilder(Table.conditions(plan));
        try (DevStack stack = DevStack.start(stack())) {
            boolean first = true;
            for (int roundTrip : plan.roundTripsMs()) {
                List<Result> results = pass(stack, roundTrip, first);
                tables.append(Table.of(roundTrip, results));
                first = false;
            }
        }
        return tables.append(Table.guarantees(choice)).toString();
    }

    /** Every peer has a pool of its own. */
    static DevStackSettings stack() {
        return DevStackSettings.temporary().withMysqlFlags("--max-connections=1000", "--innodb-lock-wait-timeout=3");
    }

    private List<Result> pass(DevStack stack, int roundTrip, boolean first) throws Exception {
        int mysqlPort = URI.create(stack.jdbcUrl().substring("jdbc:".length())).getPort();
        try (DelayLine line = new DelayLine(mysqlPort, 1)) {
            line.delay(Delay.ofRoundTrip(Duration.ofMillis(roundTrip), Duration.ZERO));
            Place place = new Place(
                    stack, roundTrip == 0 ? mysqlPort : line.port(), Integer.toString(roundTrip), plan.answerMax());
            List<Contestant> contestants = contestants(place, first);
            return plan.runs() == 1 && !plan.open() ? oneByOne(contestants) : inTurn(contestants);
        }
    }

    /** Whoever does not use MySQL runs in the first pass only. */
    private List<Contestant> contestants(Place place, boolean first) throws IOException {
        List<Contestant> contestants = new ArrayList<>();
        for (String code : choice.codes()) {
            if (Choice.isHotlane(code)) {
                contestants.add(new LaneContestant(place, code.equals(Choice.FLUSHED)));
            } else if (Choice.kind(code).store() == Store.REDIS && RedisServer.program().isEmpty()) {
                console.println(code + "  not run: no redis-server is installed here");
            } else if (first || Choice.kind(code).store() == Store.MYSQL) {
                contestants.add(new PeerContestant(Choice.kind(code), place));
            }
        }
        return contestants;
    }

    private List<Result> oneByOne(List<Contestant> contestants) throws Exception {
        List<Result> results = new ArrayList<>();
        for (Contestant contestant : contestants) {
            results.addAll(inTurn(List.of(contestant)));
        }
        return results;
    }

    private List<Result> inTurn(List<Contestant> contestants) throws Exception {
        Map<Contestant, Round> rounds = new LinkedHashMap<>();
        Map<Contestant, Result> results = new LinkedHashMap<>();
        try {
            for (Contestant contestant : contestants) {
                contestant.start();
                Round round = new Round(contestant);
                round.probe();
                rounds.put(contestant, round);
                results.put(contestant, new Result(contestant.code()));
            }
            for (int run = 0; run < plan.runs(); run++) {
                for (Contestant contestant : contestants) {
                    Duration warmUp = run == 0 ? plan.warmUp() : plan.warmUp().dividedBy(10);
                    LoadResult result = rounds.get(contestant).run(plan.connections(), 0, warmUp, plan.duration());
                    results.get(contestant).addClosed(result);
                    tell(contestant, result);
                }
            }
            if (plan.open()) {
                openRuns(rounds, results);
            }
            for (Contestant contestant : contestants) {
                contestant.audit();
            }
        } finally {
            contestants.forEach(Contestant::close);
        }
        return List.copyOf(results.values());
    }

    private void openRuns(Map<Contestant, Round> rounds, Map<Contestant, Result> results) throws Exception {
        for (int run = 0; run < plan.runs(); run++) {
            for (Contestant contestant : rounds.keySet()) {
                double rate = OPEN_SHARE * results.get(contestant).rate();
                LoadResult result = rounds.get(contestant)
                        .run(plan.connections(), rate, plan.warmUp().dividedBy(10), plan.duration());
                results.get(contestant).addOpen(result);
                tell(contestant, result);
            }
        }
    }

    private void tell(Contestant contestant, LoadResult result) {
        console.printf("%-16s %s%n", contestant.code(), result.summary());
        console.flush();
    }
}

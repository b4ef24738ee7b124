package dev.hotlane.jmh.compare;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.compare.DelayLine.Delay;
import dev.hotlane.jmh.peers.PeerKind.Store;
import dev.hotlane.jmh.servers.RedisServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The whole comparison: a pass for each round trip to MySQL, all of it on one broker and one database. One thread. */
final class SideBySide {
    private final Choice choice;
    private final ComparePlan plan;
    private final PrintWriter console;
    private List<Result> nearest = List.of();

    SideBySide(Choice choice, ComparePlan plan, PrintWriter console) {
        this.choice = RedisServer.program().isPresent() ? choice : withoutRedis(choice, console);
        this.plan = plan;
        this.console = console;
    }

    private static Choice withoutRedis(Choice choice, PrintWriter console) {
        List<String> others =
                choice.codes().stream().filter(code -> !needsRedis(code)).toList();
        if (others.size() < choice.codes().size()) {
            console.println("h1 and h2 are not run: there is no redis-server on the PATH.");
        }
        return new Choice(others);
    }

    /** Runs it; gives the tables. */
    String run() throws Exception {
        StringBuilder tables = new StringBuilder(ResultTable.conditions(plan));
        try (DevStack stack = DevStack.start(stack());
                DelayLine line = new DelayLine(mysqlPort(stack), 1)) {
            if (plan.quick()) {
                onSharedProcesses(stack, line, tables);
            } else {
                onOwnProcesses(stack, line, tables);
            }
        }
        return tables.append(ResultTable.guarantees(choice)).toString();
    }

    /** The results of the first pass, once it ran. */
    List<Result> firstPass() {
        return nearest;
    }

    private String table(int roundTripMs, List<Result> results) {
        nearest = nearest.isEmpty() ? results : nearest;
        return ResultTable.of(roundTripMs, results);
    }

    /** Every peer has a pool of its own. */
    static DevStackSettings stack() {
        return DevStackSettings.temporary()
                .withKafkaFlags(Jvm.WARM_UP_SOON)
                .withMysqlFlags("--max-connections=1000", "--innodb-lock-wait-timeout=3");
    }

    static int mysqlPort(DevStack stack) {
        return URI.create(stack.jdbcUrl().substring("jdbc:".length())).getPort();
    }

    /** Each pass has processes of its own, each contestant as well: no JIT suffers from another's code. */
    private void onOwnProcesses(DevStack stack, DelayLine line, StringBuilder tables) throws Exception {
        boolean mysqlOnly = false;
        for (int roundTrip : plan.roundTripsMs()) {
            delay(line, roundTrip);
            int port = roundTrip == 0 ? mysqlPort(stack) : line.port();
            RivalServers place = new RivalServers(stack, port, Integer.toString(roundTrip), plan.answerMax());
            try (Pass pass = new Pass(contestants(place, mysqlOnly, null), plan, console)) {
                pass.start();
                tables.append(table(roundTrip, pass.run(mysqlOnly)));
                pass.audit();
            }
            mysqlOnly = true;
        }
    }

    /** All peers are in one JVM that sees every delay: that starts soonest, and no figure of it counts. */
    private void onSharedProcesses(DevStack stack, DelayLine line, StringBuilder tables) throws Exception {
        RivalServers place = new RivalServers(stack, line.port(), "quick", plan.answerMax());
        try (Pass pass = new Pass(contestants(place, false, new PeerJvm(place)), plan, console)) {
            pass.start();
            boolean mysqlOnly = false;
            for (int roundTrip : plan.roundTripsMs()) {
                delay(line, roundTrip);
                tables.append(table(roundTrip, pass.run(mysqlOnly)));
                mysqlOnly = true;
            }
            pass.audit();
        }
    }

    private static void delay(DelayLine line, int roundTripMs) {
        line.delay(Delay.ofRoundTrip(Duration.ofMillis(roundTripMs), Duration.ZERO));
    }

    private List<Contestant> contestants(RivalServers place, boolean mysqlOnly, PeerJvm shared) throws IOException {
        List<Contestant> contestants = new ArrayList<>();
        for (String code : choice.codes()) {
            Contestant contestant = Choice.isHotlane(code)
                    ? new LaneContestant(place, code)
                    : new PeerContestant(Choice.kind(code), shared == null ? new PeerJvm(place) : shared);
            if (contestant.usesMySql() || !mysqlOnly) {
                contestants.add(contestant);
            }
        }
        return contestants;
    }

    private static boolean needsRedis(String code) {
        return !Choice.isHotlane(code) && Choice.kind(code).store() == Store.REDIS;
    }
}

package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Point;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.history.Request;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A process halts, stops, sleeps or throws at a point of its code. */
public final class FailpointRows {
    /** Halts at each point. */
    private static final int HITS = 5;

    /** Bound of the random number of passes to let go, so that rarely passed points don't take long. */
    private static final int PASSES_MAX = 12;

    /** wait_timeout of the flusher's sessions: longest time that a frozen process holds the meta row. */
    private static final long WAIT_TIMEOUT_MS = 5_000;

    private static final Duration DAWDLING = Duration.ofSeconds(30);
    private static final Duration DAWDLING_BRIEFLY = Duration.ofSeconds(5);

    private static final int CALLS_MAX = 1_000;

    private static final List<Point> BRIEF = List.of(
            Point.STATE_MIDWAY,
            Point.FLUSH_COUNTERS,
            Point.COMMIT_AFTER,
            Point.LEAD_APPLIED,
            Point.HAND_OVER_BEFORE,
            Point.HAND_OVER_AFTER);

    private FailpointRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        ScenePlan plan = ScenePlan.USUAL.withFailpoints();
        return List.of(
                FaultRow.of(
                        "F02",
                        "halt at each named failpoint",
                        "every point is hit, five times each",
                        plan,
                        FailpointRows::halts),
                FaultRow.of(
                        "F04",
                        "SIGSTOP of the flusher inside its transaction",
                        "the next leader flushes within wait_timeout + 1 s of leading; the zombie ends",
                        plan,
                        FailpointRows::frozenTransaction),
                FaultRow.of(
                        "F50",
                        "the reply stage dawdles: 20 records a second",
                        "callers get 503 or 504, nothing is lost, calls succeed again afterwards",
                        plan,
                        FailpointRows::dawdles),
                FaultRow.of(
                        "F54",
                        "an Error thrown in each stage",
                        "the process ends within 2 s, no half-life",
                        plan,
                        FailpointRows::errors));
    }

    private static void halts(Scene on) {
        on.expectExit(Action.HALTED);
        int hits = on.rounds(HITS, 1);
        List<Point> points = Stream.of(Point.values())
                .filter(point -> on.nodes() || point.phase() != Point.Phase.NODE)
                .filter(point -> point.phase() != Point.Phase.FEED)
                .filter(point -> on.rounds(2, 1) == 2 || BRIEF.contains(point))
                .toList();
        for (int hit = 0; hit < hits; hit++) {
            for (Point point : points) {
                halt(on, point);
            }
        }
        on.fact(points.size() + " points, " + points.size() * hits + " halts");
    }

    private static void halt(Scene on, Point point) {
        on.load().awaitAnswers(20);
        on.nemesis("halt at " + point.label());
        switch (point.phase()) {
            case SERVING, NODE -> trap(on, on.awaitLeader(), point, on.random().nextInt(PASSES_MAX));
            case GATEWAY -> inGateway(on, point);
            case STARTING -> whileStarting(on, point);
            case STANDING -> whileStanding(on, point);
            case STOPPING -> whileStopping(on, point);
            case FEED -> throw new IllegalArgumentException("no feed is in this scene");
        }
        on.places().forEach(ChildSlot::start);
        on.awaitAll();
    }

    private static void frozenTransaction(Scene on) {
        int rounds = on.rounds(3, 1);
        long slowest = 0;
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(100);
            ChildSlot leader = on.awaitLeader();
            leader.leaveAlone();
            on.nemesis("SIGSTOP inside the transaction of " + leader.name());
            leader.trap(Point.FLUSH_WRITTEN, Action.STOP, on.random().nextInt(5));
            on.await(
                    "another leader",
                    () -> on.leader().filter(next -> next != leader).isPresent());
            ChildSlot next = on.awaitLeader();
            long flushed = on.offsets(next).getLong("flushed");
            slowest =
                    Math.max(slowest, on.await("a flush", () -> on.offsets(next).getLong("flushed") > flushed));
            int before = leader.exits().size();
            leader.resume();
            on.await("the end of the zombie", () -> leader.exits().size() > before);
            leader.start();
            on.awaitAll();
        }
        on.requireWithin(WAIT_TIMEOUT_MS + 1_000, slowest, "the first flush of the next leader");
        on.fact(String.format("%d times, first flush %,d ms after leading at most", rounds, slowest));
    }

    private static void dawdles(Scene on) {
        ChildSlot leader = on.awaitLeader();
        long answers = on.load().tally().decided();
        on.nemesis("the reply stage dawdles");
        leader.trap(on.nodes() ? Point.HAND_OVER_BEFORE : Point.REPLY_SENDING, Action.DAWDLE, 0);
        Patience.pass(on.rounds(2, 1) == 2 ? DAWDLING : DAWDLING_BRIEFLY);
        long slow = on.load().tally().decided() - answers;
        leader.trap(Point.RESIGN_SENT, Action.DAWDLE, 0);
        on.await("the trap to be lifted", () -> !leader.trapWaits());
        on.load().awaitAnswers(500);
        on.fact(slow + " answers while it dawdled");
    }

    private static void errors(Scene on) {
        List<Point> points = List.of(
                Point.LOG_POLLED,
                Point.STATE_BEFORE,
                Point.STATE_MIDWAY,
                Point.REPLY_SENDING,
                Point.BATCH_FROZEN,
                Point.FLUSH_BEFORE_CAS,
                Point.LEAD_APPLIED);
        List.of(ExitCode.STAGE_FAILED, ExitCode.LOG_READ_FAILED, ExitCode.FLUSH_BROKEN)
                .forEach(code -> on.expectExit(code.number()));
        long slowest = 0;
        for (Point point : points) {
            on.load().awaitAnswers(50);
            ChildSlot leader = on.awaitLeader();
            ChildSlot struck = point == Point.LEAD_APPLIED ? on.following().get(0) : leader;
            struck.leaveAlone();
            int before = struck.exits().size();
            on.nemesis("an Error at " + point.label());
            struck.trap(point, Action.THROW, 0);
            on.await("the trap to be set", () -> !struck.trapWaits());
            if (struck != leader) {
                leader.leaveAlone();
                leader.kill9();
            }
            slowest = Math.max(
                    slowest,
                    on.await(
                            struck.name() + " to end at " + point.label(),
                            () -> struck.exits().size() > before));
            on.require(
                    struck.tail().contains("planted at"), point.label() + " is not named in the log: " + struck.tail());
            on.places().forEach(ChildSlot::start);
            on.awaitAll();
        }
        on.fact(String.format("%d points, ended after %,d ms at most", points.size(), slowest));
    }

    private static void trap(Scene on, ChildSlot place, Point point, int passes) {
        int before = place.exits().size();
        place.trap(point, Action.HALT, passes);
        awaitHalt(on, place, before, point);
    }

    /** Makes calls of its own, as the load may use the other gateway only. */
    private static void inGateway(Scene on, Point point) {
        ChildSlot gateway = on.gateways().get(0);
        int before = gateway.exits().size();
        gateway.trap(point, Action.HALT, on.random().nextInt(PASSES_MAX));
        for (int call = 0; gateway.exits().size() == before && call < CALLS_MAX; call++) {
            on.call(0, Request.get("/v1/counters/any"));
        }
        awaitHalt(on, gateway, before, point);
    }

    private static void whileStarting(Scene on, Point point) {
        ChildSlot follower = on.following().get(0);
        follower.leaveAlone();
        follower.kill9();
        int before = follower.exits().size();
        follower.trap(point, Action.HALT, point == Point.LOAD_ROWS ? on.random().nextInt(3) : 0);
        follower.startOnce();
        awaitHalt(on, follower, before, point);
    }

    private static void whileStanding(Scene on, Point point) {
        ChildSlot leader = on.awaitLeader();
        ChildSlot follower = on.following().get(0);
        int before = follower.exits().size();
        follower.trap(point, Action.HALT, 0);
        on.await("the trap to be set", () -> !follower.trapWaits());
        leader.leaveAlone();
        leader.kill9();
        awaitHalt(on, follower, before, point);
    }

    private static void whileStopping(Scene on, Point point) {
        ChildSlot leader = on.awaitLeader();
        leader.leaveAlone();
        leader.trap(point, Action.HALT, 0);
        on.await("the trap to be set", () -> !leader.trapWaits());
        int code = leader.stop();
        if (code != Action.HALTED) {
            throw new RowFailure(point.label() + " was not passed: " + leader.name() + " ended with " + code);
        }
    }

    private static void awaitHalt(Scene on, ChildSlot place, int before, Point point) {
        on.await(
                place.name() + " to halt at " + point.label(),
                () -> place.exits().size() > before);
        int code = place.exits().get(before);
        if (code != Action.HALTED) {
            throw new RowFailure(place.name() + " ended with " + code + " and not at " + point.label());
        }
    }
}

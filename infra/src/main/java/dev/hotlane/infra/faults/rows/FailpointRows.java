package dev.hotlane.infra.faults.rows;

import dev.hotlane.infra.faults.Row;
import dev.hotlane.infra.faults.failpoint.Action;
import dev.hotlane.infra.faults.failpoint.Point;
import dev.hotlane.infra.faults.scene.Place;
import dev.hotlane.infra.faults.scene.Plan;
import dev.hotlane.infra.faults.scene.RowFailure;
import dev.hotlane.infra.faults.scene.Scene;
import java.util.Arrays;
import java.util.List;

/** A process that ends at a certain line of its code. */
public final class FailpointRows {
    /** Each point is hit so often. */
    private static final int HITS = 5;

    /** Of a few passes a second, so many may go before; of more frequent ones likewise, so as not to wait long. */
    private static final int PASSES_MAX = 12;

    private static final List<Point> BRIEF =
            List.of(Point.STATE_MIDWAY, Point.FLUSH_COUNTERS, Point.COMMIT_AFTER, Point.LEAD_APPLIED);

    private FailpointRows() {}

    /** In the order of their numbers. */
    public static List<Row> all() {
        return List.of(Row.of(
                "F02",
                "halt at each named failpoint",
                "every point is hit, five times each",
                Plan.USUAL.withFailpoints(),
                FailpointRows::halts));
    }

    private static void halts(Scene on) {
        on.expectExit(Action.HALTED);
        int hits = on.rounds(HITS, 1);
        List<Point> points = hits == HITS ? Arrays.asList(Point.values()) : BRIEF;
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
            case SERVING -> trap(on, on.awaitLeader(), point, on.random().nextInt(PASSES_MAX));
            case GATEWAY -> trap(on, on.gateways().get(0), point, on.random().nextInt(PASSES_MAX));
            case STARTING -> whileStarting(on, point);
            case STANDING -> whileStanding(on, point);
            case STOPPING -> whileStopping(on, point);
        }
        on.places().forEach(Place::start);
        on.awaitAll();
    }

    private static void trap(Scene on, Place place, Point point, int passes) {
        int before = place.exits().size();
        place.trap(point, Action.HALT, passes);
        awaitHalt(on, place, before, point);
    }

    private static void whileStarting(Scene on, Point point) {
        Place follower = on.following().get(0);
        follower.leaveAlone();
        follower.kill9();
        int before = follower.exits().size();
        follower.trap(point, Action.HALT, point == Point.LOAD_ROWS ? on.random().nextInt(3) : 0);
        follower.startOnce();
        awaitHalt(on, follower, before, point);
    }

    private static void whileStanding(Scene on, Point point) {
        Place leader = on.awaitLeader();
        Place follower = on.following().get(0);
        int before = follower.exits().size();
        follower.trap(point, Action.HALT, 0);
        on.await("the trap to be set", () -> !follower.trapWaits());
        leader.leaveAlone();
        leader.kill9();
        awaitHalt(on, follower, before, point);
    }

    private static void whileStopping(Scene on, Point point) {
        Place leader = on.awaitLeader();
        leader.leaveAlone();
        leader.trap(point, Action.HALT, 0);
        on.await("the trap to be set", () -> !leader.trapWaits());
        int code = leader.stop();
        if (code != Action.HALTED) {
            throw new RowFailure(point.label() + " was not passed: " + leader.name() + " ended with " + code);
        }
    }

    private static void awaitHalt(Scene on, Place place, int before, Point point) {
        on.await(
                place.name() + " to halt at " + point.label(),
                () -> place.exits().size() > before);
        int code = place.exits().get(before);
        if (code != Action.HALTED) {
            throw new RowFailure(place.name() + " ended with " + code + " and not at " + point.label());
        }
    }
}

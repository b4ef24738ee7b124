package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.LanePrincipals;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallerAccount;
import java.time.Duration;

/**
 * F62: a principal floods the window with ids, and with extends of one hold of 64 lines, which copy its image of 15 KB into
 * the window. Without a rate the window forgets commands long before its promise; with one it keeps half of it. One
 * thread: the row's.
 */
final class WindowFlood implements FaultRow.Script {
    /** Window of the row's RULES: more commands than the load and the rate make within its time. */
    static final int COMMANDS = 20_000;

    static final Duration PROMISE = Duration.ofSeconds(6);

    /** More than the load, and the flood at its rate, put into the window within the promise. */
    private static final long BRIEF_WINDOW_BYTES = 5_000_000;

    /** An extend costs 16 units and an id 1.25: 29 of each in a second, 2.7 MB within the promise. */
    private static final int UNITS_PER_SECOND = 500;

    private static final int IN_FLIGHT_MAX = 8_192;

    private static final long HOLD_TTL_MS = Duration.ofHours(1).toMillis();
    private static final double PROMISE_SECONDS = PROMISE.toMillis() / 1e3;

    private LanePrincipals principals;
    private String floodKey;

    @Override
    public void before(Scene on) {
        principals = LanePrincipals.of(on);
        CallerAccount honest = CallerAccount.bearer(principals.add("honest"), null);
        on.callers().callBy(client -> honest);
        floodKey = principals.add("flood");
        principals.write();
    }

    @Override
    public void run(Scene on) {
        FloodScene scene = new FloodScene(on);
        scene.begin(LaneRules.small(on.seed()).withWindow(COMMANDS, PROMISE.toMillis()), BRIEF_WINDOW_BYTES);
        ChildSlot gateway = on.gateways().get(0);
        String hold = on.lane() + "-wide";
        double bytesMax = scene.leaderMetric("hotlane_window_bytes_limit");
        on.nemesis("flood of ids and of extends without a rate");
        try (BatchFlood flood = BatchFlood.of(gateway, floodKey, number -> line(hold, number))) {
            on.await("a window full of bytes that breaks its promise", () -> {
                double bytes = scene.leaderMetric("hotlane_window_bytes");
                return bytes > 0.9 * bytesMax && age(scene) < PROMISE_SECONDS / 2;
            });
            scene.watch(() -> on.require(
                    scene.leaderMetric("hotlane_window_bytes") <= bytesMax, "the window has more bytes than its cap"));
            on.nemesis("the flood gets a rate");
            principals.rate("flood", UNITS_PER_SECOND, UNITS_PER_SECOND, IN_FLIGHT_MAX);
            String next = principals.addKey("flood");
            principals.write();
            // Before the rate counts, a flood that stands still for 3 s would pass for one with a rate.
            on.await("the gateway to have read the rate", () -> flood.accepts(next));
            int unbound = flood.answered();
            on.await("the batch from before the rate to end", () -> flood.answered() > unbound);
            on.await("a window that keeps half of its promise", () -> age(scene) > PROMISE_SECONDS / 2);
            int before = flood.answered();
            scene.watch(() -> on.require(
                    age(scene) > PROMISE_SECONDS / 2,
                    "the window reached back " + age(scene) + " s beside a flood with a rate"));
            on.await("the flood to go on", () -> flood.answered() > before);
            scene.report(flood);
            on.fact(String.format("window %.1f s of %.0f s with a rate", age(scene), PROMISE_SECONDS));
        }
        scene.awaitFlushed();
        scene.restart();
    }

    private static String line(String hold, long number) {
        if (number == 0) {
            return FloodLines.reservation(hold, FloodLines.LINES_MAX, HOLD_TTL_MS);
        }
        return number % 2 == 0 ? FloodLines.id(number) : FloodLines.extend(hold, number, HOLD_TTL_MS);
    }

    private static double age(FloodScene scene) {
        return scene.leaderMetric("hotlane_window_age_seconds");
    }
}

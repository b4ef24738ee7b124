package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Point;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.wire.Wire;
import dev.hotlane.proof.faults.wire.WireCut;
import dev.hotlane.proof.faults.wire.WireFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Makes one random fault of a lane. One thread. */
final class RandomFaults {
    private static final int FAULTS = 12;
    private static final List<Point> POINTS = Point.of(Point.Phase.SERVING);

    private final Scene on;
    private final SplittableRandom random;

    RandomFaults(Scene on) {
        this.on = on;
        random = on.random();
        on.expectExit(Action.HALTED);
    }

    /** Makes one fault; returns its name. */
    String strike() {
        ChildSlot place = on.places().get(random.nextInt(on.places().size()));
        int dice = random.nextInt(FAULTS);
        return switch (dice) {
            case 0 -> did("kill -9 of the broker", () -> on.stack().kafka().kill9());
            case 1 ->
                did("SIGSTOP of the broker", () -> {
                    on.stack().kafka().start();
                    on.stack().kafka().suspend();
                });
            case 2 -> did("kill -9 of MySQL", () -> on.stack().mysql().kill9());
            case 3 ->
                did("SIGSTOP of MySQL", () -> {
                    on.stack().mysql().start();
                    on.stack().mysql().suspend();
                });
            case 4, 5 -> did("kill -9 of a process", () -> place.strike());
            case 6 -> did("SIGSTOP of a process", () -> place.freeze());
            case 7 -> did("halt at a failpoint", () -> trap());
            case 8 -> did("a wire goes dark", () -> wire().weather(WireFaults.DARK));
            case 9 -> did("connections reset", () -> wire().reset());
            case 10 -> did("a slow wire", () -> wire().weather(WireFaults.delayed(random.nextInt(1, 200))));
            default -> did("a cut at COMMIT", () -> cut());
        };
    }

    private String did(String what, Runnable deed) {
        on.nemesis(what);
        deed.run();
        return what;
    }

    private Wire wire() {
        List<Wire> wires = new ArrayList<>();
        on.places().forEach(place -> wires.add(on.wires(place).kafka()));
        on.processors().forEach(place -> wires.add(on.wires(place).mysql()));
        return wires.get(random.nextInt(wires.size()));
    }

    private void cut() {
        WireCut[] cuts = WireCut.values();
        WireCut cut = cuts[random.nextInt(cuts.length)];
        on.processors().forEach(place -> on.wires(place).mysql().cutAt(cut));
    }

    private void trap() {
        Point point = POINTS.get(random.nextInt(POINTS.size()));
        on.processors().get(random.nextInt(on.processors().size())).trap(point, Action.HALT, random.nextInt(20));
    }
}

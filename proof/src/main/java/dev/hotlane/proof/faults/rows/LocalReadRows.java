package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.SceneOperator;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.wire.Wire;
import dev.hotlane.proof.faults.wire.WireFaults;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.Future;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two nodes and a gateway that runs alone, each with a view: callers read locally while something fails. */
public final class LocalReadRows {
    private static final Duration FROZEN = Duration.ofMillis(5_500);
    private static final long FROZEN_MS_MIN = 5_000;
    private static final int READS = 10;
    private static final Duration LATE = Duration.ofSeconds(20);
    private static final Duration LATE_BRIEFLY = Duration.ofSeconds(4);
    private static final long DELAY_MS = 400;

    /** After a re-anchoring sequences go on at least that far. */
    private static final long JUMP = 1L << 40;

    private LocalReadRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        ScenePlan viewed = ScenePlan.USUAL.withView();
        return List.of(
                FaultRow.of(
                        "F61",
                        "SIGSTOP of a gateway and of a following node for 5 s, each with a view",
                        "the first local answers have an age above 5 s or come from the lane",
                        viewed,
                        LocalReadRows::frozen),
                FaultRow.of(
                        "F86",
                        "the wire of a gateway that runs alone delays packs and READs by 400 ms",
                        "no local answer claims to be younger, none is older than its caller allows",
                        viewed.withWires(),
                        LocalReadRows::late),
                FaultRow.of(
                        "F87",
                        "the view topic is deleted and created again",
                        "no local read fails; the gateway that runs alone loads its view again",
                        viewed,
                        LocalReadRows::recreated),
                FaultRow.of(
                        "F88",
                        "the command topic is deleted, MySQL stays; `hotlane re-anchor`, under local reads",
                        "each view goes on from the new log, 2^40 further at least",
                        viewed,
                        LocalReadRows::reAnchored),
                FaultRow.of(
                        "F89",
                        "kill -9 of the leading node under local reads",
                        "no local read fails at the other node and at the gateway that runs alone",
                        viewed,
                        LocalReadRows::killLeader),
                FaultRow.of(
                        "F93",
                        "MySQL is suspended and the broker rejects packs",
                        "no local read fails; the view goes on by later packs, without MySQL",
                        viewed,
                        LocalReadRows::rejected));
    }

    private static void frozen(Scene on) {
        LocalReadProbe probe = new LocalReadProbe(on);
        int old = 0;
        int lane = 0;
        int rounds = on.rounds(4, 2);
        for (int round = 0; round < rounds; round++) {
            probe.awaitViews();
            ChildSlot follower = on.following().get(0);
            int gateway = round % 2 == 0 ? probe.alone() : probe.gatewayOf(follower);
            ChildSlot stopped = on.gateways().get(gateway);
            on.nemesis("SIGSTOP " + stopped.name());
            stopped.suspend();
            Patience.pass(FROZEN);
            List<Future<CallResult>> reads = new ArrayList<>();
            for (int i = 0; i < READS; i++) {
                reads.add(probe.send(gateway, i % 2 == 0 ? "consistency=local" : LocalReadProbe.ANY_AGE));
            }
            stopped.resume();
            int before = old + lane;
            for (Future<CallResult> read : reads) {
                CallResult result = Scene.ended(read);
                boolean fromView = LocalReadProbe.isFromView(result);
                old += fromView && result.proof().staleMs() > FROZEN_MS_MIN ? 1 : 0;
                lane += fromView ? 0 : 1;
            }
            on.require(old + lane > before, "each of the first answers claims to be younger than the time that passed");
        }
        on.fact(String.format(
                "%d times, of %d first answers %d with an age above 5 s, %d from the lane",
                rounds, rounds * READS, old, lane));
    }

    private static void late(Scene on) {
        LocalReadProbe probe = new LocalReadProbe(on);
        probe.awaitViews();
        Wire wire = on.wires(on.gateways().get(probe.alone())).kafka();
        on.nemesis("packs and READs " + DELAY_MS + " ms late");
        wire.weather(WireFaults.delayed(DELAY_MS));
        // Packs that were under way are over by then.
        Patience.pass(Duration.ofSeconds(2));
        long end = System.nanoTime() + (on.rounds(1, 0) == 1 ? LATE : LATE_BRIEFLY).toNanos();
        long youngest = Long.MAX_VALUE;
        while (System.nanoTime() - end < 0) {
            CallResult any = probe.read(probe.alone(), LocalReadProbe.ANY_AGE);
            if (LocalReadProbe.isFromView(any)) {
                youngest = Math.min(youngest, any.proof().staleMs());
            }
            CallResult young = Scene.ended(probe.send(probe.alone(), "maxStaleMs=" + DELAY_MS / 2));
            on.require(
                    !LocalReadProbe.isFromView(young), "an answer from the view is too old for its caller: " + young);
        }
        on.require(youngest >= DELAY_MS, "an answer claims an age of " + youngest + " ms");
        probe.requireNoneFailed();
        wire.weather(WireFaults.FAIR);
        probe.awaitViews();
        on.fact(probe + ", youngest " + youngest + " ms");
    }

    private static void recreated(Scene on) {
        LocalReadProbe probe = new LocalReadProbe(on);
        int rounds = on.rounds(3, 1);
        for (int round = 0; round < rounds; round++) {
            probe.awaitViews();
            on.nemesis("deleted the view topic");
            new TopicDamage(on, viewTopic(on)).delete();
            readEverywhere(on, probe, 50);
            new SceneOperator(on)
                    .runsAtLast(
                            "topics",
                            "create",
                            "--view",
                            "--gateways",
                            Integer.toString(on.gateways().size()));
            readEverywhere(on, probe, 50);
            probe.awaitViews();
            on.load().awaitAnswers(50);
        }
        probe.requireNoneFailed();
        on.fact(rounds + " times, " + probe);
    }

    private static void reAnchored(Scene on) throws SQLException {
        LocalReadProbe probe = new LocalReadProbe(on);
        probe.awaitViews();
        LostLog.reAnchored(on);
        for (int gateway = 0; gateway < on.gateways().size(); gateway++) {
            long offset = probe.awaitView(gateway, 1_000).proof().offset();
            on.require(offset >= JUMP, "the view of gateway " + gateway + " is as of " + offset);
        }
    }

    private static void killLeader(Scene on) {
        LocalReadProbe probe = new LocalReadProbe(on);
        int kills = on.rounds(10, 2);
        for (int kill = 0; kill < kills; kill++) {
            on.awaitAll();
            probe.awaitViews();
            on.load().awaitAnswers(on.random().nextInt(1, 300));
            ChildSlot leader = on.awaitLeader();
            int other = probe.gatewayOf(on.following().get(0));
            on.nemesis("kill -9 " + leader.name());
            leader.kill9();
            while (on.leader().filter(next -> next != leader).isEmpty()) {
                probe.read(other, LocalReadProbe.ANY_AGE);
                probe.read(probe.alone(), LocalReadProbe.ANY_AGE);
            }
            probe.awaitView(other, 500);
            probe.awaitView(probe.alone(), 500);
        }
        probe.requireNoneFailed();
        on.fact(kills + " kills, " + probe);
    }

    private static void rejected(Scene on) {
        LocalReadProbe probe = new LocalReadProbe(on);
        ChildSlot alone = on.gateways().get(probe.alone());
        int rounds = on.rounds(3, 1);
        for (int round = 0; round < rounds; round++) {
            probe.awaitViews();
            double resyncs = alone.metric("hotlane_view_resyncs_total");
            double failures = on.awaitLeader().metric("hotlane_view_failures_total");
            on.nemesis("SIGSTOP of MySQL, packs rejected");
            on.stack().mysql().suspend();
            TopicDamage topic = new TopicDamage(on, viewTopic(on));
            topic.set("max.message.bytes", "100");
            on.await("a rejected pack", () -> on.awaitLeader().metric("hotlane_view_failures_total") > failures);
            readEverywhere(on, probe, 50);
            topic.set("max.message.bytes", Integer.toString(1 << 20));
            probe.awaitViews();
            on.require(
                    alone.metric("hotlane_view_resyncs_total") == resyncs,
                    "the view of " + alone.name() + " was dropped");
            on.stack().mysql().resume();
            on.load().awaitAnswers(50);
        }
        probe.requireNoneFailed();
        on.fact(rounds + " times, " + probe);
    }

    private static String viewTopic(Scene on) {
        return TopicSpec.view(on.lane()).name();
    }

    /** Reads at each gateway, while the load goes on. */
    private static void readEverywhere(Scene on, LocalReadProbe probe, int times) {
        for (int i = 0; i < times; i++) {
            for (int gateway = 0; gateway < on.gateways().size(); gateway++) {
                probe.read(gateway, LocalReadProbe.ANY_AGE);
            }
        }
        on.load().awaitAnswers(times);
    }
}

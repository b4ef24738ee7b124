package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.base.BaseBuild;
import dev.hotlane.proof.faults.base.BaseCommit;
import dev.hotlane.proof.faults.base.LaneBuild;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.SceneOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The script of the upgrade: a lane of the base becomes one of the next build, by the runbook of docs/operating.md, and
 * leaders of both builds take turns on the way. Every TICK compares the digests of both builds. One thread: the row's.
 */
final class Upgrade implements FaultRow.Script {
    /** Besides 0: killed, or deposed by a false take-over on a busy machine. */
    private static final Set<Integer> EXITS = Set.of(0, 137, 40, 41, 42);

    /** Within the range of the load's holds, so that both builds refuse some of them. */
    private static final int TTL_MAX_MS = 3_000;

    /** Many TICKs, at some 500 calls a second. */
    private static final int ANSWERS = 150;

    private final LaneBuild next;

    /** @param next the build to upgrade to */
    Upgrade(LaneBuild next) {
        this.next = next;
    }

    @Override
    public void before(Scene on) {
        HotlaneHome home = HotlaneHome.find(System.getenv());
        BaseCommit base = BaseCommit.of(home.root());
        boolean found = base.commit() != null;
        on.fact(found ? "base " + base.commit() : "NO BASE: " + base.reason() + ". Both builds are this one");
        LaneBuild build = found
                ? BaseBuild.of(home.root(), base.commit(), on.stack().directory())
                : LaneBuild.THIS.named("this build in the place of a base");
        on.places().forEach(place -> place.by(build));
    }

    @Override
    public void run(Scene on) {
        new Course(on, on.processors().get(0).build(), next).run();
    }

    /** One run of the script. */
    private static final class Course {
        private final Scene on;
        private final LaneBuild base;
        private final LaneBuild next;
        private final List<Long> gaps = new ArrayList<>();
        private int rulesSet;

        Course(Scene on, LaneBuild base, LaneBuild next) {
            this.on = on;
            this.base = base;
            this.next = next;
        }

        void run() {
            long baseFormat = formatMax();
            requireReported(base);
            restart(on.following().get(0), next);
            int rounds = on.rounds(5, 1);
            for (int round = 0; round < rounds; round++) {
                boolean killed = round % 2 == 1;
                takeOver(next, killed, base);
                setRules(next);
                apart().stream()
                        .limit(1)
                        .forEach(place -> restart(place, place.build().equals(base) ? next : base));
                takeOver(base, killed, next);
                setRules(base);
            }
            takeOver(next, false, next);
            apart().stream().filter(place -> !place.build().equals(next)).forEach(place -> restart(place, next));
            requireReported(next);
            switchFormat(baseFormat);
            compareDigests();
            on.fact(gaps.size() + " take-overs, " + rulesSet + " RULES, longest gap in answers of each "
                    + gaps.stream().map(gap -> String.format("%,d", gap)).collect(Collectors.joining(" ")) + " ms");
        }

        /**
         * The leader ends and starts again on that other build, where it loads what the new leader flushed. After a
         * false take-over the wanted build leads already.
         */
        private void takeOver(LaneBuild to, boolean killed, LaneBuild then) {
            on.load().tally().measureSilenceAnew();
            ChildSlot leader = on.awaitLeader();
            boolean taken = !leader.build().equals(to);
            if (taken) {
                on.nemesis((killed ? "kill -9 " : "SIGTERM ") + leader.name() + ", " + leader.build());
                leader.leaveAlone();
                if (killed) {
                    leader.strike();
                } else {
                    end(leader);
                }
            }
            await("take-over by " + to, () -> leads(to));
            on.load().awaitAnswers(ANSWERS);
            if (taken) {
                gaps.add(on.load().tally().longestSilenceMillis());
            }
            awaitCheckpoint();
            for (ChildSlot place : on.processors()) {
                if (place != on.awaitLeader()) {
                    place.by(then).start();
                }
            }
            awaitAll();
            compareDigests();
        }

        private boolean leads(LaneBuild build) {
            return on.leader().filter(place -> place.build().equals(build)).isPresent();
        }

        /** Waits until the leader has flushed all that it had applied, so the checkpoint is its own. */
        private void awaitCheckpoint() {
            ChildSlot leader = on.awaitLeader();
            long applied = on.offsets(leader).getLong("applied");
            await("checkpoint of " + leader.build(), () -> on.offsets(leader).getLong("flushed") >= applied);
        }

        private void restart(ChildSlot place, LaneBuild build) {
            on.nemesis("SIGTERM " + place.name() + ", starts again on " + build);
            place.leaveAlone();
            end(place);
            place.by(build).start();
            awaitAll();
            compareDigests();
        }

        private void end(ChildSlot place) {
            int code = place.stop();
            if (code != 0) {
                throw new RowFailure(place.name() + " ended with " + code + " after SIGTERM. " + place.tail());
            }
        }

        private void setRules(LaneBuild by) {
            rulesSet++;
            new SceneOperator(on, by).runs("rules", "set", "ttlMaxMs=" + (TTL_MAX_MS - rulesSet), "--yes");
        }

        private void switchFormat(long baseFormat) {
            long format = formatMax();
            if (format > baseFormat) {
                String urls = on.processors().stream().map(ChildSlot::url).collect(Collectors.joining(","));
                new SceneOperator(on, next)
                        .runs("rules", "set", "formatVersion=" + format, "--processors=" + urls, "--yes");
                on.fact("formatVersion " + baseFormat + " -> " + format);
            }
        }

        private long formatMax() {
            return on.awaitLeader().awaitStatus().getLong("formatMax");
        }

        /** Gateways that run alone. */
        private List<ChildSlot> apart() {
            return on.places().stream()
                    .filter(place -> !on.processors().contains(place))
                    .toList();
        }

        /** Every process must be of that build: a wrong class path would prove nothing. */
        private void requireReported(LaneBuild build) {
            for (ChildSlot place : on.places()) {
                String commit = place.awaitStatus().getString("commit");
                on.require(
                        commit.equals(build.commit()),
                        place.name() + " reports commit " + commit + ", expected " + build.commit() + " of " + build);
            }
        }

        /** Waits until followers have applied, and so compared, the TICKs of many answers. */
        private void compareDigests() {
            on.load().awaitAnswers(ANSWERS);
            long applied = on.offsets(on.awaitLeader()).getLong("applied");
            for (ChildSlot place : on.processors()) {
                await(place.name() + " at " + applied, () -> on.offsets(place).getLong("applied") >= applied);
            }
        }

        private void awaitAll() {
            await(
                    "leader, followers and gateways",
                    () -> on.leader().isPresent()
                            && on.following().size() == on.processors().size() - 1
                            && on.gateways().stream().allMatch(ChildSlot::ready));
        }

        private void await(String what, BooleanSupplier so) {
            on.await(what, () -> {
                requireNoExit();
                return so.getAsBoolean();
            });
        }

        private void requireNoExit() {
            for (ChildSlot place : on.places()) {
                for (int code : place.exits()) {
                    if (code == ExitCode.DIVERGED.number()) {
                        throw new RowFailure("the digests of both builds differ: " + place.name() + ", " + place.build()
                                + ", ended with " + code + ". " + place.tail());
                    }
                    if (!EXITS.contains(code)) {
                        throw new RowFailure(
                                place.name() + ", " + place.build() + ", ended with " + code + ". " + place.tail());
                    }
                }
            }
        }
    }
}

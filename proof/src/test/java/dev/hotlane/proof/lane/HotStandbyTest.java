package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.StackServer;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.RecordKind;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A second processor keeps the lane available. */
@Tag("it")
@ExtendWith(RealStack.class)
class HotStandbyTest {
    private static final int CALLERS = 16;

    /** Before this silence is over only a resigned leadership can be taken. */
    private static final String PATIENT = "--takeover-silence-ms=3600000";

    /** Longer than a busy machine delays a leader: a take-over happens only after the leader's end. */
    private static final String UNHURRIED = "--takeover-silence-ms=5000";

    private static final int KEYS = 20_000;

    private final WholeLane on;
    private final ProcessorChild standby;
    private final StackServer mysql;

    HotStandbyTest(Lane lane) {
        on = new WholeLane(lane);
        standby = on.place("standby");
        mysql = lane.stack().mysql();
    }

    @AfterEach
    void end() {
        mysql.start();
        on.close();
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(60));
    }

    private void standBy(String... options) {
        standby.start(options);
        standby.awaitFollowing();
    }

    @Test
    void takesOverWhileMySqlIsAwayAndBringsItUpToDateAfter() {
        Client client = on.serve();
        standBy(UNHURRIED);
        Load load = Load.start(client, "no-sql", Seeds.next(), CALLERS);
        load.awaitAnswers(300);
        mysql.kill9();
        load.awaitAnswers(300);

        on.processor.kill9();
        standby.awaitLeading();
        load.awaitAnswers(500);
        await("the fence tried in vain").until(() -> standby.metric("hotlane_flush_failing") > 0);
        mysql.start();

        on.requireOneStory(client, load.stop());
    }

    @Test
    void leadsAsSoonAsTheLeaderIsStopped() {
        Client client = on.serve();
        standBy(PATIENT);
        Load load = Load.start(client, "hand-over", Seeds.next(), CALLERS);
        load.awaitAnswers(300);

        assertThat(on.processor.stop()).as(() -> on.processor.process().tail()).isZero();
        standby.awaitLeading();
        load.awaitAnswers(300);
        on.requireOneStory(client, load.stop());

        Census census = on.census();
        assertThat(census.last(RecordKind.LEAD)).isGreaterThan(census.last(RecordKind.RESIGN));
        System.out.printf(
                "From RESIGN to LEAD: %d ms%n", census.lastTime(RecordKind.LEAD) - census.lastTime(RecordKind.RESIGN));
        assertThat(standby.metric("hotlane_takeovers_total")).isZero();
    }

    @Test
    void keepsAndFlushesOnlyWhatMySqlLacks() {
        Client client = on.serve();
        standBy(UNHURRIED);
        new LogFiller(on.lane.stack().bootstrapServers(), on.lane.name(), Seeds.next()).fill(KEYS, KEYS);
        long filled = WholeLane.told(client, Call.add("after", "stock:a", 1)).offset();
        assertThat(filled).isGreaterThan(KEYS);
        await("the standby to let go of what the leader flushed").until(() -> flushed(standby) > filled);

        on.processor.kill9();
        standby.awaitLeading();
        long next = WholeLane.told(client, Call.add("next", "stock:a", 1)).offset();
        on.awaitFlushed(client, next);
        assertThat(standby.metric("hotlane_flush_rows_total")).isBetween(1.0, KEYS / 10.0);
        assertThat(standby.metric("hotlane_takeovers_total")).isOne();
        on.verify();
    }

    private static long flushed(ProcessorChild processor) {
        return processor
                .status()
                .map(status -> status.getJsonObject("offsets").getLong("flushed"))
                .orElse(-1L);
    }

    @Test
    void aStandbyThatDivergesEndsAndTheLeaderGoesOn() {
        Client client = on.serve();
        standby.with(FaultyBuild.goingAstrayAtIds(standby.directory()));
        standBy(PATIENT);
        Load load = Load.start(client, "astray", Seeds.next(), CALLERS);
        assertThat(standby.awaitExit()).isEqualTo(ExitCode.DIVERGED.number());

        load.awaitAnswers(300);
        assertThat(on.processor.leads()).isTrue();
        on.requireOneStory(client, load.stop());
    }
}

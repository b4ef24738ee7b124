package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.halt.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two processors as `hotlane dev --standby` runs them. */
@Tag("it")
@ExtendWith(RealStack.class)
class LanePairTest {
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** Longer than a leader on a busy machine is kept waiting: here nobody takes over but from the dead. */
    private static final String UNHURRIED = "--takeover-silence-ms=5000";

    private final Lane lane;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final LanePair pair;

    LanePairTest(Lane lane) {
        this.lane = lane;
        pair = new LanePair(place("a"), place("b"), said::add);
    }

    private LaneProcess place(String name) {
        return new LaneProcess(lane.stack(), lane.name(), lane.name() + "-" + name, SMALL)
                .by(lane.stack().bootstrapServers(), lane.jdbcUrl())
                .with(UNHURRIED);
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(60));
    }

    @AfterEach
    void end() {
        pair.close();
        assertThat(pair.places()).noneMatch(LaneProcess::isAlive);
    }

    @Test
    void theKilledLeaderIsFollowedByTheStandbyAndComesBackAsOne() {
        Topics.ensure(lane.stack().connection(), lane.name(), 1, LaneRules.small(1));
        pair.start();
        LaneProcess standby = pair.awaitStandby();
        LaneProcess leader = pair.awaitLeader();
        assertThat(leader).isNotSameAs(standby);
        assertThat(leader.process().pid()).isNotEqualTo(standby.process().pid());

        leader.kill9();
        await("the standby at the head").until(standby::leads);
        assertThat(pair.awaitStandby()).isSameAs(leader);
        assertThat(said).singleElement().asString().contains("by signal 9", "started again");

        standby.stop();
        await("the first at the head").until(leader::leads);
        assertThat(pair.awaitStandby()).isSameAs(standby);
        assertThat(said).hasSize(2);
        assertThat(said.get(1)).contains("exit code 0 (OK)");
    }

    @Test
    void aRefusalThatNoStartCanCureIsReportedOnce() {
        pair.start();
        await("both given up").until(() -> said.size() == 2);
        assertThat(said)
                .allSatisfy(line ->
                        assertThat(line).contains(ExitCode.TOPIC_MISSING.toString(), "another start can't cure"));
        assertThatThrownBy(pair::awaitLeader)
                .isInstanceOf(StackException.class)
                .hasMessageContaining(ExitCode.TOPIC_MISSING.toString());
    }

    @Test
    void aHeapThatIsTooSmallAtEachStartIsReportedWithItsExitCodeAndWhatToDo() {
        Topics.ensure(lane.stack().connection(), lane.name(), 1, LaneRules.small(1));
        LaneProcess small = new LaneProcess(
                        lane.stack(), lane.name(), lane.name() + "-c", List.of("-Xmx6m", "-XX:+UseSerialGC"))
                .by(lane.stack().bootstrapServers(), lane.jdbcUrl());
        try (Supervisor supervisor = new Supervisor(small, said::add)) {
            supervisor.start();
            await("the place given up").until(() -> supervisor.givenUp().isPresent());
        }
        assertThat(said)
                .hasSize(5)
                .allSatisfy(line -> assertThat(line).contains("ended with exit code 3 (its heap is full)"));
        assertThat(said.get(4))
                .contains("again and again", "more heap", "HOTLANE_JAVA_OPTS", "runbook \"Full heap: 3\"");
        assertThatThrownBy(small::requireAlive).hasMessageContainingAll("exit code 3 (its heap is full)", "more heap");
        small.start();
        assertThatThrownBy(small::awaitReady).hasMessageContainingAll("exit code 3", "more heap");
    }
}

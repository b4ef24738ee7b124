package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedVerifier;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Point;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Processes of `hotlane feed` that are killed and frozen: each change is published once. */
@Tag("it")
@ExtendWith(RealStack.class)
class FeedChildrenTest {
    private static final int KILLS = 4;
    private static final int CHANGES = 20;
    private static final int OPENED_MAX = 50;
    private static final List<Point> POINTS = Point.of(Point.Phase.FEED);

    private final Random random = new Random(Seeds.next());
    private final WholeLane on;
    private final FeedChild one;
    private final FeedChild two;
    private int sent;

    FeedChildrenTest(Lane lane) throws IOException {
        on = new WholeLane(lane);
        Topics.ensure(lane.stack().connection(), WantedTopics.of(lane.name(), 2).withFeed(true), 0, null);
        one = new FeedChild(lane, "one");
        two = new FeedChild(lane, "two");
    }

    @AfterEach
    void end() {
        one.close();
        two.close();
        on.close();
    }

    /** Commands that change something; returns the offset of the last one. */
    private long change(Client client) {
        long last = -1;
        for (int i = 0; i < CHANGES; i++) {
            Answer answer = WholeLane.told(client, Call.add("feed-" + sent++, "stock:" + random.nextInt(9), 1));
            last = answer.offset();
        }
        return last;
    }

    private void requireVerified() {
        FeedVerifier.Result result = FeedVerifier.run(on.lane.stack().connection(), on.lane.name(), null);
        assertThat(result.differences()).as(result.summary()).isEmpty();
        assertThat(result.summary()).contains(" 0 gaps");
    }

    @Test
    void killsOfThePublishingFeedLoseAndRepeatNothing() {
        one.start();
        two.start();
        Client client = on.serve(WholeLane.PATIENT);
        long last = change(client);
        for (int kill = 0; kill < KILLS; kill++) {
            Awaitility.await("a feed publishes")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> one.publishes() || two.publishes());
            FeedChild publishing = one.publishes() ? one : two;
            if (kill % 2 == 0) {
                change(client);
                publishing.kill9();
            } else {
                Point point = POINTS.get(random.nextInt(POINTS.size()));
                publishing.points().set(point, Action.HALT, random.nextInt(CHANGES));
                change(client);
                // One that was fenced meanwhile may not pass the point.
                publishing.awaitEndOrKill(Duration.ofSeconds(5));
                publishing.points().clear();
            }
            last = change(client);
            publishing.start();
        }
        one.awaitPublished(last);
        requireVerified();
    }

    @Test
    void feedThatIsFrozenInsideATransactionStandsByAfterwards() {
        one.start();
        Client client = on.serve(WholeLane.PATIENT);
        one.awaitPublished(change(client));
        one.awaitPublishing();
        freezeInsideATransaction(client);
        two.start();
        two.awaitPublishing();
        long last = change(client);
        two.awaitPublished(last);
        one.resume();
        // By the fence, or as a record waited for longer than its delivery may take: on a busy machine it was frozen
        // for 10 s.
        one.awaitStandby();
        last = change(client);
        two.awaitPublished(last);
        two.kill9();
        one.awaitPublishing();
        last = change(client);
        one.awaitPublished(last);
        requireVerified();
    }

    @Test
    void feedThatIsFrozenForLongerThanItsTransactionMayLastPublishesAgain() {
        one.start();
        Client client = on.serve(WholeLane.PATIENT);
        one.awaitPublished(change(client));
        freezeInsideATransaction(client);
        Awaitility.await("the broker aborts it").atMost(Duration.ofMinutes(2)).until(() -> !one.isTransactionOpen());
        long before = one.upTo();
        long last = change(client);
        assertThat(one.upTo()).isEqualTo(before);
        one.resume();
        one.awaitPublished(last);
        requireVerified();
    }

    /** It stops before the commit of a cut whose records the broker has. */
    private void freezeInsideATransaction(Client client) {
        for (int tries = 0; tries < OPENED_MAX; tries++) {
            one.points().set(Point.FEED_COMMITTING, Action.STOP, random.nextInt(2));
            change(client);
            one.awaitFrozen();
            if (one.isTransactionOpen()) {
                return;
            }
            one.resume();
        }
        throw new AssertionError("no transaction was open in " + OPENED_MAX + " tries");
    }

    @Test
    void poisonRecordEndsTheFeedWithTheProcessorsExitCodeAndIsNotPublished() {
        one.with(FaultyBuild.poisonedByIds(one.directory())).start();
        Client client = on.serve(WholeLane.PATIENT);
        one.awaitPublished(change(client));
        long poison = WholeLane.told(client, Call.add("poison-1", "stock:a", 3)).offset();
        assertThat(one.awaitExit()).isEqualTo(ExitCode.STAGE_FAILED.number());
        assertThat(one.upTo()).isLessThan(poison);
        requireVerified();
        one.with(null).start();
        one.awaitPublished(poison);
        requireVerified();
    }
}

package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedStatus.Role;
import dev.hotlane.infra.repair.PoisonSkip;
import dev.hotlane.infra.repair.RepairException;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** `hotlane skip` beside a feed: what it takes out was not published, and never will be. */
@Tag("it")
class FeedSkipTest extends OnAFeed {
    FeedSkipTest(Lane lane) {
        super(lane);
    }

    private long appended(String id) throws Exception {
        byte[] key = id.getBytes(StandardCharsets.US_ASCII);
        Command sale = Command.transact(Op.add("stock:a", -3));
        byte[] value = new RecordWriter().command(key, new Routing(7, 0, 1, 0), sale, new byte[0]);
        return on.caller.append(key, value).get().offset();
    }

    private void skip(long offset) {
        new PoisonSkip(lane.stack().connection(), on.name, on.mysql(), false, System.out::println).run(offset, false);
    }

    @Test
    void recordThatTheFeedAppliedIsNeverPublishedAndTheFeedLoadsAgain() throws Exception {
        try (FeedRun feed = feed("one")) {
            try (Started started = on.ready()) {
                publish(feed, "before", Command.transact(Op.set("stock:a", 10)));
                assertThat(started.halted()).isNotDone();
            }
            long poison = appended("poison");
            step(() -> feed.status().applied() >= poison, feed);
            assertThat(feed.status().loads()).isEqualTo(1);
            skip(poison);
            step(() -> feed.status().loads() == 2, feed);
            assertThat(feed.status().role()).isNotEqualTo(Role.PUBLISHING);
            try (Started started = on.ready()) {
                publish(feed, "after", Command.transact(Op.add("stock:a", -1)));
                assertThat(started.halted()).isNotDone();
            }
        }
        assertThat(published()).containsExactly("before", "after");
        assertThat(reader.counters().get("stock:a").get("value").asLong()).isEqualTo(9);
        requireVerified();
    }

    @Test
    void recordThatIsPublishedIsNotSkipped() throws Exception {
        try (Started started = on.ready();
                FeedRun feed = feed("one")) {
            publish(feed, "before", Command.transact(Op.set("stock:a", 10)));
            assertThat(started.halted()).isNotDone();
        }
        long poison = appended("poison");
        FeedProgress last = reader.progress();
        // A feed publishes no record that no TICK passed; only a faulty one would have come here.
        plant(moved(last, poison, last.changes(), last.digest()));
        assertThatThrownBy(() -> skip(poison))
                .isInstanceOf(RepairException.class)
                .hasMessageContaining("the change feed has published up to sequence " + poison);
    }
}

package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedVerifier;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** `hotlane verify --feed` finds what does not belong into the topics, and reports where. */
@Tag("it")
class FeedVerifyTest extends OnAFeed {
    FeedVerifyTest(Lane lane) {
        super(lane);
    }

    private List<String> differences() {
        return FeedVerifier.run(lane.stack().connection(), on.name, null).differences();
    }

    private byte[] firstChange() {
        byte[][] value = new byte[1][];
        try (TopicLog changes = new TopicLog(
                lane.stack().connection(), TopicSpec.changes(on.name).name())) {
            changes.read(0, 1, record -> value[0] = record.value());
        }
        return value[0];
    }

    @Test
    void findsAChangeTwiceAForeignChangeAWrongCounterAndAnotherDigest() throws Exception {
        String changes = TopicSpec.changes(on.name).name();
        long first;
        long last;
        try (Started started = on.ready();
                FeedRun feed = feed("one")) {
            first = on.caller
                    .call("one", Command.transact(Op.set("stock:a", 10)))
                    .sequence();
            follow(feed, first);
            assertThat(differences()).isEmpty();

            plant(changes, null, firstChange(), first);
            byte[] key = "stock:a".getBytes(StandardCharsets.UTF_8);
            String counter = "{\"key\":\"stock:a\",\"value\":9,\"held\":0,\"confirmed\":0,\"version\":" + first
                    + ",\"asOf\":" + first + ",\"time\":1}";
            plant(TopicSpec.counters(on.name).name(), key, counter.getBytes(StandardCharsets.UTF_8), -1);
            last = on.caller.call("two", Command.transact(Op.set("stock:b", 1))).sequence();
            String foreign = "{\"seq\":" + (last - 1) + ",\"time\":1,\"kind\":\"transaction\",\"id\":\"foreign\","
                    + "\"changes\":[],\"reservations\":[]}";
            plant(changes, null, foreign.getBytes(StandardCharsets.UTF_8), last - 1);
            follow(feed, last);
            assertThat(started.halted()).isNotDone();
        }
        assertThat(differences())
                .hasSize(3)
                .anyMatch(text -> text.contains("sequence " + first + " is there again"))
                .anyMatch(text -> text.contains("sequence " + (last - 1) + " changed nothing by the log"))
                .anyMatch(text -> text.contains("counter stock:a is"));

        FeedProgress position = reader.progress();
        plant(moved(position, position.upTo(), position.changes(), position.digest() ^ 1));
        assertThat(differences()).hasSize(4).anyMatch(text -> text.contains("the position " + position.upTo()));
    }

    @Test
    void findsAChangeThatIsMissing() throws Exception {
        try (Started started = on.ready();
                FeedRun feed = feed("one")) {
            publish(feed, "one", Command.transact(Op.set("stock:a", 10)));
            long lost = on.caller
                    .call("lost", Command.transact(Op.set("stock:b", 1)))
                    .sequence();
            long last = on.caller
                    .call("two", Command.transact(Op.set("stock:c", 1)))
                    .sequence();
            follow(feed, last);
            FeedProgress position = reader.progress();
            // The topics end before the last two changes, the position behind them.
            long end = endBefore(lost);
            plant(moved(position, position.upTo(), end, position.digest()));
            assertThat(differences()).contains("sequence " + lost + " is missing in the changes topic");
            assertThat(started.halted()).isNotDone();
        }
    }

    private long endBefore(long seq) {
        long[] end = {0};
        try (TopicLog changes = new TopicLog(
                lane.stack().connection(), TopicSpec.changes(on.name).name())) {
            changes.read(0, changes.endOffset(), record -> {
                String header = new String(
                        record.headers().lastHeader(FeedProgress.SEQ_HEADER).value(), StandardCharsets.US_ASCII);
                end[0] = Long.parseLong(header) < seq ? record.offset() + 1 : end[0];
            });
        }
        return end[0];
    }
}

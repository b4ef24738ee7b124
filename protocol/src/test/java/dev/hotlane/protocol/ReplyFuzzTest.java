package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.cli.ReplyJson;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As {@link RecordFuzzTest}, for the reply topic: whoever is handed a reply can read it to its end. */
@Tag("long")
class ReplyFuzzTest {
    private static final int RECORDS = 500_000;

    private final Frame frame = new Frame();
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final ReplyJson json = new ReplyJson();
    private long replies;
    private long beats;

    @Test
    void survivesHalfAMillionSpoiledRecords() {
        Random random = Seed.random();
        Mutations mutations =
                new Mutations(random, new ArrayList<>(ReplySamples.records().values()));
        long damaged = 0;
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = mutations.next();
            if (value.length >= Frame.HEADER_LENGTH && random.nextInt(4) != 0) {
                frame.seal(value, value.length, null);
            }
            damaged += unpacker.unpack(value, new Reader()) ? 0 : 1;
            if (i % 64 == 0) {
                List<String> lines = json.lines(0, i, i, value);
                String beginning = "{\"partition\":0,\"offset\":" + i;
                assertThat(lines).isNotEmpty().allMatch(line -> line.startsWith(beginning));
                assertThat(json.valueLines(value)).hasSameSizeAs(lines);
            }
        }
        System.out.println(damaged + " damaged records, " + replies + " replies, " + beats + " beats");
        assertThat(List.of(damaged, replies, beats)).allMatch(count -> count > 1_000);
    }

    private final class Reader implements ReplyRecord.Receiver {
        @Override
        public void onReply(ReplyDecoder reply) {
            DirectBuffer entry = reply.buffer();
            ReplyRecordTest.describe(reply);
            if (reply.limit() > entry.capacity()) {
                throw new AssertionError("read to " + reply.limit() + " of " + entry.capacity());
            }
            replies++;
        }

        @Override
        public void onBeat(Beat beat) {
            beats++;
        }
    }
}

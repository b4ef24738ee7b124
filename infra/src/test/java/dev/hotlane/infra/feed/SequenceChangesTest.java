package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The JSON of the feed: golden files for each topic, kinds of a random log, parts of a large sequence. */
class SequenceChangesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/feed");
    private static final byte[] KEY = "stock:a".getBytes(StandardCharsets.UTF_8);

    private final FeedJson json = new FeedJson();

    @Test
    void valuesAreThoseOfTheGoldenFiles() throws IOException {
        Numbers before = new Numbers(10, 5, 0, 0);
        Numbers after = new Numbers(8, 1234, 2, 0);
        golden("counters", json.counter(KEY, after, 1250, 1795272905007L));
        golden("counters-bucket", json.counter(KEY, new Numbers(99, -7, 0, 0), 1250, 1795272905007L));
        SequenceParts.Head head = new SequenceParts.Head(
                1234, 1795272905001L, "transaction", "shop order-1".getBytes(StandardCharsets.UTF_8));
        List<byte[]> changes = List.of(json.change(KEY, before, after), json.change(KEY, after, Numbers.ABSENT));
        golden(
                "changes",
                new SequenceParts(1_000)
                        .compose(head, changes, List.of())
                        .get(0)
                        .value());
        golden("changes-gap", json.gap(17, 1250, 1795272905007L).value());
        FeedProgress progress = new FeedProgress(
                1250, 1200, 1795272905007L, 0, "Zm9vYmFy", List.of("stock:"), false, 600, 900, 0x1234_5678_9ABC_DEF0L);
        golden("progress", progress.json());
        assertThat(FeedProgress.of(progress.json())).isEqualTo(progress);
    }

    private static void golden(String name, byte[] value) throws IOException {
        Path file = GOLDEN.resolve(name + ".json");
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(GOLDEN);
            Files.write(file, value);
        }
        assertThat(new String(value, StandardCharsets.UTF_8))
                .as("%s, written by -Dgolden.write=true", file)
                .isEqualTo(Files.readString(file));
    }

    @Test
    void randomSalesHaveEveryKind() {
        RandomFeedLog log = new RandomFeedLog(new SplittableRandom(Long.getLong("seed", 1)));
        log.grow(4_000);
        FeedScope scope = new FeedScope(List.of("stock:"), false);
        List<FeedRecord> all = replay(log, scope);
        Set<Object> kinds = new HashSet<>();
        for (FeedRecord record : all) {
            Map<String, Object> fields = JsonReader.object(record.value());
            kinds.add(fields.get("kind"));
            assertThat(fields.containsKey("id")).isEqualTo(!fields.get("kind").equals("expiry"));
            assertThat(record.key() == null).isEqualTo(fields.get("kind").equals("expiry"));
            assertThat(new String(record.value(), StandardCharsets.UTF_8)).doesNotContain("limit:", "rate:");
        }
        assertThat(kinds)
                .containsExactlyInAnyOrder("transaction", "reservation", "confirm", "cancel", "extend", "expiry");
    }

    private static List<FeedRecord> replay(RandomFeedLog log, FeedScope scope) {
        FeedFollower follower = new FeedFollower(new State(), RandomFeedLog.IDENTITY, new LastRecord(-1, 0, 0), scope);
        List<FeedRecord> all = new ArrayList<>();
        log.records.forEach(record -> {
            follower.apply(record);
            for (FeedCut cut = follower.take(1); cut != null; cut = follower.take(1)) {
                all.addAll(cut.changes);
            }
        });
        return all;
    }

    @Test
    void largeSequenceIsSplitAndLosesNothing() {
        byte[] element = new byte[100];
        Arrays.fill(element, (byte) '1');
        List<byte[]> changes = Collections.nCopies(25, element);
        SequenceParts.Head head = new SequenceParts.Head(7, 9, "expiry", null);
        List<FeedRecord> records = new SequenceParts(1_000).compose(head, changes, List.of());
        assertThat(records).hasSize(3);
        int found = 0;
        for (int i = 0; i < records.size(); i++) {
            String text = new String(records.get(i).value(), StandardCharsets.UTF_8);
            assertThat(text)
                    .startsWith("{\"seq\":7,\"time\":9,\"kind\":\"expiry\",\"part\":" + (i + 1) + ",\"parts\":3");
            found += text.split("1{100}", -1).length - 1;
        }
        assertThat(found).isEqualTo(25);
    }
}

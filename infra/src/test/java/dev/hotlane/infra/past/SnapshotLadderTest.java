package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ladder along the log of a rush: its leader was 40 TICKs, 240 records, behind the end, so each proof stands as far behind. */
class SnapshotLadderTest {
    private static final int BEHIND = 40;
    private static final int TICKS = 200;
    private static final long EVERY = 60;
    private static final byte[] NONE = {};

    @TempDir
    Path directory;

    private final RecordedPast log = new RecordedPast();
    private final RecordWriter writer = new RecordWriter();
    private final State state = new State();
    private final Effects effects = new Effects();
    private final Meta meta = new Meta();
    private final List<Meta> ticks = new ArrayList<>();
    private long time = 1_800_000_000_000L;

    private void append(byte[] key, byte[] value) {
        time++;
        state.apply(log.end(), time, key, value, effects);
        log.append(time, key, value);
    }

    private void rush() {
        append(null, writer.rules(Rules.first(42)));
        append(null, writer.lead(1, 1, 2, -1));
        for (int i = 0; i < TICKS; i++) {
            for (int n = 0; n < 5; n++) {
                byte[] id = ("c-" + i + "-" + n).getBytes(StandardCharsets.UTF_8);
                append(id, writer.command(id, new Routing(7, 8, 9, 0), Command.transact(Op.add("stock:a", 1)), NONE));
            }
            tick();
        }
    }

    private void tick() {
        state.describe(meta);
        Meta named = ticks.size() < BEHIND ? meta : ticks.get(ticks.size() - BEHIND);
        append(null, writer.tick(new Tick(1, 1, 2, time, named.lastTick, named.lastTickDigest, log.end(), 0, 0)));
        Meta after = new Meta();
        state.describe(after);
        ticks.add(after);
    }

    @Test
    void aProofThatComesLateLeavesNoRungOut() {
        rush();
        List<Path> files = new ArrayList<>();
        try (SnapshotLadder ladder = new SnapshotLadder(log.span(), PastStateTest.LOG, directory, "t", note -> {})) {
            assertThat(ladder.climb(List.of(), EVERY, () -> false, files::add)).isEqualTo(files.size());
        }
        long last = 0;
        for (Path file : files) {
            long sequence = Long.parseLong(file.getFileName().toString().replaceAll("[^0-9]", ""));
            assertThat(sequence - last).as(file.toString()).isBetween(EVERY, EVERY + 6);
            last = sequence;
        }
        assertThat(log.end() - last).isBetween(6L * BEHIND, 6L * BEHIND + EVERY + 6);
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
        assertThat(answeredAtEnd(directory)).isEqualTo(answeredAtEnd(null));
    }

    /** The digest at the log's end, from the log's start or a directory's newest snapshot on. */
    private long answeredAtEnd(Path snapshots) {
        List<Path> from = snapshots == null ? List.of() : List.of(snapshots);
        try (PastState past = new PastState(log.span(), PastStateTest.LOG, from, note -> {})) {
            past.goTo(log.end() - 1);
            Meta end = new Meta();
            past.state().describe(end);
            return end.digest;
        }
    }
}

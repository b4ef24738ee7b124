package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.proof.flusher.ScriptedLog.Entry;
import dev.hotlane.protocol.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** A loaded checkpoint, to be compared with a replay. */
final class LoadedCheckpoint implements CheckpointSink {
    final TreeMap<byte[], long[]> counters = new TreeMap<>(Arrays::compareUnsigned);
    final TreeMap<Long, byte[]> holds = new TreeMap<>();
    final List<Entry> resolved = new ArrayList<>();
    final List<Entry> entries = new ArrayList<>();
    Identity identity;
    long fenceEpoch;
    Meta cut;

    static LoadedCheckpoint of(FlushSettings settings) {
        LoadedCheckpoint loaded = new LoadedCheckpoint();
        new Checkpoint(settings).load(loaded);
        return loaded;
    }

    @Override
    public void meta(Identity identity, long fenceEpoch, Meta cut) {
        this.identity = identity;
        this.fenceEpoch = fenceEpoch;
        this.cut = cut;
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        assertThat(counters.isEmpty() || Arrays.compareUnsigned(counters.lastKey(), key) < 0)
                .as("keys in order")
                .isTrue();
        counters.put(key, new long[] {value, version, held, confirmed});
    }

    @Override
    public void hold(OpenHold hold) {
        assertThat(holds.isEmpty() || holds.lastKey() < hold.sequence)
                .as("holds in order")
                .isTrue();
        holds.put(hold.sequence, Arrays.copyOfRange(hold.bytes, hold.image, hold.image + hold.imageLength));
    }

    @Override
    public void resolved(long resolvedSequence, byte[] src, int off, int len) {
        resolved.add(new Entry(resolvedSequence, Arrays.copyOfRange(src, off, off + len)));
    }

    @Override
    public void packed(long sequence, byte[] src, int off, int len) {
        entries.add(new Entry(sequence, Arrays.copyOfRange(src, off, off + len)));
    }

    /**
     * Requires that every row, every entry of the window and the whole meta row equal those of a replay to the same
     * offset.
     */
    void assertEqualTo(ScriptedLog log) {
        ScriptedLog.Replay replay = log.replay();
        replay.to(cut.nextOffset, null, Long.MAX_VALUE);
        if (cut.nextOffset > 0) {
            assertThat(cut.sameAs(replay.cut()))
                    .as("%s, replayed %s", cut, replay.cut())
                    .isTrue();
        }
        assertThat(counters.keySet().stream().map(Arrays::toString))
                .as("keys at %d", cut.nextOffset)
                .containsExactlyElementsOf(
                        replay.counters.keySet().stream().map(Arrays::toString).toList());
        replay.counters.forEach((key, values) ->
                assertThat(counters.get(key)).as(Arrays.toString(key)).isEqualTo(values));
        assertThat(holds.keySet()).as("open holds at %d", cut.nextOffset).isEqualTo(replay.holds.open.keySet());
        replay.holds.open.forEach((sequence, hold) ->
                assertThat(holds.get(sequence)).as("image of hold " + sequence).isEqualTo(hold.image()));
        // Of the resolved holds that share the oldest sequence, the state may have dropped some.
        assertThat(resolved)
                .as("resolved holds at %d", cut.nextOffset)
                .endsWith(replay.holds.resolved.toArray(new Entry[0]))
                .allMatch(entry -> entry.sequence() >= cut.resolvedStart);
        assertThat(resolved.stream().filter(entry -> entry.sequence() > cut.resolvedStart))
                .hasSize((int) replay.holds.resolved.stream()
                        .filter(entry -> entry.sequence() > cut.resolvedStart)
                        .count());
        assertThat(entries)
                .as("window at %d", cut.nextOffset)
                .isEqualTo(
                        cut.nextOffset == 0
                                ? List.of()
                                : log.entries(cut.windowStart, ScriptedLog.SEQUENCE_BASE + cut.nextOffset));
    }
}

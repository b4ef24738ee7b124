package dev.hotlane.infra.flusher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.Checkpoint;
import dev.hotlane.flusher.CheckpointSink;
import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.FlushSettings;
import dev.hotlane.flusher.Identity;
import java.util.Arrays;
import java.util.TreeMap;

/** A checkpoint as loaded, to be compared with a replay. */
final class LoadedCheckpoint implements CheckpointSink {
    final TreeMap<byte[], long[]> counters = new TreeMap<>(Arrays::compareUnsigned);
    final TreeMap<Long, byte[]> entries = new TreeMap<>();
    Identity identity;
    long fenceEpoch;
    Cut cut;

    static LoadedCheckpoint of(FlushSettings settings) {
        LoadedCheckpoint loaded = new LoadedCheckpoint();
        new Checkpoint(settings).load(loaded);
        return loaded;
    }

    @Override
    public void meta(Identity identity, long fenceEpoch, Cut cut) {
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
    public void packed(long offset, byte[] src, int off, int len) {
        assertThat(entries.isEmpty() || entries.lastKey() < offset)
                .as("offsets in order")
                .isTrue();
        entries.put(offset, Arrays.copyOfRange(src, off, off + len));
    }

    /** Every counter, every entry of the window and the whole meta row are what replay to the same offset gives. */
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
        long expected = 0;
        for (long offset = cut.windowStart; offset < cut.nextOffset; offset++) {
            if (log.hasEntry(offset)) {
                assertThat(entries.get(offset)).as("entry " + offset).isEqualTo(log.payload(offset));
                expected++;
            }
        }
        assertThat(entries).hasSize((int) expected);
    }
}

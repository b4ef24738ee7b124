package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.feed.FeedShelf;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.processor.checkpoint.HoldRow;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.checkpoint.StateSave;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A feed's state files in memory: the calls that make a checkpoint, for the product's own load. */
final class SavedStates implements FeedShelf {
    private final TreeMap<String, List<Consumer<CheckpointSink>>> files = new TreeMap<>();

    @Override
    public List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public void write(String name, State state, Identity log, LastRecord last) {
        Calls calls = new Calls();
        StateSave.of(state, log, last, calls);
        files.put(name, calls.all);
    }

    @Override
    public StateLoad read(String name) {
        StateLoad load = new StateLoad();
        files.get(name).forEach(call -> call.accept(load));
        String fault = load.prove();
        if (fault != null) {
            throw new SnapshotException(name + " is damaged: " + fault);
        }
        return load;
    }

    @Override
    public void delete(String name) {
        files.remove(name);
    }

    /** The disk is lost. */
    void clear() {
        files.clear();
    }

    /** Takes one counter out of the newest file that has any. */
    void damage() {
        for (String name : files.descendingKeySet()) {
            List<Consumer<CheckpointSink>> calls = files.get(name);
            if (calls.size() > 1) {
                files.put(name, calls.subList(0, calls.size() - 1));
                return;
            }
        }
    }

    /** First sequence that the newest file lacks; -1 for no file. */
    long newest() {
        return files.isEmpty() ? -1 : next(files.lastKey());
    }

    /** Whether there is a file whose first missing sequence is this. */
    boolean has(long next) {
        return files.keySet().stream().anyMatch(name -> next(name) == next);
    }

    private static long next(String name) {
        return Long.parseLong(name.replaceAll("\\D", ""));
    }

    /** Keeps the calls with copies of their bytes. */
    private static final class Calls implements CheckpointSink {
        private final List<Consumer<CheckpointSink>> all = new ArrayList<>();

        @Override
        public void meta(Identity identity, long fenceEpoch, Meta cut) {
            Meta copy = new Meta().set(cut);
            all.add(sink -> sink.meta(identity, fenceEpoch, copy));
        }

        @Override
        public void counter(byte[] key, long value, long version, long held, long confirmed) {
            all.add(sink -> sink.counter(key.clone(), value, version, held, confirmed));
        }

        @Override
        public void hold(OpenHold hold) {
            byte[] image = Arrays.copyOfRange(hold.bytes, hold.image, hold.image + hold.imageLength);
            all.add(sink -> sink.hold(HoldRow.of(new HoldImage().wrap(image, 0), new OpenHold())));
        }

        @Override
        public void resolved(long sequence, byte[] src, int offset, int length) {
            byte[] bytes = Arrays.copyOfRange(src, offset, offset + length);
            all.add(sink -> sink.resolved(sequence, bytes, 0, bytes.length));
        }

        @Override
        public void packed(long sequence, byte[] src, int offset, int length) {
            byte[] bytes = Arrays.copyOfRange(src, offset, offset + length);
            all.add(sink -> sink.packed(sequence, bytes, 0, bytes.length));
        }
    }
}

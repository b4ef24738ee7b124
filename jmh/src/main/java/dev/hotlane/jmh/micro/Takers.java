package dev.hotlane.jmh.micro;

import dev.hotlane.flusher.batch.BatchLimits;
import dev.hotlane.flusher.batch.DirtyMap;
import dev.hotlane.flusher.batch.DiscardedValues;
import dev.hotlane.flusher.batch.DiscardingExchange;
import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.flusher.batch.VBatching;
import dev.hotlane.protocol.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** The ways to take what a ring gives: the two batchings, their batches thrown away, and the bare look-up. */
final class Takers {
    private Takers() {}

    /** What came out at the other end. One per taker, so that each thread counts for itself. */
    static final class Out {
        final long[] values;
        boolean looking;
        long rows;

        Out(int keys) {
            values = new long[keys];
        }

        void see(DirtyMap batch) {
            rows += batch.size();
            if (looking) {
                batch.forEach((key, length, removed, value, version, held, confirmed) ->
                        values[UpdateLog.key(key, 0)] = value);
            }
        }
    }

    static UpdateRing.Taker[] of(String kind, int keys, List<Out> outs) {
        IntFunction<Out> out = i -> {
            outs.add(new Out(keys));
            return outs.get(outs.size() - 1);
        };
        return switch (kind) {
            case "ring" -> new UpdateRing.Taker[] {new Table(keys, out.apply(0))};
            case "hBatching" -> new UpdateRing.Taker[] {new Horizontal(out.apply(0))};
            default -> vertical(Integer.parseInt(kind.substring("vBatching".length())), out);
        };
    }

    private static UpdateRing.Taker[] vertical(int marshallers, IntFunction<Out> out) {
        List<UpdateRing.Taker> takers = new ArrayList<>();
        IntFunction<DiscardedValues> nowhere = i -> new DiscardedValues(out.apply(i)::see);
        for (VBatching one : VBatching.marshallers(marshallers, nowhere, BatchLimits.DEFAULT)) {
            takers.add(new Vertical(one));
        }
        return takers.toArray(UpdateRing.Taker[]::new);
    }

    private static final class Horizontal implements UpdateRing.Taker {
        private final HBatching batching;
        private final Meta cut = new Meta();

        Horizontal(Out out) {
            batching = new HBatching(new DiscardingExchange(out::see), BatchLimits.DEFAULT);
        }

        @Override
        public void update(byte[] key, int at, long hash, long value, long transaction) {
            batching.counter(key, at, UpdateLog.KEY_BYTES, hash, value, transaction, 0, 0);
        }

        @Override
        public void pause(long transaction) {
            if (batching.due()) {
                end(transaction);
            }
        }

        @Override
        public void end(long transaction) {
            cut.nextOffset = transaction + 1;
            batching.offerCut(cut);
        }
    }

    private record Vertical(VBatching batching) implements UpdateRing.Taker {
        @Override
        public void update(byte[] key, int at, long hash, long value, long transaction) {
            batching.counter(key, at, UpdateLog.KEY_BYTES, hash, value, transaction, 0, 0);
        }

        @Override
        public void pause(long transaction) {
            if (batching.due()) {
                batching.offer();
            }
        }

        @Override
        public void end(long transaction) {
            batching.offer();
        }
    }

    /** The leanest look-up by bytes: all keys known before, one table of their places, values in an array. */
    private static final class Table implements UpdateRing.Taker {
        private final int[] places;
        private final byte[] keys;
        private final long[] values;

        Table(int count, Out out) {
            places = new int[Integer.highestOneBit(count) * 4];
            keys = new byte[count * UpdateLog.KEY_BYTES];
            values = out.values;
            for (int key = 0; key < count; key++) {
                UpdateLog.write(key, keys, key * UpdateLog.KEY_BYTES);
                int at = (int) UpdateLog.hash(keys, key * UpdateLog.KEY_BYTES) & places.length - 1;
                while (places[at] != 0) {
                    at = at + 1 & places.length - 1;
                }
                places[at] = key + 1;
            }
        }

        @Override
        public void update(byte[] key, int at, long hash, long value, long transaction) {
            int place = (int) hash & places.length - 1;
            int found = places[place] - 1;
            while (!is(found, key, at)) {
                place = place + 1 & places.length - 1;
                found = places[place] - 1;
            }
            values[found] = value;
        }

        private boolean is(int found, byte[] key, int at) {
            int from = found * UpdateLog.KEY_BYTES;
            return Arrays.equals(keys, from, from + UpdateLog.KEY_BYTES, key, at, at + UpdateLog.KEY_BYTES);
        }

        @Override
        public void pause(long transaction) {}

        @Override
        public void end(long transaction) {}
    }
}

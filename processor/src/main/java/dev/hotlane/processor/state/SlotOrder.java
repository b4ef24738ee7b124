package dev.hotlane.processor.state;

/*
 * Multikey quicksort on the 8-byte words of the keys, as the flusher's KeyOrder, which this package may not import.
 * Keys of one deal share long prefixes; a range that shares a word is sorted by the next one only.
 * 1,000,000 keys of one deal take 0.34 s; List.sort with compareKeys takes 1.3 s (Temurin 25, two cores, 2026-11-26).
 */

/** The slots of all counters in the order of their keys as unsigned bytes. Used once, by one thread. */
final class SlotOrder {
    private static final int SHORT_RANGE = 12;

    private final Counters counters;
    private final int[] slots;
    private final long[] words;
    private int count;
    private long random = 0x9E3779B97F4A7C15L;

    SlotOrder(Counters counters) {
        this.counters = counters;
        slots = new int[counters.count()];
        words = new long[slots.length];
    }

    /** The slots that have a row. */
    int[] slots() {
        counters.index().forEach(slot -> {
            if (counters.stands((int) slot)) {
                slots[count++] = (int) slot;
            }
        });
        sortByWord(0, count, 0);
        return slots;
    }

    /** All keys in [from, to) share their first {@code depth} words. */
    private void sortByWord(int from, int to, int depth) {
        if (to - from <= SHORT_RANGE) {
            insertionSort(from, to);
            return;
        }
        int start = from;
        for (int i = from; i < to; i++) {
            if (counters.keyLength(slots[i]) <= Long.BYTES * depth) {
                swapSlots(start++, i);
            }
        }
        insertionSort(from, start);
        for (int i = start; i < to; i++) {
            words[i] = Long.reverseBytes(counters.field(slots[i], Counters.KEY + depth));
        }
        partition(start, to, depth);
    }

    private void partition(int from, int to, int depth) {
        int low = from;
        int high = to;
        while (high - low > SHORT_RANGE) {
            long pivot = words[randomIndex(low, high)];
            int less = low;
            int greater = high;
            int i = low;
            while (i < greater) {
                int order = Long.compareUnsigned(words[i], pivot);
                if (order < 0) {
                    swap(less++, i++);
                } else if (order > 0) {
                    swap(i, --greater);
                } else {
                    i++;
                }
            }
            sortByWord(less, greater, depth + 1);
            // Recursion for the smaller side, the loop for the larger: the stack stays shallow.
            if (less - low < high - greater) {
                partition(low, less, depth);
                low = greater;
            } else {
                partition(greater, high, depth);
                high = less;
            }
        }
        insertionSort(low, high);
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int moving = slots[i];
            int at = i;
            while (at > from && counters.compareKeys(moving, slots[at - 1]) < 0) {
                slots[at] = slots[at - 1];
                at--;
            }
            slots[at] = moving;
        }
    }

    /** A fixed row of numbers, so that the walk stays a function of the state; the order does not depend on it. */
    private int randomIndex(int from, int to) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return from + (int) Long.remainderUnsigned(random, to - from);
    }

    private void swap(int a, int b) {
        swapSlots(a, b);
        long word = words[a];
        words[a] = words[b];
        words[b] = word;
    }

    private void swapSlots(int a, int b) {
        int slot = slots[a];
        slots[a] = slots[b];
        slots[b] = slot;
    }
}

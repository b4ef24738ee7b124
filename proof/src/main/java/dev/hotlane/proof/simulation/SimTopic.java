package dev.hotlane.proof.simulation;

import java.util.ArrayList;
import java.util.List;

/** A partition: its records, and the end of those that readers see. */
final class SimTopic<E> {
    private final List<E> entries = new ArrayList<>();
    private int visible;

    /** Returns the offset. */
    int append(E entry) {
        entries.add(entry);
        return entries.size() - 1;
    }

    E get(int offset) {
        return entries.get(offset);
    }

    int end() {
        return entries.size();
    }

    /** First offset that no reader sees. */
    int visible() {
        return visible;
    }

    /** Loses what is from that offset on. */
    void truncate(int offset) {
        entries.subList(offset, entries.size()).clear();
        visible = Math.min(visible, offset);
    }

    void showUpTo(int offset) {
        visible = offset;
    }
}

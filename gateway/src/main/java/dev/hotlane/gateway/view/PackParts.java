package dev.hotlane.gateway.view;

import dev.hotlane.protocol.ViewPack;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the parts of a pack. Parts of one leader arrive in order; a part that does not follow the one before drops the
 * pack, whose changes then show as a gap. Late parts of a deposed leader may come between. Thread {@code view-table}.
 */
final class PackParts {
    private final List<ViewPack> parts = new ArrayList<>();

    /** Adds a part; returns all parts if it was the last one, else an empty list. */
    List<ViewPack> add(ViewPack part) {
        if (!parts.isEmpty() && part.epoch() < parts.get(0).epoch()) {
            return List.of();
        }
        if (part.part() == 0) {
            parts.clear();
        } else if (parts.size() != part.part() || !follows(part, parts.get(0))) {
            parts.clear();
            return List.of();
        }
        parts.add(part);
        if (parts.size() < part.parts()) {
            return List.of();
        }
        List<ViewPack> whole = List.copyOf(parts);
        parts.clear();
        return whole;
    }

    private static boolean follows(ViewPack part, ViewPack first) {
        return part.from() == first.from()
                && part.to() == first.to()
                && part.parts() == first.parts()
                && part.epoch() == first.epoch()
                && part.leadSequence() == first.leadSequence()
                && part.sequenceBase() == first.sequenceBase()
                && part.topicHash() == first.topicHash();
    }

    /** Drops the parts collected so far. */
    void clear() {
        parts.clear();
    }
}

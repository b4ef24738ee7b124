package dev.hotlane.access;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** All principals of one state of the file. Immutable; any thread. */
public final class Principals {
    private final List<Principal> all;
    private final long[] ids;
    private final KnownKey[] keys;

    /** These principals; the ids of their keys must differ. */
    public Principals(List<Principal> principals) {
        all = List.copyOf(principals);
        keys = all.stream()
                .flatMap(principal -> principal.identities().keys().stream().map(key -> new KnownKey(principal, key)))
                .sorted(Comparator.comparingLong(known -> KeyText.id(known.key().id())))
                .toArray(KnownKey[]::new);
        ids = Arrays.stream(keys)
                .mapToLong(known -> KeyText.id(known.key().id()))
                .toArray();
    }

    /** The principals, in the order of the file. */
    public List<Principal> all() {
        return all;
    }

    /** The key with this id, by {@link KeyText#id}; null if no principal has it. */
    KnownKey key(long id) {
        int at = Arrays.binarySearch(ids, id);
        return at < 0 ? null : keys[at];
    }
}

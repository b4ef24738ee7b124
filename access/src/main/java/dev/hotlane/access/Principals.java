package dev.hotlane.access;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All principals of one state of the file. Immutable; any thread. */
public final class Principals {
    private final List<Principal> all;
    private final long[] ids;
    private final KnownKey[] keys;
    private final Map<String, Principal> subjects = new HashMap<>();
    private final Map<String, Principal> certificates = new HashMap<>();

    /** These principals; the ids of their keys must differ, and so must their subjects and certificates. */
    public Principals(List<Principal> principals) {
        all = List.copyOf(principals);
        keys = all.stream()
                .flatMap(principal -> principal.identities().keys().stream().map(key -> new KnownKey(principal, key)))
                .sorted(Comparator.comparingLong(known -> KeyText.id(known.key().id())))
                .toArray(KnownKey[]::new);
        ids = Arrays.stream(keys)
                .mapToLong(known -> KeyText.id(known.key().id()))
                .toArray();
        for (Principal principal : all) {
            principal.identities().subjects().forEach(name -> subjects.put(name, principal));
            principal.identities().certificates().forEach(name -> certificates.put(name, principal));
        }
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

    /** The principal with this subject of a token; null if there is none. */
    public Principal subject(String name) {
        return subjects.get(name);
    }

    /** The principal with this name of a certificate; null if there is none. */
    public Principal certificate(String name) {
        return certificates.get(name);
    }
}

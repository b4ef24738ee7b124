package dev.hotlane.access.file;

import dev.hotlane.access.KeyList;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prefixes that principals of two tenants may write. One walk over all prefixes in their order: those that begin the
 * present one are the ones that are open, as folders around a file. Belongs to one thread.
 */
final class SharedPrefixes {
    private final TreeMap<byte[], Map<String, String>> writers = new TreeMap<>(Arrays::compareUnsigned);
    private final Deque<Map.Entry<byte[], Map<String, String>>> open = new ArrayDeque<>();
    private final List<String> found = new ArrayList<>();

    private SharedPrefixes() {}

    /** A sentence for each prefix of each tenant that meets one of another tenant; the nearest is named. */
    static List<String> of(Principals principals) {
        SharedPrefixes shared = new SharedPrefixes();
        principals.all().forEach(shared::add);
        shared.writers.entrySet().forEach(shared::walk);
        return shared.found;
    }

    private void add(Principal one) {
        for (Verb verb : Verb.values()) {
            for (KeyList list : KeyList.values()) {
                if (verb.writes()) {
                    one.rights()
                            .prefixes(verb, list)
                            .list()
                            .forEach(prefix -> writers.computeIfAbsent(prefix, none -> new TreeMap<>())
                                    .putIfAbsent(one.tenant(), one.name()));
                }
            }
        }
    }

    private void walk(Map.Entry<byte[], Map<String, String>> next) {
        while (!open.isEmpty() && !begins(next.getKey(), open.peek().getKey())) {
            open.pop();
        }
        open.push(next);
        next.getValue().forEach((tenant, name) -> report(next.getKey(), tenant, name));
    }

    /** Names the first other tenant of the nearest open prefix that has one. */
    private void report(byte[] prefix, String tenant, String name) {
        for (Map.Entry<byte[], Map<String, String>> around : open) {
            boolean same = around.getKey() == prefix;
            for (Map.Entry<String, String> other : around.getValue().entrySet()) {
                // Two tenants of one prefix are one finding, under the first of them.
                if (same
                        ? other.getKey().compareTo(tenant) > 0
                        : !other.getKey().equals(tenant)) {
                    found.add("Two tenants may write " + shown(prefix) + ": " + who(tenant, name) + ", and by "
                            + shown(around.getKey()) + " " + who(other.getKey(), other.getValue()) + ".");
                    return;
                }
            }
        }
    }

    private static String who(String tenant, String name) {
        return (tenant.isEmpty() ? "the empty tenant" : "tenant " + tenant) + " (principal " + name + ")";
    }

    private static String shown(byte[] prefix) {
        return prefix.length == 0 ? "\"*\"" : "\"" + new String(prefix, StandardCharsets.UTF_8) + "\"";
    }

    private static boolean begins(byte[] key, byte[] prefix) {
        return prefix.length <= key.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
}

package dev.hotlane.console.caller;

import dev.hotlane.access.KeyList;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Prefixes;
import dev.hotlane.access.Verb;

/**
 * How much of a view a caller gets. Immutable; any thread.
 *
 * @param keys counters that are shown
 * @param tenant whose records are shown, empty for the empty tenant; null: those of all
 */
public record ShownScope(Prefixes keys, String tenant) {
    private static final ShownScope ALL = new ShownScope(Prefixes.ALL, null);

    /** All with the verb {@code operate} and without principals; else the keys that the caller may read, and its tenant. */
    public static ShownScope of(KnownCaller caller) {
        return caller.isAnyone() || caller.principal().rights().has(Verb.OPERATE)
                ? ALL
                : new ShownScope(
                        caller.principal().rights().prefixes(Verb.READ, KeyList.KEYS),
                        caller.principal().tenant());
    }
}

package dev.hotlane.access;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a grant allows. Immutable; any thread. */
public enum Verb {
    /** Counters, their lists and watches; with {@code holds} also reservations and stored commands. */
    READ(EnumSet.of(KeyList.KEYS), true),
    /** Reservations: lines and checks on keys, limits with a bound, takes from buckets. */
    RESERVE(EnumSet.allOf(KeyList.class), true),
    /** Confirm, cancel, extend, abandon. */
    RESOLVE(EnumSet.noneOf(KeyList.class), true),
    /** Takes from buckets. */
    TAKE(EnumSet.of(KeyList.BUCKETS), false),
    /** Checks and sales on keys, uses of limits, takes from buckets, without a hold. */
    ADD(EnumSet.allOf(KeyList.class), false),
    /** Any change of a counter's value. */
    STOCK(EnumSet.of(KeyList.KEYS), false),
    /** Status and metrics of gateways and processors. */
    OBSERVE(EnumSet.noneOf(KeyList.class), false),
    /** All views of a console, with all tenants and keys. */
    OPERATE(EnumSet.noneOf(KeyList.class), false);

    /** All verbs as the file writes them, in their order. */
    public static final List<String> WORDS =
            Arrays.stream(values()).map(Verb::word).toList();

    private final Set<KeyList> lists;
    private final boolean onHolds;

    Verb(Set<KeyList> lists, boolean onHolds) {
        this.lists = lists;
        this.onHolds = onHolds;
    }

    /** The verb as the file writes it: {@code read}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The verb with this word; null if there is none. */
    public static Verb of(String word) {
        int at = WORDS.indexOf(word);
        return at < 0 ? null : values()[at];
    }

    /** Whether the verb allows ops on keys of this list. */
    public boolean uses(KeyList list) {
        return lists.contains(list);
    }

    /** Whether {@code holds} of a grant says something about this verb. */
    public boolean usesHolds() {
        return onHolds;
    }

    /** Whether the verb changes counters. */
    public boolean writes() {
        return this != READ && !lists.isEmpty();
    }

    /** Whether a call by this verb is a command, and so takes an entry of the window. */
    public boolean commands() {
        return writes() || this == RESOLVE;
    }
}

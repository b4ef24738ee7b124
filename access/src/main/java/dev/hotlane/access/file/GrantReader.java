package dev.hotlane.access.file;

import dev.hotlane.access.Grant;
import dev.hotlane.access.HoldScope;
import dev.hotlane.access.KeyList;
import dev.hotlane.access.Prefixes;
import dev.hotlane.access.Verb;
import dev.hotlane.protocol.Op;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Reads one grant. A list that no verb of the grant uses is refused, and so is a verb that the grant gives nothing:
 * both are mistakes that would show only as a refusal later. One object for each grant; belongs to one thread.
 */
final class GrantReader {
    private static final String ALL = "*";

    private final StrictFile in;
    private final EnumSet<Verb> verbs = EnumSet.noneOf(Verb.class);
    private Prefixes keys = Prefixes.NONE;
    private Prefixes limits = Prefixes.NONE;
    private Prefixes buckets = Prefixes.NONE;
    private HoldScope holds = HoldScope.NONE;

    private GrantReader(StrictFile in) {
        this.in = in;
    }

    /** Reads the grant whose object the file stands at. */
    static Grant read(StrictFile in) {
        return new GrantReader(in).read();
    }

    private Grant read() {
        Set<String> met = in.object(this::field);
        in.need(met, "verbs");
        if (verbs.isEmpty()) {
            throw in.fault("\"verbs\" must name one or more of " + words());
        }
        Grant grant = new Grant(verbs, keys, limits, buckets, holds);
        for (KeyList list : KeyList.values()) {
            if (met.contains(list.word()) && verbs.stream().noneMatch(verb -> verb.uses(list))) {
                throw in.fault("no verb of this grant uses \"" + list.word() + "\"");
            }
        }
        if (met.contains("holds") && verbs.stream().noneMatch(Verb::usesHolds)) {
            throw in.fault("no verb of this grant uses \"holds\"");
        }
        verbs.forEach(verb -> requireSome(verb, grant));
        return grant;
    }

    private void requireSome(Verb verb, Grant grant) {
        boolean some = false;
        List<String> wanted = new ArrayList<>();
        for (KeyList list : KeyList.values()) {
            if (verb.uses(list)) {
                wanted.add("\"" + list.word() + "\"");
                some |= !grant.prefixes(list).isEmpty();
            }
        }
        // Reserving by holds alone would reserve nothing.
        if (verb == Verb.RESOLVE || verb == Verb.READ) {
            wanted.add("\"holds\"");
            some |= holds != HoldScope.NONE;
        }
        if (!some && !wanted.isEmpty()) {
            throw in.fault("the verb \"" + verb.word() + "\" needs " + String.join(" or ", wanted));
        }
    }

    private void field(String name) {
        switch (name) {
            case "verbs" -> in.array(this::verb);
            case "keys" -> keys = prefixes();
            case "limits" -> limits = prefixes();
            case "buckets" -> buckets = prefixes();
            case "holds" -> holds = scope();
            default -> throw in.unknownField("verbs, keys, limits, buckets, holds");
        }
    }

    private void verb() {
        Verb verb = Verb.of(in.text());
        if (verb == null) {
            throw in.fault("unknown verb; known: " + words());
        }
        if (!verbs.add(verb)) {
            throw in.fault("the verb is there twice");
        }
    }

    private static String words() {
        return String.join(", ", Verb.WORDS);
    }

    /** An array of prefixes. For all keys: {@code "*"}, alone or in an array. */
    private Prefixes prefixes() {
        if (in.isText()) {
            if (!in.text().equals(ALL)) {
                throw in.fault("expected an array of prefixes, or \"*\" for all keys");
            }
            return Prefixes.ALL;
        }
        List<byte[]> found = new ArrayList<>();
        in.array(() -> found.add(prefix()));
        return Prefixes.of(found);
    }

    private byte[] prefix() {
        byte[] prefix = in.utf8(Op.KEY_LENGTH_MAX);
        return prefix.length == 1 && prefix[0] == ALL.charAt(0) ? new byte[0] : prefix;
    }

    private HoldScope scope() {
        return switch (in.text()) {
            case "tenant" -> HoldScope.TENANT;
            case "owner" -> HoldScope.OWNER;
            default -> throw in.fault("expected \"tenant\" or \"owner\"");
        };
    }
}

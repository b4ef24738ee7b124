package dev.hotlane.access;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** Principals and grants of tests. */
public final class Samples {
    private Samples() {}

    /** The UTF-8 bytes. */
    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A set of prefixes. */
    public static Prefixes prefixes(String... texts) {
        return Prefixes.of(List.of(texts).stream().map(Samples::utf8).toList());
    }

    /** A grant of one verb: prefixes of keys, limits and buckets by their lists' names. */
    public static Grant grant(Verb verb, HoldScope holds) {
        return new Grant(EnumSet.of(verb), prefixes("stock:"), prefixes("limit:"), prefixes("rate:"), holds);
    }

    /** A principal with these keys and no grant. */
    public static Principal principal(String name, ApiKey... keys) {
        Identities identities = new Identities(List.of(keys), List.of(), List.of());
        return new Principal(name, "", identities, new Rights(List.of()), new CommandLimits(8, 1), null);
    }

    /** Texts of new keys. */
    static List<String> keys(Random random, int count) {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(KeyText.make(random));
        }
        return made;
    }
}

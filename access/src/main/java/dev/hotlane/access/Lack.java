package dev.hotlane.access;

import java.nio.charset.StandardCharsets;

/**
 * What a call lacks.
 *
 * @param verb the verb that would allow it, the weakest if there are several
 * @param missing what of it is missing
 * @param key the key or the prefix of a list that is not covered; null unless a prefix is missing
 */
public record Lack(Verb verb, Missing missing, byte[] key) {

    /** The part of a grant that is missing. */
    public enum Missing {
        /** No grant has the verb. */
        VERB,
        /** No prefix in {@code keys} of the verb's grants covers the key. */
        KEYS,
        /** The same of {@code limits}. */
        LIMITS,
        /** The same of {@code buckets}. */
        BUCKETS,
        /** No grant of the verb has {@code holds}. */
        HOLDS,
        /** The grants have {@code "holds":"owner"}, and the call names no owner. */
        OWNER,
        /** The call needs {@code "holds":"tenant"}. */
        TENANT
    }

    static Lack prefix(Verb verb, KeyList list, byte[] key) {
        Missing missing = switch (list) {
            case KEYS -> Missing.KEYS;
            case LIMITS -> Missing.LIMITS;
            case BUCKETS -> Missing.BUCKETS;
        };
        return new Lack(verb, missing, key);
    }

    /** One sentence for the caller; names the verb, and the key if its prefix is missing. */
    public String text() {
        String word = "the verb \"" + verb.word() + "\"";
        return switch (missing) {
            case VERB -> word + " is not granted";
            case KEYS -> uncovered(word, KeyList.KEYS);
            case LIMITS -> uncovered(word, KeyList.LIMITS);
            case BUCKETS -> uncovered(word, KeyList.BUCKETS);
            case HOLDS -> word + " is granted without \"holds\"";
            case OWNER -> word + " is granted with \"holds\":\"owner\": name the owner";
            case TENANT -> word + " needs \"holds\":\"tenant\" here";
        };
    }

    private String uncovered(String word, KeyList list) {
        return key.length == 0
                ? word + " is not granted on all keys: name a prefix"
                : word + " is granted without a prefix of \"" + new String(key, StandardCharsets.UTF_8) + "\" in \""
                        + list.word() + "\"";
    }
}

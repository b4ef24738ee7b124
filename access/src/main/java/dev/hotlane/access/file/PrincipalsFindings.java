package dev.hotlane.access.file;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyList;
import dev.hotlane.access.Prefixes;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rights;
import dev.hotlane.access.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What is doubtful in a valid principals file, each as one sentence. Belongs to one thread.
 */
public final class PrincipalsFindings {
    private final Principals principals;
    private final List<String> found = new ArrayList<>();

    private PrincipalsFindings(Principals principals) {
        this.principals = principals;
    }

    /**
     * The findings about these principals.
     *
     * @param nowMs the time by which keys expire
     * @param soon a key that expires within this time is reported
     * @param windowSize the number of commands whose outcome the lane remembers, of RULES
     * @param windowAgeMs for how long it promises to remember them, of RULES
     */
    public static List<String> of(Principals principals, long nowMs, Duration soon, int windowSize, long windowAgeMs) {
        PrincipalsFindings findings = new PrincipalsFindings(principals);
        for (Principal one : principals.all()) {
            findings.identities(one, nowMs, soon);
            findings.grants(one);
            findings.mixedLists(one);
        }
        findings.found.addAll(SharedPrefixes.of(principals));
        findings.rates(windowSize * 1_000L / windowAgeMs);
        return findings.found;
    }

    private void identities(Principal one, long nowMs, Duration soon) {
        boolean none = one.identities().keys().isEmpty()
                && one.identities().subjects().isEmpty()
                && one.identities().certificates().isEmpty();
        if (none) {
            found.add("Principal " + one.name() + " has no key, subject or certificate: no call can be made as it.");
        }
        for (ApiKey key : one.identities().keys()) {
            String which = "Key " + key.id() + " of principal " + one.name();
            if (key.expired(nowMs)) {
                found.add(which + " expired at " + Instant.ofEpochMilli(key.expiresMs()) + ".");
            } else if (key.expired(nowMs + soon.toMillis())) {
                found.add(which + " expires at " + Instant.ofEpochMilli(key.expiresMs()) + ".");
            }
        }
    }

    private void grants(Principal one) {
        if (List.of(Verb.values()).stream().noneMatch(one.rights()::has)) {
            found.add("Principal " + one.name() + " has no grant: each of its calls gets 403.");
        }
    }

    /** A use of a limit, or a take, on a key of stock would make stock or a bucket of it. */
    private void mixedLists(Principal one) {
        Rights rights = one.rights();
        Prefixes stock = joined(rights, KeyList.KEYS);
        for (KeyList list : List.of(KeyList.LIMITS, KeyList.BUCKETS)) {
            if (joined(rights, list).meet(stock) && !rights.has(Verb.STOCK)) {
                found.add("Principal " + one.name() + " has the same keys in \"keys\" and \"" + list.word()
                        + "\" without the verb \"stock\": it could make stock of them.");
            }
        }
    }

    private static Prefixes joined(Rights rights, KeyList list) {
        Prefixes joined = Prefixes.NONE;
        for (Verb verb : Verb.values()) {
            joined = verb.writes() ? joined.and(rights.prefixes(verb, list)) : joined;
        }
        return joined;
    }

    private void rates(long perSecond) {
        long sum = 0;
        for (Principal one : principals.all()) {
            boolean commands = List.of(Verb.values()).stream()
                    .anyMatch(verb -> verb.commands() && one.rights().has(verb));
            if (commands && one.rate() == null) {
                found.add("Principal " + one.name() + " has no rate: it alone can fill the window.");
            } else if (commands) {
                sum += one.rate().perSecond();
                if (one.rate().perSecond() > perSecond) {
                    found.add("Principal " + one.name() + " may send "
                            + one.rate().perSecond() + " commands a second; the window is promised for " + perSecond
                            + " of all.");
                }
            }
        }
        if (sum > perSecond) {
            found.add("All principals together may send " + sum + " commands a second at each gateway; the window is"
                    + " promised for " + perSecond + ": it would reach back less than windowAgeMs.");
        }
    }
}

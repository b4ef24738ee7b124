package dev.hotlane.console.caller;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Lack;
import dev.hotlane.access.Rights;
import dev.hotlane.access.Verb;
import java.util.Locale;

/** A view of the pages. The verb {@code operate} allows every one. */
public enum ConsoleView {
    /** Rates, times and processes. */
    NOW,
    /** What stock keys have left. */
    SALE,
    /** The keys that most writes name. */
    HOT,
    /** Records of the log. */
    LOG,
    /** The commands of one reservation. */
    RESERVATION,
    /** Commands of an operator. */
    CARE;

    /** Its name in the address of a page: {@code now}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What this caller lacks to see it; null if the caller may. */
    public String lack(KnownCaller caller) {
        if (caller.isAnyone() || caller.principal().rights().has(Verb.OPERATE)) {
            return null;
        }
        Rights rights = caller.principal().rights();
        Lack lack = switch (this) {
            case NOW, SALE, HOT -> rights.verb(Verb.OBSERVE);
            case LOG, RESERVATION -> rights.command(Verb.READ);
            case CARE -> rights.verb(Verb.OPERATE);
        };
        return lack == null ? null : lack.text();
    }
}

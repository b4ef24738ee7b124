package dev.hotlane.proof.simulation;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What happened in simulations, so that a reader sees that the faults really come. Belongs to one thread. */
public final class SimTally {
    private final Map<Incident.Kind, Long> incidents = new EnumMap<>(Incident.Kind.class);
    private final Map<String, Long> exits = new TreeMap<>();
    private final Map<String, Long> counts = new TreeMap<>();

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    void count(String what, long many) {
        counts.merge(what, many, Long::sum);
    }

    void happened(Incident.Kind kind) {
        incidents.merge(kind, 1L, Long::sum);
    }

    void exited(String how) {
        exits.merge(how, 1L, Long::sum);
    }

    void sent(boolean badly) {
        if (badly) {
            count("sends gone badly");
        }
    }

    /** Adds another one. */
    void add(SimTally other) {
        other.incidents.forEach((kind, many) -> incidents.merge(kind, many, Long::sum));
        other.exits.forEach((how, many) -> exits.merge(how, many, Long::sum));
        other.counts.forEach((what, many) -> counts.merge(what, many, Long::sum));
    }

    /** How often that was counted. */
    public long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** Everything by name: what happened, what went wrong, how processors ended. */
    public Map<String, Long> lines() {
        Map<String, Long> lines = new TreeMap<>(counts);
        incidents.forEach((kind, many) -> lines.put(line(kind), many));
        exits.forEach((how, many) -> lines.put("exit " + how, many));
        return lines;
    }

    /** The name of its line. */
    static String line(Incident.Kind kind) {
        return "incident " + kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

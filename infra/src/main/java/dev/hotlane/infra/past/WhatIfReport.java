package dev.hotlane.infra.past;

import dev.hotlane.protocol.json.JsonLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The two columns of a what-if. Immutable after it was made; any thread. */
public final class WhatIfReport {
    /** The first line of every report. */
    static final String FIRST_LINE =
            "Callers' other behaviour is not modelled: a caller who was refused would have tried something else.";

    private static final int KEYS_SHOWN = 20;

    private final long from;
    private final long to;
    private final long time;
    private final long digest;
    private final long provedBy;
    private final WhatIfColumn was;
    private final WhatIfColumn would;
    private final long withoutCommand;
    private final long firstDifference;
    private final AssumedConfirms assumed;

    WhatIfReport(
            long from,
            long to,
            long time,
            long digest,
            long provedBy,
            WhatIfColumn was,
            OtherLane would,
            AssumedConfirms assumed) {
        this.from = from;
        this.to = to;
        this.time = time;
        this.digest = digest;
        this.provedBy = provedBy;
        this.was = was;
        this.would = would.column();
        withoutCommand = would.withoutCommand();
        firstDifference = would.firstDifference();
        this.assumed = assumed;
    }

    /** First sequence whose reply differs, -1 for none. */
    public long firstDifference() {
        return firstDifference;
    }

    /** Whether both columns are equal, digests included. */
    public boolean isEqual() {
        return firstDifference < 0
                && was.digest() == would.digest()
                && was.figures().equals(would.figures())
                && was.soldOut().equals(would.soldOut());
    }

    Map<String, Long> asItWas() {
        return was.figures();
    }

    Map<String, Long> asItWouldBe() {
        return would.figures();
    }

    /** Lines of a table. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(FIRST_LINE);
        if (assumed != null) {
            lines.add("Assumed: new reservations are confirmed as often as those that ended, " + assumed.confirmed()
                    + " of " + assumed.ended() + ", and are sold at once.");
        }
        lines.add(String.format(
                "sequences %d to %d, log time %s, digest as it was %016x, %s",
                from,
                to,
                Instant.ofEpochMilli(time),
                digest,
                provedBy < 0 ? "not proved yet" : "proved by the TICK at sequence " + provedBy));
        lines.add(String.format("%-44s %16s %20s", "", "as it was", "as it would be"));
        for (String name : names()) {
            lines.add(String.format(
                    "%-44s %,16d %,20d",
                    name, was.figures().getOrDefault(name, 0L), would.figures().getOrDefault(name, 0L)));
        }
        keys().forEach(key -> lines.add(
                String.format("%-44s %16s %20s", "sold out " + quoted(key), clock(was, key), clock(would, key))));
        lines.add(String.format("%-44s %16s %,20d", "new holds without a later command", "", withoutCommand));
        lines.add("first sequence that differs: " + (firstDifference < 0 ? "none" : firstDifference));
        return lines;
    }

    private static String quoted(String key) {
        String json = new JsonLine().begin().put("k", key).end();
        return json.substring(json.indexOf(':') + 2, json.length() - 2);
    }

    private static String clock(WhatIfColumn column, String key) {
        Long at = column.soldOut().get(key);
        return at == null ? "-" : Instant.ofEpochMilli(at).toString().substring(11);
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>(was.figures().keySet());
        names.addAll(would.figures().keySet());
        return names;
    }

    private List<String> keys() {
        Set<String> keys = new TreeSet<>(was.soldOut().keySet());
        keys.addAll(would.soldOut().keySet());
        return keys.stream().limit(KEYS_SHOWN).toList();
    }

    /** The report as one line of JSON. */
    public String json() {
        JsonLine json = new JsonLine().begin().put("note", FIRST_LINE);
        json.put("from", from)
                .put("to", to)
                .putTime(time)
                .putHex("digest", digest)
                .put("proved", provedBy >= 0);
        if (assumed != null) {
            json.put("assumedConfirmsOf", assumed.ended()).put("assumedConfirms", assumed.confirmed());
        }
        column(json.beginObject("asItWas"), was);
        column(json.beginObject("asItWouldBe"), would);
        json.put("newHoldsWithoutLaterCommand", withoutCommand);
        return (firstDifference < 0 ? json.putNull("firstDifference") : json.put("firstDifference", firstDifference))
                .end();
    }

    private void column(JsonLine json, WhatIfColumn column) {
        column.figures().forEach(json::put);
        json.putHex("digest", column.digest()).beginArray("soldOut");
        for (String key : keys()) {
            Long at = column.soldOut().get(key);
            if (at != null) {
                json.beginElement().put("key", key).putTime(at).endObject();
            }
        }
        json.endArray().endObject();
    }
}

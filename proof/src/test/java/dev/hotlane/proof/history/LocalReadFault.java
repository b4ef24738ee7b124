package dev.hotlane.proof.history;

import dev.hotlane.proof.history.Recorded.Seen;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Faults planted in a true recording: local answers that no right view gives. */
public enum LocalReadFault implements PlantedLie {
    AGE_TOO_SMALL("STALE", true, run -> {
        Pair pair = pair(run, "local read long after another", late -> isQuiet(run, late));
        pair.late.completion().put("body", pair.early.body().copy());
        proof(pair.late).put("offset", proof(pair.early).getLong("offset"));
    }),
    VALUE_OF_ANOTHER_OFFSET("ANSWER", true, run -> {
        Pair pair = pair(run, "local read long after another", late -> isQuiet(run, late));
        pair.late.completion().put("body", pair.early.body().copy());
    }),
    QUERY_OF_TWO_CUTS("ANSWER", true, run -> {
        Seen query = run.first("local query of transfers", call -> isPair(call) && value(call, 0) > 0);
        counter(query, 0).put("value", value(query, 0) - 1);
    }),
    OFFSET_BELOW_THE_ONE_THAT_WAS_NAMED("MIN_OFFSET", false, run -> {
        Pair pair = pair(run, "local read with an offset", late -> minOffset(late) >= 0);
        long offset = Math.min(proof(pair.early).getLong("offset"), minOffset(pair.late) - 1);
        proof(pair.late).put("offset", offset);
    }),
    VIEW_THAT_GOES_BACK("VIEW_WENT_BACK", false, run -> {
        Pair pair = pair(run, "local read at the same gateway", late -> isFromView(late));
        pair.late.completion().put("body", pair.early.body().copy());
        proof(pair.late).put("offset", proof(pair.early).getLong("offset"));
        allowAnyAge(pair.late);
    }),
    WITHOUT_THE_LAST_OWN_WRITE("ANSWER", true, run -> {
        Seen read = run.first(
                "local query after an own transfer",
                call -> isPair(call) && lastTransfer(run, call).isPresent());
        long amount = delta(lastTransfer(run, read).orElseThrow());
        counter(read, 0).put("value", value(read, 0) - amount);
        counter(read, 1).put("value", value(read, 1) + amount);
        allowAnyAge(read);
    });

    private static final long OLD_MS = 3_600_000;
    private static final long NANOS_PER_MS = 1_000_000;

    private final String finding;
    private final boolean seenByCallers;
    private final Consumer<Recorded> lie;

    LocalReadFault(String finding, boolean seenByCallers, Consumer<Recorded> lie) {
        this.finding = finding;
        this.seenByCallers = seenByCallers;
        this.lie = lie;
    }

    @Override
    public String finding() {
        return finding;
    }

    @Override
    public boolean isSeenByCallers() {
        return seenByCallers;
    }

    @Override
    public void plant(Recorded run) {
        lie.accept(run);
    }

    /** Two local reads of one counter by one gateway, with different values; the first ended before the second began. */
    private record Pair(Seen early, Seen late) {}

    private static Pair pair(Recorded run, String what, Predicate<Seen> fits) {
        for (Seen late : run.calls) {
            if (isCounter(late) && fits.test(late)) {
                for (Seen early : run.calls) {
                    if (isPairOf(early, late)) {
                        return new Pair(early, late);
                    }
                }
            }
        }
        throw new NoSuchElementException("the run has no " + what);
    }

    private static boolean isPairOf(Seen early, Seen late) {
        return isCounter(early)
                && isFromView(early)
                && key(early).equals(key(late))
                && early.invoke().getString("gateway").equals(late.invoke().getString("gateway"))
                && early.completion().getLong("t") < late.invoke().getLong("t") - staleMs(late) * NANOS_PER_MS
                && early.number("value") != late.number("value");
    }

    private static boolean isLocal(Seen call) {
        return call.completed(200) && call.completion().containsKey("proof");
    }

    private static boolean isCounter(Seen call) {
        return isLocal(call) && call.body().containsKey("key") && !call.body().containsKey("bucket");
    }

    /** Whether it reads the two counters that units move between. */
    private static boolean isPair(Seen call) {
        return isLocal(call)
                && call.body().containsKey("counters")
                && counter(call, 0).getString("key").endsWith(":plus");
    }

    private static boolean isFromView(Seen call) {
        return "view".equals(proof(call).getString("source"));
    }

    /** Whether no other call of its keys was under way since the moment that its age names: only one answer is right. */
    private static boolean isQuiet(Recorded run, Seen call) {
        long from = call.invoke().getLong("t") - staleMs(call) * NANOS_PER_MS;
        long to = call.completion().getLong("t");
        return run.calls.stream()
                .filter(other -> other != call && other.group().equals(call.group()))
                .allMatch(other ->
                        other.completion().getLong("t") < from || other.invoke().getLong("t") > to);
    }

    /** The last transfer of its group, if the reader made it, and its call names an offset that covers it. */
    private static Optional<Seen> lastTransfer(Recorded run, Seen read) {
        return run.calls.stream()
                .filter(call -> call.group().equals(read.group()) && delta(call) != 0)
                .filter(call -> call.invoke().getLong("seq") < read.completion().getLong("seq"))
                .reduce((first, last) -> last)
                .filter(last -> last.completed(200)
                        && !last.replayed()
                        && last.invoke().getLong("client").equals(read.invoke().getLong("client"))
                        && last.completion().getLong("seq") < read.invoke().getLong("seq")
                        && last.number("offset") <= minOffset(read));
    }

    /** Units that a transfer moves; 0 of any other call. */
    private static long delta(Seen call) {
        JsonObject body = call.request().getJsonObject("body", new JsonObject());
        JsonArray ops = body.getJsonArray("ops", new JsonArray());
        boolean transfer = ops.size() == 2
                && ops.getJsonObject(0).getString("key", "").endsWith(":plus")
                && ops.getJsonObject(0).containsKey("delta");
        return transfer ? ops.getJsonObject(0).getLong("delta") : 0;
    }

    private static JsonObject proof(Seen call) {
        return call.completion().getJsonObject("proof");
    }

    private static long staleMs(Seen call) {
        return proof(call).getLong("staleMs");
    }

    private static void allowAnyAge(Seen call) {
        proof(call).put("staleMs", OLD_MS);
    }

    private static long minOffset(Seen call) {
        String[] parts = call.path().split("minOffset=");
        return parts.length < 2 ? -1 : Long.parseLong(parts[1]);
    }

    private static String key(Seen call) {
        return call.body().getString("key");
    }

    private static JsonObject counter(Seen query, int number) {
        return query.body().getJsonArray("counters").getJsonObject(number);
    }

    private static long value(Seen query, int number) {
        return counter(query, number).getLong("value");
    }
}

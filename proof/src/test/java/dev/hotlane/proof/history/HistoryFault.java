package dev.hotlane.proof.history;

import dev.hotlane.proof.history.Recorded.Seen;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;

/** Faults planted in a true recording: what a faulty lane would have answered, logged or stored. */
public enum HistoryFault implements PlantedLie {
    ACKNOWLEDGED_WRITE_NEVER_RAN("ANSWER", true, run -> {
        Seen read = run.first("read", call -> isCounterRead(call) && run.alone(call) && run.isTraced(call));
        long value = read.number("value");
        read.invoke().put("id", "never-ran");
        read.request().put("method", "POST").put("path", read.path() + "/increment");
        read.request().put("body", new JsonObject().put("amount", 7));
        read.body().remove("held");
        read.body().remove("confirmed");
        read.body().put("id", "never-ran").put("previous", value).put("value", value + 7);
    }),
    RECORD_OF_AN_ACKNOWLEDGED_WRITE_IS_GONE("LOST", false, run -> {
        JsonObject record = run.record(run.first("write", HistoryFault::isFirstIncrement));
        long offset = record.getLong("offset");
        long time = record.getLong("timeMs");
        record.clear();
        record.put("offset", offset).put("timeMs", time).put("kind", "GARBAGE");
    }),
    WRITE_TOOK_EFFECT_TWICE("CONSERVATION", true, run -> {
        Seen write = run.first("write", call -> isFirstIncrement(call) && run.alone(call));
        write.body().put("value", 2 * write.number("value") - write.number("previous"));
    }),
    WRITE_THAT_NOBODY_SENT("UNSENT", true, run -> {
        Seen write = run.first("write", HistoryFault::isFirstIncrement);
        JsonObject request = write.request();
        write.invoke().remove("id");
        request.put("method", "GET")
                .put("path", write.path().replace("/increment", ""))
                .remove("body");
        write.body().put("held", 0).put("confirmed", 0).put("value", write.number("previous"));
        write.body().remove("previous");
        write.body().remove("id");
    }),
    STALE_READ("ANSWER", true, run -> {
        Seen late = run.calls.stream()
                .filter(call -> isCounterRead(call) && run.alone(call))
                .filter(call -> farthest(run, call) != null)
                .max(Comparator.comparingLong(call -> gap(call, farthest(run, call))))
                .orElseThrow();
        Seen early = farthest(run, late);
        for (String field : new String[] {"value", "held", "confirmed", "version"}) {
            late.body().put(field, early.number(field));
        }
    }),
    ANSWERS_SWAPPED("ANSWER", true, run -> {
        Seen one = run.first(
                "write beside another",
                call -> isFirstIncrement(call)
                        && run.alone(call)
                        && otherWrite(run, call).isPresent());
        Seen other = otherWrite(run, one).orElseThrow();
        JsonObject body = one.body().copy();
        one.completion().put("body", other.body().copy());
        other.completion().put("body", body);
    }),
    REPLAY_WAS_WORKED_OUT_ANEW("ANSWER", true, run -> {
        JsonObject result = run.first("repeat", HistoryFault::isRepeatedTransaction)
                .body()
                .getJsonArray("results")
                .getJsonObject(0);
        result.put("previous", result.getLong("value")).put("value", result.getLong("value") + 1);
    }),
    // Of an id with a time: any other id may run again after it has left the window.
    REPLAY_WAS_NOT_MARKED(
            "DUPLICATE",
            true,
            run -> run.first("repeat", call -> isRepeatedTransaction(call) && hasTimeInItsId(call))
                    .completion()
                    .remove("replayed")),
    SUCCESS_TOLD_AS_REFUSAL("ANSWER", true, run -> {
        Seen write = run.first("write", call -> isFirstIncrement(call) && run.alone(call));
        JsonObject problem = new JsonObject()
                .put("status", 409)
                .put("code", "INSUFFICIENT")
                .put("offset", write.number("offset"))
                .put("failedOp", 0)
                .put("key", write.body().getString("key"))
                .put("available", 0)
                .put("limit", 0);
        write.completion().put("type", "fail").put("status", 409).put("body", problem);
    }),
    RAN_AND_TOLD_NOT_EXECUTED("NOT_EXECUTED", true, run -> {
        Seen write =
                run.first("write", call -> isFirstIncrement(call) && call.number("value") > call.number("previous"));
        JsonObject problem = new JsonObject().put("code", "UNAVAILABLE").put("outcome", "not_executed");
        write.completion().put("type", "fail").put("status", 503).put("body", problem);
    }),
    OVERSOLD("OVERSOLD", true, run -> {
        Seen refused = run.first("refused reservation of one line", HistoryFault::isRefusedLine);
        JsonObject line =
                refused.request().getJsonObject("body").getJsonArray("lines").getJsonObject(0);
        JsonObject body = new JsonObject()
                .put("id", refused.invoke().getString("id"))
                .put("state", "held")
                .put("offset", refused.number("offset"))
                .put("expiresAt", Long.MAX_VALUE);
        long remaining = refused.number("available") - line.getLong("quantity");
        body.put("lines", new JsonArray().add(line.copy().put("remaining", remaining)));
        refused.completion().put("type", "ok").put("status", 201).put("body", body);
    }),
    RESOLVED_TWICE("ANSWER", true, run -> {
        Seen confirm = run.first(
                "confirm of one cancelled",
                call -> call.is("POST", "/confirm") && call.code().equals("ALREADY_CANCELLED") && !call.replayed());
        String id = confirm.path().split("/")[3];
        Seen created = run.first(
                "reservation",
                call -> call.completed(201) && id.equals(call.body().getString("id")));
        JsonObject body = created.body().copy().put("state", "confirmed").put("offset", confirm.number("offset"));
        confirm.completion().put("type", "ok").put("status", 200).put("body", body);
    }),
    EXPIRED_AND_TOLD_HELD("ANSWER", true, run -> {
        Seen read = run.first(
                "read of one expired",
                call -> call.path().matches("/v1/reservations/[^/?]+")
                        && "expired".equals(call.body().getString("state")));
        read.body().put("state", "held").remove("resolvedAt");
    }),
    RESERVATION_FORGOTTEN("ANSWER", true, run -> {
        Seen read = run.first("read", call -> call.path().matches("/v1/reservations/[^/?]+") && call.completed(200));
        JsonObject problem =
                new JsonObject().put("status", 404).put("code", "NOT_FOUND").put("offset", read.number("offset"));
        read.completion().put("type", "fail").put("status", 404).put("body", problem);
    }),
    LOG_IN_ANOTHER_ORDER_THAN_CALLS("ORDER", false, run -> {
        Seen late = run.calls.stream()
                .filter(call -> call.replayed() && call.completed(200))
                .max(Comparator.comparingLong(call -> run.record(call).getLong("offset") - call.number("offset")))
                .orElseThrow();
        JsonObject record = run.record(late);
        JsonObject tick = run.log.stream()
                .filter(any -> "TICK".equals(any.getString("kind")) && any.getLong("offset") > late.number("offset"))
                .findFirst()
                .orElseThrow();
        Recorded.exchange(record, tick);
    }),
    OFFSET_MISSING(
            "GAP",
            false,
            run -> run.log.remove(run.log.stream()
                    .filter(any -> "READ".equals(any.getString("kind")))
                    .findFirst()
                    .orElseThrow())),
    RECORD_SAYS_SOMETHING_ELSE("CONTENT", false, run -> {
        JsonObject record = run.record(run.first("write", HistoryFault::isFirstIncrement));
        JsonObject op = record.getJsonArray("ops").getJsonObject(0);
        op.put("delta", op.getLong("delta") + 1);
    }),
    PAGE_LEAVES_ONE_OUT("ANSWER", false, run -> {
        Seen page = run.first(
                "page",
                call -> call.body()
                                .getJsonArray("reservations", new JsonArray())
                                .size()
                        > 1);
        page.body().getJsonArray("reservations").remove(0);
    }),
    VERSION_OF_ANOTHER_CHANGE("ANSWER", false, run -> {
        Seen read = run.first("read", call -> isCounterRead(call) && call.number("version") > 0);
        read.body().put("version", read.number("version") - 1);
    }),
    TIME_OFF_BY_ONE("ANSWER", false, run -> {
        Seen created = run.first("reservation", call -> call.completed(201));
        created.body().put("expiresAt", created.number("expiresAt") + 1);
    }),
    ROW_OFF_BY_ONE("CONSERVATION", false, run -> {
        JsonObject row = run.row("hl_counter", any -> any.getLong("version") > 0);
        row.put("value", row.getLong("value") + 1);
    }),
    ROW_MISSING("TABLES", false, run -> run.tables.remove(run.row("hl_counter", row -> row.getLong("value") > 0))),
    ROW_OF_A_REMOVED_COUNTER(
            "TABLES",
            false,
            run -> run.tables.add(run.row("hl_counter", any -> any.getLong("version") > 0)
                    .copy()
                    .put("k", "w:0:ghost"))),
    BATCH_UNDER_AN_OLDER_OFFSET("TABLES", false, run -> {
        JsonObject meta = run.row("hl_meta", any -> true);
        Seen last = run.calls.stream()
                .filter(HistoryFault::isFirstIncrement)
                .reduce((one, other) -> other)
                .orElseThrow();
        meta.put("next_offset", last.number("offset"));
    }),
    WINDOW_LEFT_OUT_OF_THE_CHECKPOINT(
            "TABLES", false, run -> run.row("hl_meta", any -> true).put("window_count", 0)),
    LEADER_OF_A_STALE_EPOCH("TABLES", false, run -> {
        JsonObject meta = run.row("hl_meta", any -> true);
        meta.put("state_epoch", meta.getLong("state_epoch") + 1);
    });

    private final String finding;
    private final boolean seenByCallers;
    private final Consumer<Recorded> lie;

    HistoryFault(String finding, boolean seenByCallers, Consumer<Recorded> lie) {
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

    private static boolean isRepeatedTransaction(Seen call) {
        return call.replayed()
                && call.completed(200)
                && call.body().containsKey("results")
                && call.is("POST", "actions");
    }

    private static boolean isRefusedLine(Seen call) {
        JsonObject body = call.request().getJsonObject("body", new JsonObject());
        return call.is("POST", "/v1/reservations")
                && call.code().equals("INSUFFICIENT")
                && !call.replayed()
                && !body.containsKey("limits")
                && body.getJsonArray("lines").size() == 1;
    }

    private static boolean hasTimeInItsId(Seen call) {
        return call.invoke().getString("id").matches("[0-9a-f]{8}-[0-9a-f]{4}-7.*");
    }

    static boolean isFirstIncrement(Seen call) {
        return call.is("POST", "/increment")
                && call.completed(200)
                && !call.replayed()
                && call.number("value") != call.number("previous");
    }

    /** A write of the same keys with other values before and after. */
    private static Optional<Seen> otherWrite(Recorded run, Seen one) {
        return run.calls.stream()
                .filter(call -> isFirstIncrement(call)
                        && call.group().equals(one.group())
                        && call.number("previous") != one.number("previous")
                        && call.number("value") != one.number("value"))
                .findFirst();
    }

    private static boolean isCounterRead(Seen call) {
        return call.is("GET", "")
                && call.body().containsKey("confirmed")
                && call.body().containsKey("offset")
                && !call.body().containsKey("bucket")
                && !call.path().endsWith("rate");
    }

    /** The earlier read of the same counter whose sum differs most. */
    private static Seen farthest(Recorded run, Seen late) {
        return run.calls.stream()
                .filter(call -> isCounterRead(call)
                        && call.path().equals(late.path())
                        && call.completion().getLong("seq") < late.invoke().getLong("seq"))
                .max(Comparator.comparingLong(call -> gap(call, late)))
                .orElse(null);
    }

    private static long gap(Seen one, Seen other) {
        return Math.abs(sum(one) - sum(other));
    }

    private static long sum(Seen read) {
        return read.number("value") + read.number("held") + read.number("confirmed");
    }
}

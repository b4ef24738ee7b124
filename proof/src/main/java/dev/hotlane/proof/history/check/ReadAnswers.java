package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.model.Hold;
import dev.hotlane.proof.history.model.Lane;
import dev.hotlane.proof.history.model.Outcome;
import dev.hotlane.proof.history.model.Reply;
import dev.hotlane.proof.history.model.Row;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What reads must be answered, given the model just after their record. Any thread. */
final class ReadAnswers {
    private static final long PAGE_USUAL = 20;

    private ReadAnswers() {}

    /** Null if that is what was told, else what differs. */
    static String difference(Call call, Reply reply, Lane lane, Told told) {
        if (call.route() == Call.Route.RESERVATIONS) {
            return page(call, reply, lane, told);
        }
        return of(call, reply, lane).differenceTo(told);
    }

    private static Answer of(Call call, Reply reply, Lane lane) {
        switch (call.route()) {
            case COUNTER -> {
                return found(Bodies.counter(call.name(), lane.counters().read(call.name())), reply);
            }
            case COUNTERS -> {
                List<Object> counters = new ArrayList<>();
                for (Object key : call.body().list("keys")) {
                    counters.add(Bodies.counter(key.toString(), lane.counters().read(key.toString())));
                }
                return found(new TreeMap<>(Map.of("counters", counters)), reply);
            }
            case RESERVATION -> {
                Hold hold = lane.holds().read(call.name());
                return hold == null ? missing(reply) : found(Bodies.hold(hold, false), reply);
            }
            default -> {
                Outcome stored = reply.outcome();
                if (stored == null) {
                    return missing(reply);
                }
                boolean gone = "ID_EXPIRED".equals(stored.code());
                return gone
                        ? new Answer(410, false, Bodies.problem(stored, 410))
                        : new Answer(200, false, Answers.stored(call.name(), stored));
            }
        }
    }

    private static Answer found(Map<String, Object> body, Reply reply) {
        body.put("offset", reply.sequence());
        body.put("time", reply.time());
        return new Answer(200, false, body);
    }

    private static Answer missing(Reply reply) {
        Map<String, Object> body = new TreeMap<>();
        body.put("code", "NOT_FOUND");
        body.put("status", 404L);
        body.put("offset", reply.sequence());
        return new Answer(404, false, body);
    }

    /** The newest that fit, at most so many; fewer only with a cursor, none left out without one. */
    private static String page(Call call, Reply reply, Lane lane, Told told) {
        Row body = told.body();
        if (told.status() != 200 || body.number("offset") != reply.sequence() || body.number("time") != reply.time()) {
            return "a page at " + reply.sequence() + ", time " + reply.time() + " is expected";
        }
        List<?> rows = body.list("reservations");
        long limit = Long.parseLong(call.query().getOrDefault("limit", Long.toString(PAGE_USUAL)));
        Iterator<Hold> fitting =
                lane.holds().newestFirst().filter(hold -> fits(hold, call)).iterator();
        for (Object row : rows) {
            if (!fitting.hasNext()) {
                return "no more reservations fit than are before " + row;
            }
            Map<String, Object> expected = Bodies.hold(fitting.next(), false);
            if (!expected.equals(row)) {
                return "expected next is " + expected + ", found " + row;
            }
        }
        if (rows.size() > limit) {
            return "at most " + limit + " reservations are expected";
        }
        boolean more = !body.has("cursor") && rows.size() < limit && fitting.hasNext();
        return more ? "without a cursor also " + Bodies.hold(fitting.next(), false) + " is expected" : null;
    }

    private static boolean fits(Hold hold, Call call) {
        String owner = call.query().get("owner");
        String key = call.query().get("key");
        String state = call.query().get("state");
        return (owner == null || owner.equals(hold.owner()))
                && (state == null || state.equals(hold.state().name().toLowerCase(Locale.ROOT)))
                && (key == null || hold.lines().stream().anyMatch(line -> !line.isLimit() && key.equals(line.key())));
    }
}

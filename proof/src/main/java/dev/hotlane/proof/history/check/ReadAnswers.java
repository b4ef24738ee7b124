package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.LaneReplay;
import dev.hotlane.proof.history.replay.ReplayOutcome;
import dev.hotlane.proof.history.replay.Reply;
import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelIds;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The right answer to a read, made from the model just after the read's record. Any thread. */
final class ReadAnswers {
    private static final long PAGE_USUAL = 20;

    private ReadAnswers() {}

    /** Null if the recorded answer is right, else the difference. */
    static String difference(RecordedCall call, Reply reply, LaneReplay lane, RecordedResult result) {
        if (call.route() == RecordedCall.Route.RESERVATIONS) {
            return page(call, reply, lane, result);
        }
        return of(call, reply, lane).differenceTo(result);
    }

    /** The same for a local answer, which has neither offset nor time. The lane is as of its Hotlane-Offset. */
    static String localDifference(RecordedCall call, LaneReplay lane, RecordedResult result) {
        Map<String, Object> body = call.route() == RecordedCall.Route.COUNTER
                ? AnswerBodies.counter(call.name(), lane.lane().counter(call.name()))
                : counters(call, lane);
        return new RecordedAnswer(200, false, body).differenceTo(result);
    }

    private static Map<String, Object> counters(RecordedCall call, LaneReplay lane) {
        List<Object> counters = new ArrayList<>();
        for (Object key : call.body().list("keys")) {
            counters.add(AnswerBodies.counter(key.toString(), lane.lane().counter(key.toString())));
        }
        return new TreeMap<>(Map.of("counters", counters));
    }

    /** The right answer to a read other than a page. */
    static RecordedAnswer of(RecordedCall call, Reply reply, LaneReplay lane) {
        switch (call.route()) {
            case COUNTER -> {
                return found(AnswerBodies.counter(call.name(), lane.lane().counter(call.name())), reply);
            }
            case COUNTERS -> {
                return found(counters(call, lane), reply);
            }
            case RESERVATION -> {
                Hold hold = lane.lane().hold(call.target());
                return hold == null || !isOfOwner(hold, call)
                        ? missing(reply)
                        : found(AnswerBodies.hold(hold, false), reply);
            }
            default -> {
                ReplayOutcome stored = reply.outcome();
                if (stored == null) {
                    return missing(reply);
                }
                boolean gone = "ID_EXPIRED".equals(stored.code());
                return gone
                        ? new RecordedAnswer(410, false, AnswerBodies.problem(stored, 410))
                        : new RecordedAnswer(200, false, AnswerCheck.stored(call.name(), stored));
            }
        }
    }

    private static RecordedAnswer found(Map<String, Object> body, Reply reply) {
        body.put("offset", reply.sequence());
        body.put("time", reply.time());
        return new RecordedAnswer(200, false, body);
    }

    private static RecordedAnswer missing(Reply reply) {
        Map<String, Object> body = new TreeMap<>();
        body.put("code", "NOT_FOUND");
        body.put("status", 404L);
        body.put("offset", reply.sequence());
        return new RecordedAnswer(404, false, body);
    }

    /**
     * A page has the newest fitting reservations, at most the limit. It may have fewer than the limit only with a
     * cursor, or if no more fit.
     */
    private static String page(RecordedCall call, Reply reply, LaneReplay lane, RecordedResult result) {
        TableRow body = result.body();
        if (result.status() != 200
                || body.number("offset") != reply.sequence()
                || body.number("time") != reply.time()) {
            return "a page at " + reply.sequence() + ", time " + reply.time() + " is expected";
        }
        List<?> rows = body.list("reservations");
        long limit = Long.parseLong(call.query().getOrDefault("limit", Long.toString(PAGE_USUAL)));
        Iterator<Hold> fitting = fitting(call, lane).iterator();
        for (Object row : rows) {
            if (!fitting.hasNext()) {
                return "no more reservations fit than are before " + row;
            }
            Map<String, Object> expected = AnswerBodies.hold(fitting.next(), false);
            if (!expected.equals(row)) {
                return "expected next is " + expected + ", found " + row;
            }
        }
        if (rows.size() > limit) {
            return "at most " + limit + " reservations are expected";
        }
        boolean more = !body.has("cursor") && rows.size() < limit && fitting.hasNext();
        return more ? "without a cursor also " + AnswerBodies.hold(fitting.next(), false) + " is expected" : null;
    }

    /** The reservations of the caller's tenant that fit, the newest first. */
    static Stream<Hold> fitting(RecordedCall call, LaneReplay lane) {
        return lane.lane()
                .newestHolds()
                .filter(hold ->
                        ModelIds.tenant(lane.lane().holdKey(hold.created())).equals(call.tenant()) && fits(hold, call));
    }

    private static boolean isOfOwner(Hold hold, RecordedCall call) {
        String owner = call.query().get("owner");
        return owner == null || owner.equals(hold.owner());
    }

    private static boolean fits(Hold hold, RecordedCall call) {
        String key = call.query().get("key");
        String state = call.query().get("state");
        return isOfOwner(hold, call)
                && (state == null || state.equals(hold.state().name().toLowerCase(Locale.ROOT)))
                && (key == null || hold.lines().stream().anyMatch(line -> !line.isLimit() && key.equals(line.key())));
    }
}

package dev.hotlane.console.log;

import dev.hotlane.protocol.cli.ReplyJson;
import dev.hotlane.protocol.cli.ReplyLineKind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds what was answered to the commands of a step. Replies are kept for 10 minutes, so an older command has none. Blocks;
 * any thread.
 */
final class AnswerSearch {
    private static final int COMMANDS_MAX = 20;
    private static final int RECORDS_MAX = 20_000;
    private static final long TIME_MAX = TimeUnit.SECONDS.toNanos(1);
    private static final Set<ReplyLineKind> REPLIES = EnumSet.of(ReplyLineKind.REPLY);

    private final LongSupplier nanos;

    AnswerSearch(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * The step, in which each of the first {@value #COMMANDS_MAX} lines has its {@code answer} if that is still there, and
     * which names the {@code hold} of that id as the newest of these answers gave it.
     */
    JsonObject add(LoggedLane lane, JsonObject step, String id) {
        long began = nanos.getAsLong();
        JsonArray lines = step.getJsonArray("lines");
        Map<Integer, OpenLog> open = new HashMap<>();
        try {
            for (int i = 0; i < Math.min(COMMANDS_MAX, lines.size()); i++) {
                JsonObject line = lines.getJsonObject(i);
                if (line.getValue("replyPartition") == null || nanos.getAsLong() - began > TIME_MAX) {
                    continue;
                }
                OpenLog replies = open.computeIfAbsent(line.getInteger("replyPartition"), lane::replies);
                JsonObject answer = answer(replies, line, began);
                if (answer != null) {
                    line.put("answer", answer);
                    holdOf(answer, id, step);
                }
            }
        } finally {
            open.values().forEach(OpenLog::close);
        }
        return step;
    }

    private JsonObject answer(OpenLog replies, JsonObject line, long began) {
        long end = replies.endOffset();
        long from = Math.max(replies.startOffset(), replies.offsetAt(line.getLong("timeMs")));
        replies.seek(from);
        ReplyJson json = new ReplyJson();
        int read = 0;
        while (replies.position() < end && read < RECORDS_MAX && nanos.getAsLong() - began <= TIME_MAX) {
            for (LoggedRecord record : replies.poll()) {
                read++;
                for (String text : json.lines(0, record.offset(), record.time(), record.value(), REPLIES)) {
                    JsonObject reply = new JsonObject(text);
                    if (Objects.equals(reply.getValue("gateway"), line.getValue("gateway"))
                            && Objects.equals(reply.getValue("request"), line.getValue("request"))) {
                        return reply;
                    }
                }
            }
        }
        return null;
    }

    private static void holdOf(JsonObject answer, String id, JsonObject step) {
        for (Object each : answer.getJsonArray("holds", new JsonArray())) {
            JsonObject hold = (JsonObject) each;
            if (id.equals(hold.getString("id"))) {
                step.put("hold", hold.copy().put("asOf", answer.getLong("logTime")));
            }
        }
    }
}

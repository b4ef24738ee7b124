package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.LaneReplay;
import dev.hotlane.proof.history.replay.Reply;
import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelIds;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A run of any length that is true by construction: its answers are the model's. For speed, not for proof. */
final class SyntheticRun implements AutoCloseable {
    private static final long START = 1_795_290_891_386L;
    private static final int TICK_EVERY = 200;
    static final String LOST_LOG = "lost-log.jsonl";
    static final String LOST_TABLES = "lost-tables.jsonl";
    private static final String LEADER = "fc6df5ce0c1cd1b7146431860c289ca8";

    private static final String RULES =
            "{\"windowSize\":10000,\"windowAgeMs\":600000,\"opsMax\":64,\"readKeysMax\":1000,"
                    + "\"ttlMaxMs\":86400000,\"countersMax\":1000000,\"hashSeed\":\"00000000000000aa\",\"tickSlackMs\":1000,"
                    + "\"idFutureMs\":10000,\"holdRetentionMs\":60000,\"expiriesPerRecord\":4096,\"holdsMax\":1000000,"
                    + "\"resolvedMax\":10000,\"stateBytesMax\":1073741824,\"windowBytesMax\":1073741824,"
                    + "\"tenantHoldsMax\":1000000}";

    private final Path directory;
    private final BufferedWriter history;
    private BufferedWriter log;
    private final LaneReplay lane = new LaneReplay(0, Set.of());
    private final SplittableRandom random;
    private long seq;
    private long offset;
    private long base;
    private long epoch = 1;

    SyntheticRun(Path directory, long seed) throws IOException {
        this.directory = directory;
        history = Files.newBufferedWriter(directory.resolve("history.jsonl"));
        log = Files.newBufferedWriter(directory.resolve("log.jsonl"));
        random = new SplittableRandom(seed);
        write(history, event("start").put("run", "00000000000000aa"));
        rules(1, "tenantHoldsMax", 1_000_000);
        append(record("LEAD").put("epoch", epoch).put("leader", LEADER).put("lastTick", -1));
    }

    /** RULES of that version, with room for all but for the one cap that is named. */
    void rules(int version, String cap, long max) throws IOException {
        append(record("RULES")
                .put("rulesVersion", version)
                .mergeIn(new JsonObject(RULES))
                .put(cap, max));
    }

    /** The log is lost, and the lane goes on in another one from that sequence. */
    void anchor(long newBase) throws IOException {
        log.close();
        tables(LOST_TABLES);
        Files.move(directory.resolve("log.jsonl"), directory.resolve(LOST_LOG));
        log = Files.newBufferedWriter(directory.resolve("log.jsonl"));
        lane.anchor(newBase, Set.of());
        base = newBase;
        offset = 0;
        epoch += 1_000_001;
        append(record("LEAD").put("epoch", epoch).put("leader", LEADER).put("lastTick", -1));
    }

    private JsonObject record(String kind) {
        return new JsonObject()
                .put("offset", offset)
                .put("timeMs", START + offset / 20)
                .put("kind", kind);
    }

    private Reply append(JsonObject record) throws IOException {
        write(log, record);
        offset++;
        return lane.apply(TableRow.parse(record.encode()));
    }

    private static void write(BufferedWriter out, JsonObject line) throws IOException {
        out.write(line.encode());
        out.write('\n');
    }

    /** One call and its answer. */
    void call() throws IOException {
        if (offset % TICK_EVERY == 0) {
            JsonObject tick = record("TICK").put("epoch", epoch).put("leader", LEADER);
            append(tick.put("wallClock", START + offset / 20));
        }
        answered(invoke("c-" + (base + offset), request()));
    }

    private void answered(JsonObject invoke) throws IOException {
        RecordedAnswer answer = AnswerCheck.of(called(invoke), commanded(invoke));
        JsonObject end = end(answer.status() < 300 ? "ok" : "fail", invoke);
        end.put("status", answer.status()).put("replayed", answer.replayed());
        write(history, end.put("body", new JsonObject(answer.body())));
    }

    /** A tenant's POST and its answer; returns the call, for {@link #commanded}. */
    JsonObject posts(String tenant, String id, String path, JsonObject body) throws IOException {
        JsonObject invoke = event("invoke").put("id", id).put("tenant", tenant);
        JsonObject request = new JsonObject().put("method", "POST").put("path", path);
        write(history, invoke.put("request", request.put("body", body)));
        answered(invoke);
        return invoke;
    }

    /** A tenant's read of a reservation or of a page of them, and its answer. */
    void gets(String tenant, String path) throws IOException {
        JsonObject request = new JsonObject().put("method", "GET").put("path", path);
        JsonObject invoke = event("invoke").put("tenant", tenant);
        write(history, invoke.put("request", request));
        Reply reply = append(record("READ").put("read", "holds").put("traceparent", trace(invoke)));
        RecordedCall call = called(invoke);
        JsonObject body = new JsonObject();
        if (call.name() == null) {
            JsonArray page = new JsonArray();
            ReadAnswers.fitting(call, lane).forEach(hold -> page.add(new JsonObject(AnswerBodies.hold(hold, false))));
            body.put("reservations", page).put("offset", reply.sequence()).put("time", reply.time());
        } else {
            body = new JsonObject(ReadAnswers.of(call, reply, lane).body());
        }
        int status = body.getInteger("status", 200);
        write(
                history,
                end(status == 200 ? "ok" : "fail", invoke).put("status", status).put("body", body));
    }

    /** Adds 1 to a counter. */
    void increments(String key) throws IOException {
        JsonObject request = new JsonObject().put("method", "POST").put("path", "/v1/counters/" + key + "/increment");
        answered(invoke("i-" + (base + offset), request.put("body", new JsonObject().put("amount", 1))));
    }

    /** One call whose caller gives up, then another one with its answer, and only then the record of the first. */
    void overtaken() throws IOException {
        JsonObject invoke = invoke("late-" + seq, request());
        write(history, end("unknown", invoke).put("status", 0).put("body", new JsonObject()));
        call();
        commanded(invoke);
    }

    /** Reads of these counters that share one READ, which has the trace of the first; returns its answer. */
    Reply reads(String... keys) throws IOException {
        List<JsonObject> invokes = new ArrayList<>();
        for (String key : keys) {
            invokes.add(reading(key, "one"));
        }
        JsonArray distinct = new JsonArray(List.of(keys).stream().distinct().toList());
        JsonObject record = record("READ").put("read", "counters").put("keys", distinct);
        Reply reply = append(record.put("traceparent", trace(invokes.get(0))));
        for (int i = 0; i < keys.length; i++) {
            read(keys[i], invokes.get(i), reply);
        }
        return reply;
    }

    /** A read that begins now and is answered by an earlier READ: no lane may do that. */
    void readsBefore(String key, Reply earlier) throws IOException {
        read(key, reading(key, "one"), earlier);
    }

    private JsonObject reading(String key, String gateway) throws IOException {
        JsonObject request = new JsonObject().put("method", "GET").put("path", "/v1/counters/" + key);
        JsonObject invoke = event("invoke").put("gateway", gateway);
        write(history, invoke.put("request", request));
        return invoke;
    }

    private void read(String key, JsonObject invoke, Reply reply) throws IOException {
        JsonObject body = new JsonObject(AnswerBodies.counter(key, lane.lane().counter(key)));
        body.put("offset", reply.sequence()).put("time", reply.time());
        write(history, end("ok", invoke).put("status", 200).put("body", body));
    }

    /** A local read of a counter, with the values as they are now, whose answer claims that offset and age. */
    void readsLocally(String key, String terms, long claimed, long staleMs) throws IOException {
        readsLocally(key, terms, "one", claimed, staleMs);
    }

    /** The same through another gateway. */
    void readsAtAnother(String key, long claimed, long staleMs) throws IOException {
        readsLocally(key, "", "another", claimed, staleMs);
    }

    private void readsLocally(String key, String terms, String gateway, long claimed, long staleMs) throws IOException {
        JsonObject invoke = reading(key + "?consistency=local" + terms, gateway);
        JsonObject body = new JsonObject(AnswerBodies.counter(key, lane.lane().counter(key)));
        JsonObject end = end("ok", invoke).put("status", 200);
        end.put(
                "proof",
                new JsonObject().put("offset", claimed).put("staleMs", staleMs).put("source", "view"));
        write(history, end.put("body", body));
    }

    /** A garbage record; returns its sequence. */
    long garbage() throws IOException {
        append(record("GARBAGE"));
        return last();
    }

    /** An operator takes a record out of the log. */
    void skip(long sequence) throws IOException {
        append(record("SKIP").put("skippedOffset", sequence - base));
    }

    /** The sequence of the last record. */
    long last() {
        return base + offset - 1;
    }

    private JsonObject invoke(String id, JsonObject request) throws IOException {
        JsonObject invoke = event("invoke").put("id", id);
        write(history, invoke.put("request", request));
        return invoke;
    }

    /** A record of that call. No lane may have one more of a call that was answered. */
    Reply commanded(JsonObject invoke) throws IOException {
        JsonObject record = record("COMMAND")
                .put("id", invoke.getString("id"))
                .put("tenant", invoke.getString("tenant", ""))
                .mergeIn(new JsonObject(Encoded.of(called(invoke)).fields()));
        return append(record.put("traceparent", trace(invoke)));
    }

    private static String trace(JsonObject invoke) {
        return String.format("00-00000000000000aa%016x-%<016x-01", invoke.getLong("seq"));
    }

    private static RecordedCall called(JsonObject invoke) {
        return RecordedCall.of(TableRow.parse(invoke.encode()));
    }

    private JsonObject end(String type, JsonObject invoke) {
        return event(type).put("invoke", invoke.getLong("seq"));
    }

    /** The next event, one ms after the one before. */
    private JsonObject event(String type) {
        long number = ++seq;
        return new JsonObject().put("seq", number).put("type", type).put("t", number * 1_000_000);
    }

    private JsonObject request() {
        String key = "stock:" + random.nextInt(1_000);
        JsonObject request = new JsonObject().put("method", "POST");
        if (random.nextInt(3) > 0) {
            return request.put("path", "/v1/counters/" + key + "/increment")
                    .put("body", new JsonObject().put("amount", random.nextInt(-5, 20)));
        }
        JsonObject line = new JsonObject().put("key", key).put("quantity", 2);
        JsonObject body = new JsonObject().put("lines", new JsonArray().add(line));
        return request.put("path", "/v1/reservations").put("body", body.put("ttlMs", 500L + random.nextInt(2_000)));
    }

    /** Writes the tables as of the end. */
    @Override
    public void close() throws IOException {
        history.close();
        log.close();
        tables("tables.jsonl");
    }

    private void tables(String file) throws IOException {
        try (BufferedWriter tables = Files.newBufferedWriter(directory.resolve(file))) {
            JsonObject meta = new JsonObject(lane.meta().fields()).put("table", "hl_meta");
            write(tables, meta.put("sequence_base", base).put("next_offset", offset));
            for (Map.Entry<String, Counter> each : lane.lane().counters().entrySet()) {
                Counter counter = each.getValue();
                JsonObject row = new JsonObject().put("table", "hl_counter").put("k", each.getKey());
                row.put("value", counter.value()).put("version", counter.version());
                write(tables, row.put("held", counter.held()).put("confirmed", counter.confirmed()));
            }
            for (Hold hold : lane.lane().openHolds()) {
                JsonObject row = new JsonObject().put("table", "hl_hold").put("sequence", hold.created());
                row.put("created_at", hold.createdAt()).put("expires_at", hold.expiresAt());
                write(
                        tables,
                        row.put("id", hold.id())
                                .put("owner", hold.owner())
                                .put("tenant", ModelIds.tenant(lane.lane().holdKey(hold.created()))));
            }
        }
    }
}

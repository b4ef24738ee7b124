package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Sender;
import java.nio.charset.StandardCharsets;

/**
 * Reads one line of a batch at a time: {@code {"id","kind", ...fields of the single call's body...}}, in any order. One
 * pass suffices if the kind stands before the other fields or is a transaction. Reused for every line; belongs to one
 * thread.
 */
public final class LineReader {
    private static final int ID_BIT = 1;
    private static final int KIND_BIT = 2;
    private static final int TARGET_BIT = 4;

    private byte[] id;
    private byte[] target;
    private String targetField;
    private Kind kind;
    private Draft draft;
    private int met;

    /** The id of the last line read, or null if it has no readable id. */
    public byte[] id() {
        return id;
    }

    /** The call of the last line read. */
    public Call call() {
        return kind.call;
    }

    /** Reads a line; throws RequestRefused if it is rejected. {@link #id} holds in both cases. */
    public LogRequest read(Sender sender, byte[] bytes, int from, int to, CallInput.Limits limits) {
        id = null;
        if (!pass(bytes, from, to, limits, null)) {
            pass(bytes, from, to, limits, kind);
        }
        if (draft == null) {
            draft = kind.call.draft(limits);
        }
        return question(sender, limits);
    }

    private LogRequest question(Sender sender, CallInput.Limits limits) {
        if (kind.target != null && target == null) {
            throw RequestRefused.malformed("the line: a " + kind.word + " names its \"" + kind.target + "\"");
        }
        LogRequest question =
                draft.question(new CallInput(sender, id, target, null, null, limits, true, Parameters.NONE));
        if (id == null) {
            throw new RequestRefused(
                    Code.IDEMPOTENCY_KEY_MISSING,
                    "Give the line an \"id\", best a UUIDv7, and the same one again on a retry.");
        }
        return question;
    }

    /** Returns false if fields came before the kind and need another draft than the one for transactions. */
    private boolean pass(byte[] bytes, int from, int to, CallInput.Limits limits, Kind known) {
        kind = known;
        draft = null;
        target = null;
        targetField = null;
        met = 0;
        boolean passedOver = false;
        Kind drafted = null;
        try (StrictJson json = new StrictJson(bytes, from, to, "the line")) {
            json.beginObject();
            for (String field = json.nextField(); field != null; field = json.nextField()) {
                if (ownField(field, json)) {
                    continue;
                }
                if (draft == null && (kind != null || field.equals(Kind.USUAL_FIELD))) {
                    drafted = kind == null ? Kind.TRANSACTION : kind;
                    draft = drafted.call.draft(limits);
                }
                if (draft == null || passedOver) {
                    passedOver = true;
                    json.skip();
                } else {
                    draft.field(field, json);
                }
            }
            json.end();
        }
        kind = kind == null ? Kind.TRANSACTION : kind;
        requireOwnTarget();
        return !passedOver && (drafted == null || drafted == kind);
    }

    private boolean ownField(String field, StrictJson json) {
        switch (field) {
            case "id" -> {
                met = json.once(met, ID_BIT);
                id = id(json);
                return true;
            }
            case "kind" -> {
                met = json.once(met, KIND_BIT);
                kind = Kind.of(json.text());
                if (kind == null) {
                    throw json.fault("expected one of " + Kind.words());
                }
                return true;
            }
            default -> {
                return Kind.isTarget(field) && target(field, json);
            }
        }
    }

    private static byte[] id(StrictJson json) {
        byte[] bytes = json.text().getBytes(StandardCharsets.UTF_8);
        if (!CommandId.isId(bytes, 0, bytes.length)) {
            throw json.fault("an id has 1 to " + CommandId.LENGTH_MAX + " visible ASCII characters");
        }
        return bytes;
    }

    private boolean target(String field, StrictJson json) {
        met = json.once(met, TARGET_BIT);
        target = id(json);
        targetField = field;
        return true;
    }

    private void requireOwnTarget() {
        if (targetField != null && !targetField.equals(kind.target)) {
            throw RequestRefused.malformed("the line: a " + kind.word + " does not take \"" + targetField + "\"");
        }
    }
}

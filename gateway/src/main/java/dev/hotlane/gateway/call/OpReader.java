package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.OpField;
import dev.hotlane.protocol.OpTable;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads one op of a transaction. Fields may come in any order: they are collected first and checked at the end. A
 * missing or foreign field is rejected by name. One object per op; belongs to one thread.
 */
final class OpReader {
    private static final Map<String, OpField> FIELDS = OpTable.IN_TRANSACTION.stream()
            .flatMap(kind -> OpTable.fields(kind).stream())
            .distinct()
            .collect(Collectors.toUnmodifiableMap(OpField::json, field -> field));

    private static final String WORDS =
            OpTable.IN_TRANSACTION.stream().map(OpTable::word).collect(Collectors.joining(", "));
    private static final int KIND_BIT = 1 << 30;
    private static final int KEY_BIT = 1 << 29;

    private final StrictJson in;
    private final boolean kindGiven;
    private final long[] args = new long[Op.ARGS];
    private int met;
    private int present;
    private int flags;
    private OpKind kind;
    private byte[] key;

    private OpReader(StrictJson in, OpKind kind) {
        this.in = in;
        this.kind = kind;
        kindGiven = kind != null;
    }

    /** Reads the op whose object the parser just entered. */
    static Op read(StrictJson in) {
        return read(in, null);
    }

    /** The same where the place fixes the kind (if not null); the op then has no field {@code op}. */
    static Op read(StrictJson in, OpKind kind) {
        OpReader reader = new OpReader(in, kind);
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            reader.field(field);
        }
        return reader.op();
    }

    private void field(String name) {
        switch (name) {
            case "op" -> kind();
            case "key" -> key = key();
            default -> field(FIELDS.get(name));
        }
    }

    private void field(OpField field) {
        if (field == null) {
            throw unknownField();
        }
        met = in.once(met, 1 << field.ordinal());
        switch (field.form()) {
            case INTEGER -> given(field.arg(), in.integer());
            case INTEGER_OR_NULL -> integerOrNull(field);
            case BOOLEAN -> flags |= in.bool() ? field.flag() : 0;
            case BASIS -> flags |= onHand() ? field.flag() : 0;
        }
    }

    private RequestRefused unknownField() {
        Stream<OpField> known = kindGiven
                ? OpTable.fields(kind).stream()
                : Arrays.stream(OpField.values()).filter(FIELDS::containsValue);
        return in.unknownField(
                known.map(OpField::json).collect(Collectors.joining(", ", kindGiven ? "key, " : "op, key, ", "")));
    }

    private void kind() {
        if (kindGiven) {
            throw unknownField();
        }
        met = in.once(met, KIND_BIT);
        kind = OpTable.kind(in.text());
        if (kind == OpKind.NULL_VAL) {
            throw in.fault("expected one of " + WORDS);
        }
    }

    private byte[] key() {
        met = in.once(met, KEY_BIT);
        return in.key();
    }

    private boolean onHand() {
        return switch (in.text()) {
            case "available" -> false;
            case "onHand" -> true;
            default -> throw in.fault("expected \"available\" or \"onHand\"");
        };
    }

    /** JSON null means no lower bound; an absent field means a bound of 0. */
    private void integerOrNull(OpField field) {
        if (in.nullOrInteger()) {
            flags |= Op.NO_MIN;
        } else {
            given(field.arg(), in.taken());
        }
    }

    private void given(ArgName name, long value) {
        present |= 1 << name.value();
        args[name.value()] = value;
    }

    private Op op() {
        if (kind == null) {
            throw in.fault("an op has \"op\" and \"key\"; missing here: op");
        }
        if (key == null) {
            throw in.fault(word() + " needs \"key\"");
        }
        int missing = OpTable.required(kind) & ~present;
        if (missing != 0) {
            throw in.fault(word() + " needs \"" + fieldName(missing) + "\"");
        }
        int foreign = present & ~OpTable.allowed(kind);
        if (foreign != 0) {
            throw in.fault(word() + " does not take \"" + fieldName(foreign) + "\"");
        }
        refuseForeignFlags();
        Op op = new Op(kind, key).flags(flags);
        for (int i = 1; i < Op.ARGS; i++) {
            if ((present & 1 << i) != 0) {
                op.arg(ArgName.get((short) i), args[i]);
            }
        }
        if (!OpTable.fits(kind.value(), op.flags(), op.present(), args, 0)) {
            // After the checks above only the numbers of a take can still be wrong together.
            throw in.fault(TakeFault.of(
                    args[ArgName.TOKENS.value()],
                    args[ArgName.COUNT.value()],
                    args[ArgName.PERIOD_MS.value()],
                    args[ArgName.BURST.value()]));
        }
        return op;
    }

    /** Rejects a field of another kind even if its value would change nothing. */
    private void refuseForeignFlags() {
        int allowed = OpTable.allowedFlags(kind);
        for (OpField field : OpField.values()) {
            if (field.flag() != 0 && (met & 1 << field.ordinal()) != 0 && (allowed & field.flag()) == 0) {
                throw in.fault(word() + " does not take \"" + field.json() + "\"");
            }
        }
        if ((flags & Op.NO_MIN) != 0 && (allowed & Op.NO_MIN) == 0) {
            throw in.fault(word() + " takes a whole number as \"min\", null is for add");
        }
    }

    private String word() {
        return OpTable.word(kind);
    }

    /** The name of the lowest argument in these bits. */
    private static String fieldName(int bits) {
        int number = Integer.numberOfTrailingZeros(bits);
        return Arrays.stream(OpField.values())
                .filter(field -> field.arg().value() == number)
                .findFirst()
                .orElseThrow()
                .json();
    }
}

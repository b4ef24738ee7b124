package dev.hotlane.protocol;

import static dev.hotlane.protocol.OpField.BASIS;
import static dev.hotlane.protocol.OpField.BURST;
import static dev.hotlane.protocol.OpField.CLAMP;
import static dev.hotlane.protocol.OpField.COUNT;
import static dev.hotlane.protocol.OpField.DELTA;
import static dev.hotlane.protocol.OpField.IF_ABSENT;
import static dev.hotlane.protocol.OpField.IF_VALUE;
import static dev.hotlane.protocol.OpField.IF_VERSION;
import static dev.hotlane.protocol.OpField.MAX;
import static dev.hotlane.protocol.OpField.MIN;
import static dev.hotlane.protocol.OpField.NOT_AFTER;
import static dev.hotlane.protocol.OpField.NOT_BEFORE;
import static dev.hotlane.protocol.OpField.PERIOD_MS;
import static dev.hotlane.protocol.OpField.QUANTITY;
import static dev.hotlane.protocol.OpField.TOKENS;
import static dev.hotlane.protocol.OpField.VALUE;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The table of ops: the fields that an op must and may have, by kind. The gateway, the record's writer and reader,
 * apply and the CLI use it; tests compare api.md and openapi.yaml with it. Any thread; lookups by number allocate
 * nothing.
 */
public final class OpTable {
    /** The largest argument number plus 1. */
    static final int ARGS = 1
            + Arrays.stream(ArgName.values())
                    .filter(arg -> arg != ArgName.NULL_VAL)
                    .mapToInt(ArgName::value)
                    .max()
                    .orElseThrow();

    private static final OpKind[] KINDS = new OpKind[256];
    private static final Row[] ROWS = new Row[256];

    static {
        Arrays.fill(KINDS, OpKind.NULL_VAL);
        row(OpKind.ADD, EnumSet.of(DELTA), EnumSet.of(MIN, MAX, CLAMP), Op.NO_MIN);
        row(OpKind.SET, EnumSet.of(VALUE), EnumSet.of(IF_VALUE, IF_VERSION, IF_ABSENT, BASIS), 0);
        row(OpKind.CHECK, none(), EnumSet.of(MIN, MAX, IF_VALUE, IF_VERSION, NOT_BEFORE, NOT_AFTER), 0);
        row(OpKind.TAKE, EnumSet.of(TOKENS, COUNT, PERIOD_MS, BURST), none(), 0);
        row(OpKind.REMOVE, none(), EnumSet.of(IF_VALUE, IF_VERSION), 0);
        row(OpKind.LINE, EnumSet.of(QUANTITY), none(), 0);
    }

    /** Kinds allowed in a transaction, in the order of their numbers; a {@code LINE} is for partial confirms only. */
    public static final List<OpKind> IN_TRANSACTION =
            known().stream().filter(kind -> kind != OpKind.LINE).toList();

    /** Bits of all flags of this version. */
    static final int FLAGS_KNOWN =
            known().stream().mapToInt(kind -> row(kind).flags).reduce(0, (a, b) -> a | b);

    private record Row(Set<OpField> fields, int required, int allowed, int flags) {}

    private OpTable() {}

    private static void row(OpKind kind, Set<OpField> required, Set<OpField> optional, int moreFlags) {
        EnumSet<OpField> fields = EnumSet.noneOf(OpField.class);
        fields.addAll(required);
        fields.addAll(optional);
        int flags = fields.stream().mapToInt(OpField::flag).reduce(moreFlags, (a, b) -> a | b);
        KINDS[kind.value()] = kind;
        ROWS[kind.value()] = new Row(fields, bits(required), bits(fields), flags);
    }

    private static Set<OpField> none() {
        return EnumSet.noneOf(OpField.class);
    }

    private static int bits(Set<OpField> fields) {
        return fields.stream().mapToInt(OpField::argBit).reduce(0, (a, b) -> a | b);
    }

    private static Row row(OpKind kind) {
        return ROWS[kind.value()];
    }

    /** The kinds of this version, in the order of their numbers. */
    public static List<OpKind> known() {
        return Arrays.stream(KINDS).filter(kind -> kind != OpKind.NULL_VAL).toList();
    }

    /** The kind with this number (0..255); {@code NULL_VAL} if this version has none. */
    public static OpKind kind(int number) {
        return KINDS[number];
    }

    /** The kind's word in JSON: {@code add}. */
    public static String word(OpKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a transaction's op with this word; {@code NULL_VAL} if there is none. */
    public static OpKind kind(String word) {
        return IN_TRANSACTION.stream()
                .filter(kind -> word(kind).equals(word))
                .findFirst()
                .orElse(OpKind.NULL_VAL);
    }

    /** The fields that an op of this kind must or may have, in the order of {@link OpField}. */
    public static List<OpField> fields(OpKind kind) {
        return List.copyOf(row(kind).fields);
    }

    /** The arguments that an op of this kind must have; bit n stands for number n. */
    public static int required(OpKind kind) {
        return row(kind).required;
    }

    /** The arguments that an op of this kind may have, including required ones. */
    public static int allowed(OpKind kind) {
        return row(kind).allowed;
    }

    /** The flags that an op of this kind may have, bits as in {@link Op}. */
    public static int allowedFlags(OpKind kind) {
        return row(kind).flags;
    }

    /** Whether an op of this known kind may have these parts; {@code args} holds its arguments from {@code base}. */
    public static boolean fits(int kind, int flags, int present, long[] args, int base) {
        Row row = ROWS[kind];
        boolean shaped =
                (present & row.required) == row.required && (present & ~row.allowed) == 0 && (flags & ~row.flags) == 0;
        return shaped
                && switch (KINDS[kind]) {
                    case ADD -> fitsAdd(flags, present, args, base);
                    case TAKE ->
                        Gcra.fits(
                                args[base + ArgName.TOKENS.value()],
                                args[base + ArgName.COUNT.value()],
                                args[base + ArgName.PERIOD_MS.value()],
                                args[base + ArgName.BURST.value()]);
                    case LINE -> args[base + ArgName.QUANTITY.value()] > 0;
                    case SET, CHECK, REMOVE -> true;
                    case NULL_VAL -> false;
                };
    }

    /** A lower bound of 0 is the default and is left out; no lower bound is a flag. */
    private static boolean fitsAdd(int flags, int present, long[] args, int base) {
        boolean min = (present & 1 << ArgName.MIN.value()) != 0;
        return !min || (flags & Op.NO_MIN) == 0 && args[base + ArgName.MIN.value()] != 0;
    }

    /**
     * Whether an op of this kind may be in a command that opens a hold: adds that can be given back, checks and takes.
     * {@code delta} is an add's, else ignored.
     */
    public static boolean fitsHold(int kind, int flags, long delta) {
        return switch (KINDS[kind]) {
            // Long.MIN_VALUE can't be given back: its negation is no int64.
            case ADD -> delta != 0 && delta != Long.MIN_VALUE && (flags & Op.CLAMP) == 0;
            case CHECK, TAKE -> true;
            case SET, REMOVE, LINE, NULL_VAL -> false;
        };
    }

    /** The field of a reservation's or a confirm's JSON that an op of this kind stands in; {@code delta} is an add's. */
    public static String reservationField(OpKind kind, long delta) {
        return switch (kind) {
            case ADD -> delta > 0 ? "limits" : "lines";
            case LINE -> "lines";
            case CHECK -> "checks";
            case TAKE -> "takes";
            // No reservation has one: see fitsHold.
            case SET, REMOVE, NULL_VAL -> "ops";
        };
    }
}

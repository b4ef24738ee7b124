package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.ArgName;

/**
 * The fields of an op besides kind and key, by JSON name: each is an argument of the record or a flag. The order is
 * that of the lists in texts. Immutable.
 */
public enum OpField {
    DELTA("delta", Form.INTEGER, ArgName.DELTA),
    VALUE("value", Form.INTEGER, ArgName.VALUE),
    MIN("min", Form.INTEGER_OR_NULL, ArgName.MIN),
    MAX("max", Form.INTEGER, ArgName.MAX),
    CLAMP("clamp", Form.BOOLEAN, Op.CLAMP),
    IF_VALUE("ifValue", Form.INTEGER, ArgName.IF_VALUE),
    IF_VERSION("ifVersion", Form.INTEGER, ArgName.IF_VERSION),
    IF_ABSENT("ifAbsent", Form.BOOLEAN, Op.IF_ABSENT),
    BASIS("basis", Form.BASIS, Op.ON_HAND),
    NOT_BEFORE("notBefore", Form.INTEGER, ArgName.NOT_BEFORE),
    NOT_AFTER("notAfter", Form.INTEGER, ArgName.NOT_AFTER),
    TOKENS("tokens", Form.INTEGER, ArgName.TOKENS),
    COUNT("count", Form.INTEGER, ArgName.COUNT),
    PERIOD_MS("periodMs", Form.INTEGER, ArgName.PERIOD_MS),
    BURST("burst", Form.INTEGER, ArgName.BURST),
    QUANTITY("quantity", Form.INTEGER, ArgName.QUANTITY);

    /** The JSON form of a field's value. */
    public enum Form {
        /** An int64. */
        INTEGER,
        /** An int64; where {@link Op#NO_MIN} is allowed, null sets that flag. */
        INTEGER_OR_NULL,
        /** {@code true} sets the flag; {@code false} is the default. */
        BOOLEAN,
        /** {@code "onHand"} sets the flag; {@code "available"} is the default. */
        BASIS
    }

    private final String json;
    private final Form form;
    private final ArgName arg;
    private final int flag;

    OpField(String json, Form form, ArgName arg) {
        this.json = json;
        this.form = form;
        this.arg = arg;
        flag = 0;
    }

    OpField(String json, Form form, int flag) {
        this.json = json;
        this.form = form;
        arg = ArgName.NULL_VAL;
        this.flag = flag;
    }

    /** The field's name in requests, answers and the CLI's output. */
    public String json() {
        return json;
    }

    /** The form of its value. */
    public Form form() {
        return form;
    }

    /** The argument for this field; {@code NULL_VAL} for a flag. */
    public ArgName arg() {
        return arg;
    }

    /** Bit of {@link Op#flags()} for this field; 0 for an argument. */
    public int flag() {
        return flag;
    }

    /** Bit of {@link Op#present()}; 0 for a flag. */
    int argBit() {
        return arg == ArgName.NULL_VAL ? 0 : 1 << arg.value();
    }
}

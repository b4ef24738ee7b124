package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.OpField;
import dev.hotlane.protocol.OpTable;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.sbe.ArgName;

/** Ops in the words of the HTTP contract. Any thread. */
final class OpJson {
    private static final String[] ARG_NAMES = new String[Op.ARGS];

    static {
        for (OpField field : OpField.values()) {
            if (field.arg() != ArgName.NULL_VAL) {
                ARG_NAMES[field.arg().value()] = field.json();
            }
        }
    }

    private OpJson() {}

    static void ops(JsonLine out, CommandView command) {
        out.beginArray("ops");
        for (int i = 0; i < command.opCount(); i++) {
            out.beginElement().put("op", OpTable.word(OpTable.kind(command.opKind(i))));
            out.putBytes("key", command.bytes(), command.keyOffset(i), command.keyLength(i));
            for (int arg = 1; arg < Op.ARGS; arg++) {
                if (command.has(i, arg)) {
                    out.put(ARG_NAMES[arg], command.arg(i, arg));
                }
            }
            flags(out, command.opFlags(i));
            out.endObject();
        }
        out.endArray();
    }

    private static void flags(JsonLine out, int flags) {
        if ((flags & Op.NO_MIN) != 0) {
            out.putNull("min");
        }
        for (OpField field : OpField.values()) {
            if ((flags & field.flag()) != 0) {
                switch (field.form()) {
                    case BOOLEAN -> out.put(field.json(), true);
                    case BASIS -> out.put(field.json(), "onHand");
                    case INTEGER, INTEGER_OR_NULL -> throw new IllegalStateException(field + " is no flag");
                }
            }
        }
    }
}

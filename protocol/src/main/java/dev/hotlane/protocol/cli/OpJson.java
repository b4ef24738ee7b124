package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.Locale;

/** Ops in the words of the HTTP contract. Any thread. */
final class OpJson {
    private static final String[] ARG_NAMES = new String[Op.ARGS];

    static {
        for (ArgName arg : ArgName.values()) {
            if (arg != ArgName.NULL_VAL) {
                ARG_NAMES[arg.value()] = camel(arg.name());
            }
        }
    }

    private OpJson() {}

    static void ops(JsonLine out, CommandView command) {
        out.beginArray("ops");
        for (int i = 0; i < command.opCount(); i++) {
            out.beginElement().put("op", RecordJson.lower(OpKind.get((short) command.opKind(i))));
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
        if ((flags & Op.CLAMP) != 0) {
            out.put("clamp", true);
        }
        if ((flags & Op.IF_ABSENT) != 0) {
            out.put("ifAbsent", true);
        }
        if ((flags & Op.ON_HAND) != 0) {
            out.put("basis", "onHand");
        }
    }

    private static String camel(String constant) {
        String[] words = constant.toLowerCase(Locale.ROOT).split("_");
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return name.toString();
    }
}

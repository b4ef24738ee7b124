package dev.hotlane.proof.gateway;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Replies about holds for a {@link ScriptedProcessor}. */
final class HoldScripts {
    static final long CREATED_AT = Scripts.TIME - 9_000;
    static final long RESOLVED_AT = Scripts.TIME - 500;

    private HoldScripts() {}

    /** Opens every requested hold: each counter had 10 and keeps the rest. */
    static ScriptedProcessor.Script opened() {
        return record -> List.of(record.reply(writer -> {
            writer.verdict(Verdict.OK, record.offset, Scripts.TIME);
            created(record, writer);
        }));
    }

    /** Replies that every requested hold was opened at offset 5. */
    static ScriptedProcessor.Script openedBefore() {
        return record -> List.of(record.reply(writer -> {
            writer.verdict(Verdict.OK, record.offset, Scripts.TIME).replayed(5, CREATED_AT);
            created(record, writer);
        }));
    }

    private static void created(Arrived record, ReplyWriter writer) {
        CommandView command = record.command();
        Scripts.results(writer, command.opCount(), record.offset);
        int lines = 0;
        for (int i = 0; i < command.opCount(); i++) {
            lines += command.opKind(i) == OpKind.ADD.value() ? 1 : 0;
        }
        writer.holds(1);
        writer.hold(HoldState.HELD, record.offset, CREATED_AT, CREATED_AT + command.ttlMs(), 0, lines);
        for (int i = 0; i < command.opCount(); i++) {
            if (command.opKind(i) == OpKind.ADD.value()) {
                long delta = command.arg(i, ArgName.DELTA.value());
                writer.line(command.bytes(), command.keyOffset(i), command.keyLength(i), -delta, 10 + delta, 0);
            }
        }
        byte[] bytes = command.bytes();
        writer.names(record.id, 0, record.id.length, bytes, command.ownerOffset(), command.ownerLength());
    }

    /** Replies with the hold that a command or read names, in that state. */
    static ScriptedProcessor.Script told(HoldState state) {
        return record -> List.of(record.reply(writer -> {
            writer.verdict(Verdict.OK, record.offset, Scripts.TIME).holds(1);
            hold(writer, state, target(record));
        }));
    }

    /** Replies with these holds as a page; there is a next one unless the cursor is empty. */
    static ScriptedProcessor.Script page(String cursor, String... ids) {
        byte[] last = cursor.getBytes(StandardCharsets.US_ASCII);
        return record -> List.of(record.reply(last, writer -> {
            writer.verdict(Verdict.OK, record.offset, Scripts.TIME).holds(ids.length);
            for (String id : ids) {
                hold(writer, HoldState.HELD, id.getBytes(StandardCharsets.US_ASCII));
            }
        }));
    }

    /** A hold of 2 of {@code stock:a} and 2 of {@code limit:u}; confirmed it keeps 1 of each. */
    static void hold(ReplyWriter writer, HoldState state, byte[] id) {
        long kept = state == HoldState.CONFIRMED ? 1 : 0;
        writer.hold(state, 5, CREATED_AT, CREATED_AT + 60_000, state == HoldState.HELD ? 0 : RESOLVED_AT, 2);
        byte[] limit = "limit:u".getBytes(StandardCharsets.US_ASCII);
        byte[] stock = "stock:a".getBytes(StandardCharsets.US_ASCII);
        writer.line(limit, 0, limit.length, -2, 2, -kept);
        writer.line(stock, 0, stock.length, 2, 8, kept);
        writer.names(id, 0, id.length, new byte[0], 0, 0);
    }

    static byte[] target(Arrived record) {
        if (record.kind == RecordKind.COMMAND) {
            CommandView command = record.command();
            int from = command.targetOffset();
            return Arrays.copyOfRange(command.bytes(), from, from + command.targetLength());
        }
        return record.read().target();
    }
}

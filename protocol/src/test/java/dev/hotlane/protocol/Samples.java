package dev.hotlane.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** At least one record of the command topic for each kind and op, with every argument and flag; what fuzzing starts from. */
public final class Samples {
    public static final byte[] ID = "01936f2e-7a10-7c3d-8e4f-0123456789ab".getBytes(US_ASCII);
    static final byte[] NO_BYTES = {};
    static final byte[] TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes(US_ASCII);
    static final Routing ROUTING = new Routing(0x0123456789ABCDEFL, 0xFEDCBA9876543210L, 42, 3);

    /** A record of the command topic. */
    public record Sample(byte[] key, byte[] value) {}

    private Samples() {}

    /** By name. */
    public static Map<String, Sample> records() {
        Map<String, Sample> samples = new LinkedHashMap<>();
        RecordWriter writer = new RecordWriter();
        commands().forEach((name, command) -> {
            byte[] traceparent = name.endsWith("-traced") ? TRACEPARENT : NO_BYTES;
            samples.put(name, new Sample(ID, writer.command(ID, ROUTING, command, traceparent)));
        });
        Sender acme = Sender.of("acme", "checkout@7");
        byte[] sent = writer.command(acme, ID, ROUTING, commands().get("cancel-owned"), TRACEPARENT);
        samples.put("cancel-tenant", new Sample(acme.recordKey(ID), sent));
        samples.put(
                "read-hold-tenant",
                unkeyed(writer.sentBy(acme).traced(TRACEPARENT).readHold(ROUTING, ID, utf8("u7"))));
        List<byte[]> keys = List.of(utf8("stock:a"), utf8("grüße"), new byte[] {(byte) 0xFF, 0});
        samples.put("read-counters", unkeyed(writer.readCounters(ROUTING, keys)));
        samples.put("read-nothing", unkeyed(writer.readCounters(ROUTING, List.of())));
        samples.put("read-hold", unkeyed(writer.readById(ROUTING, ReadKind.HOLD, ID)));
        ReadView.Page page = new ReadView.Page(HoldState.EXPIRED, 100, utf8("u7"));
        samples.put("read-holds", unkeyed(writer.readHolds(ROUTING, page, utf8("stock:a"), ID)));
        ReadView.Page all = new ReadView.Page(HoldState.NONE, 1, NO_BYTES);
        samples.put("read-all-holds", unkeyed(writer.readHolds(ROUTING, all, null, NO_BYTES)));
        samples.put("read-command", unkeyed(writer.readById(ROUTING, ReadKind.COMMAND, utf8("order-17"))));
        samples.put("tick", unkeyed(writer.tick(new Tick(5, 1, -2, 1_700_000_000_123L, 99, -7, 1000, 999, 998))));
        samples.put("lead", unkeyed(writer.lead(6, 1, -2, 99, true)));
        samples.put("lead-first", unkeyed(writer.lead(1, 3, 4, -1)));
        samples.put("resign", unkeyed(writer.resign(6, 1, -2)));
        samples.put("rules-first", unkeyed(writer.rules(Rules.first(0x5EEDL))));
        Rules rules = new Rules(
                2, 1, 32, 500, 1000, 60_000, 500, 5_000, 3_600_000, 7_200_000, 64, 1_000_000, 5_000, 6_000, -1,
                7_000_000, 8_000_000, 2_500);
        samples.put("rules-changed", unkeyed(writer.rules(rules)));
        samples.put("skip", unkeyed(writer.skip(123_456_789_012L)));
        return samples;
    }

    static Map<String, Command> commands() {
        Map<String, Command> commands = new LinkedHashMap<>();
        commands.put("transact-add", Command.transact(Op.add("stock:a", -1)));
        commands.put(
                "transact-add-bounds-clamp",
                Command.transact(Op.add("limit:deal1:u7", Long.MAX_VALUE)
                        .arg(ArgName.MIN, Long.MIN_VALUE)
                        .arg(ArgName.MAX, 2)
                        .flags(Op.CLAMP)));
        commands.put(
                "transact-add-no-min",
                Command.transact(Op.add("k", Long.MIN_VALUE).flags(Op.NO_MIN)));
        commands.put(
                "transact-set",
                Command.transact(
                        Op.set("k", 5).arg(ArgName.IF_VALUE, 4).arg(ArgName.IF_VERSION, 7),
                        Op.set("grüße", -1).flags(Op.IF_ABSENT),
                        Op.set("stock:b", 12).flags(Op.ON_HAND)));
        commands.put(
                "transact-check",
                Command.transact(
                        Op.check("k"),
                        Op.check("k")
                                .arg(ArgName.MIN, 1)
                                .arg(ArgName.MAX, 9)
                                .arg(ArgName.IF_VALUE, 5)
                                .arg(ArgName.IF_VERSION, 6)
                                .arg(ArgName.NOT_BEFORE, 1_700_000_000_000L)
                                .arg(ArgName.NOT_AFTER, 1_700_000_600_000L)));
        commands.put("transact-take", Command.transact(take("rl:u7", 1, 10, 1_000, 10)));
        commands.put(
                "transact-remove",
                Command.transact(
                        new Op(OpKind.REMOVE, new byte[] {(byte) 0xC3, 0x28}),
                        Op.remove("k").arg(ArgName.IF_VALUE, 0).arg(ArgName.IF_VERSION, -1)));
        commands.put("transact-traced", Command.transact(Op.add("k", 1)));
        commands.put("transact-64-ops", Command.transact(manyOps()));
        List<Op> holdOps =
                List.of(Op.add("stock:a", -2), Op.add("limit:u7", 2).arg(ArgName.MAX, 2), take("rl:u7", 0, 1, 1, 1));
        commands.put("hold", new Command(CommandKind.TRANSACT, true, 600_000, holdOps, NO_BYTES, utf8("u7")));
        commands.put("confirm", command(CommandKind.CONFIRM, 0));
        List<Op> lines = List.of(new Op(OpKind.LINE, utf8("stock:a")).arg(ArgName.QUANTITY, 1));
        commands.put("confirm-lines", new Command(CommandKind.CONFIRM, false, 0, lines, ID, NO_BYTES));
        commands.put("cancel", command(CommandKind.CANCEL, 0));
        commands.put("cancel-owned", new Command(CommandKind.CANCEL, false, 0, List.of(), utf8("hold-9"), utf8("u7")));
        commands.put("extend", command(CommandKind.EXTEND, 30_000));
        commands.put("abandon", command(CommandKind.ABANDON, 0));
        return commands;
    }

    static Op take(String key, long tokens, long count, long periodMs, long burst) {
        return new Op(OpKind.TAKE, utf8(key))
                .arg(ArgName.TOKENS, tokens)
                .arg(ArgName.COUNT, count)
                .arg(ArgName.PERIOD_MS, periodMs)
                .arg(ArgName.BURST, burst);
    }

    static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    private static List<Op> manyOps() {
        List<Op> ops = new ArrayList<>();
        for (int i = 0; i < CommandView.OPS_MAX; i++) {
            ops.add(Op.add("k".repeat(i == 0 ? Op.KEY_LENGTH_MAX : i), i));
        }
        return ops;
    }

    private static Command command(CommandKind kind, long ttlMs) {
        return new Command(kind, false, ttlMs, List.of(), ID, NO_BYTES);
    }

    private static Sample unkeyed(byte[] value) {
        return new Sample(null, value);
    }
}

package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelIds;
import dev.hotlane.proof.model.ModelOp;
import dev.hotlane.proof.model.OpRules.Arg;
import dev.hotlane.proof.model.OpRules.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the record of an order, by the state of the run at that step. */
final class OrderMeanings {
    static final List<String> STOCK = List.of("stock:a", "stock:b", "stock:c");
    static final String PAIR_LEFT = STOCK.get(0);
    static final String PAIR_RIGHT = STOCK.get(1);
    static final String LIMIT = "limit:u";
    static final String NUMBER = "n";
    private static final List<String> BUCKETS = List.of("rate:u", "rate:v");

    /** Every counter that orders name, and one that none does. */
    static final List<String> KEYS = Stream.of(STOCK, List.of(LIMIT, NUMBER, "none"), BUCKETS)
            .flatMap(List::stream)
            .toList();

    private static final List<String> TENANTS = List.of("", "acme", "b-2");
    private static final String OWNER = "u";
    private static final int LIMIT_MAX = 6;
    private static final long BUCKET_BURST = 2;

    /** Milliseconds for one token. */
    private static final long BUCKET_PERIOD = 40;

    private static final int RECENT = 6;

    private final World world;
    private final List<SimCall> calls;
    private final Set<String> used = new HashSet<>();
    private int ids;

    OrderMeanings(World world, List<SimCall> calls) {
        this.world = world;
        this.calls = calls;
    }

    /** Null if the order needs an earlier hold or command and there is none. */
    LogEntry of(ClientOrder order) {
        Chance pick = new Chance(order.pick());
        return switch (order.what()) {
            case RESTOCK -> restock(pick);
            case BUY -> transact(ModelOp.add(STOCK.get(2), -1 - pick.below(2)));
            case BUY_PAIR -> transact(ModelOp.add(PAIR_LEFT, -1), ModelOp.add(PAIR_RIGHT, -1));
            case RESERVE -> reserve(pick);
            case CONFIRM -> onHold(LogEntry.Change.CONFIRM, pick);
            case CANCEL -> onHold(LogEntry.Change.CANCEL, pick);
            case EXTEND -> onHold(LogEntry.Change.EXTEND, pick);
            case COUNT -> transact(ModelOp.add(NUMBER, 1 + pick.below(3)));
            case SET -> transact(op(Kind.SET, NUMBER).with(Arg.VALUE, pick.below(9)));
            case REMOVE -> transact(op(Kind.REMOVE, NUMBER));
            case TAKE -> take(pick);
            case READ_COUNTERS -> new LogEntry.ReadCounters(List.of(PAIR_LEFT, PAIR_RIGHT, NUMBER, BUCKETS.get(0)));
            case READ_HOLD -> {
                LogEntry.Transact hold = someHold(pick);
                yield hold == null ? null : new LogEntry.ReadHold(mostlyOwn(hold.id(), pick), owner(hold, pick));
            }
            case READ_HOLDS ->
                new LogEntry.ReadHolds(
                        tenant(pick), null, 1 + pick.below(6), pick.percent(30) ? OWNER : "", stock(pick), "");
            case READ_COMMAND -> {
                LogEntry.Command command = someCommand(pick);
                yield command == null ? null : new LogEntry.ReadCommand(mostlyOwn(command.id(), pick));
            }
            case REUSE_ID -> {
                LogEntry.Command command = someCommand(pick);
                yield command == null ? null : restock(pick).as(command.id());
            }
        };
    }

    private static String tenant(Chance pick) {
        return TENANTS.get(pick.below(TENANTS.size()));
    }

    private static String stock(Chance pick) {
        return pick.percent(30) ? STOCK.get(pick.below(STOCK.size())) : "";
    }

    /** That key, or now and then the same id of some tenant. */
    private static String mostlyOwn(String key, Chance pick) {
        return pick.percent(15) ? ModelIds.key(tenant(pick), ModelIds.id(key)) : key;
    }

    /** The owner that a call on a hold names: mostly none, or the right one; now and then another one. */
    private static String owner(LogEntry.Transact hold, Chance pick) {
        return pick.percent(70) ? "" : pick.percent(70) ? hold.owner() : OWNER;
    }

    private static ModelOp op(Kind kind, String key) {
        return new ModelOp(kind, key, Map.of(), Set.of());
    }

    private LogEntry.Transact transact(ModelOp... ops) {
        return new LogEntry.Transact(freshId(), List.of(ops), false, 0, "");
    }

    private LogEntry.Transact restock(Chance pick) {
        long many = 1L + pick.below(8);
        if (pick.percent(35)) {
            return transact(ModelOp.add(STOCK.get(2), many));
        }
        return transact(ModelOp.add(PAIR_LEFT, many), ModelOp.add(PAIR_RIGHT, many));
    }

    private LogEntry.Transact reserve(Chance pick) {
        long many = 1L + pick.below(3);
        List<ModelOp> ops = new ArrayList<>();
        if (pick.percent(70)) {
            ops.add(ModelOp.add(PAIR_LEFT, -many));
            ops.add(ModelOp.add(PAIR_RIGHT, -many));
        } else {
            ops.add(ModelOp.add(STOCK.get(2), -many));
        }
        if (pick.percent(50)) {
            ops.add(ModelOp.add(LIMIT, many).with(Arg.MAX, LIMIT_MAX));
        }
        if (pick.percent(20)) {
            ops.add(op(Kind.CHECK, NUMBER).with(Arg.MIN, 1));
        }
        return new LogEntry.Transact(freshId(), ops, true, 20 + pick.below(260), pick.percent(50) ? OWNER : "");
    }

    private LogEntry.Transact take(Chance pick) {
        return transact(op(Kind.TAKE, BUCKETS.get(pick.below(2)))
                .with(Arg.TOKENS, 1 + pick.below(2))
                .with(Arg.COUNT, 1)
                .with(Arg.PERIOD_MS, BUCKET_PERIOD)
                .with(Arg.BURST, BUCKET_BURST));
    }

    private LogEntry onHold(LogEntry.Change what, Chance pick) {
        LogEntry.Transact hold = someHold(pick);
        if (hold == null) {
            return null;
        }
        List<LogEntry.Part> parts = new ArrayList<>();
        if (what == LogEntry.Change.CONFIRM && pick.percent(40)) {
            for (ModelOp op : hold.ops()) {
                if (op.kind() == Kind.ADD && op.arg(Arg.DELTA) < 0) {
                    // Both keys of the pair confirm the same quantity.
                    parts.add(new LogEntry.Part(op.key(), 1));
                }
            }
        }
        long ttl = what == LogEntry.Change.EXTEND ? 50 + pick.below(200) : 0;
        String own = freshId(ModelIds.tenant(mostlyOwn(hold.id(), pick)));
        return new LogEntry.OnHold(what, own, ModelIds.id(hold.id()), parts, ttl, owner(hold, pick));
    }

    private LogEntry.Transact someHold(Chance pick) {
        List<LogEntry.Transact> holds = new ArrayList<>();
        for (SimCall call : calls) {
            if (call.said instanceof LogEntry.Transact transact && transact.hold()) {
                holds.add(transact);
            }
        }
        return holds.isEmpty() ? null : holds.get(holds.size() - 1 - pick.below(Math.min(RECENT, holds.size())));
    }

    private LogEntry.Command someCommand(Chance pick) {
        List<LogEntry.Command> commands = new ArrayList<>();
        for (SimCall call : calls) {
            if (call.said instanceof LogEntry.Command command) {
                commands.add(command);
            }
        }
        return commands.isEmpty() ? null : commands.get(pick.below(commands.size()));
    }

    /** The key of a new command of some tenant. */
    private String freshId() {
        return freshId(TENANTS.get(world.chance.below(TENANTS.size())));
    }

    /** The key of a new command of a tenant; one of five has the id of a command that was sent lately. */
    String freshId(String tenant) {
        String recent = world.chance.percent(20) ? recentId() : null;
        String key = recent == null ? null : ModelIds.key(tenant, recent);
        if (key == null || used.contains(key)) {
            key = ModelIds.key(tenant, newId());
        }
        used.add(key);
        return key;
    }

    /** The id of one of the last commands, of whatever tenant; null if there is none. */
    private String recentId() {
        for (int i = calls.size() - 1 - world.chance.below(3); i >= 0; i--) {
            if (calls.get(i).id() != null) {
                return ModelIds.id(calls.get(i).id());
            }
        }
        return null;
    }

    /** Three of four ids carry the client's time, which is up to 40 ms off. */
    private String newId() {
        int number = ids++;
        if (number % 4 == 3) {
            return "opaque-" + number;
        }
        long time = world.wallMillis() + world.chance.between(-40, 20);
        return String.format("%08x-%04x-7000-8000-%012x", time >>> 16, time & 0xFFFF, number);
    }
}

package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.model.LogEntry;
import java.util.ArrayList;
import java.util.List;

/** Makes the record of an order, by the state of the run at that step. */
final class OrderMeanings {
    static final List<String> STOCK = List.of("stock:a", "stock:b", "stock:c");
    static final String PAIR_LEFT = STOCK.get(0);
    static final String PAIR_RIGHT = STOCK.get(1);
    static final String LIMIT = "limit:u";
    static final String NUMBER = "n";
    private static final List<String> BUCKETS = List.of("rate:u", "rate:v");
    private static final int LIMIT_MAX = 6;
    private static final int RECENT = 6;

    private final World world;
    private final List<SimCall> calls;
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
            case BUY -> transact(new LogEntry.Op("add", STOCK.get(2), -1 - pick.below(2), null));
            case BUY_PAIR ->
                transact(new LogEntry.Op("add", PAIR_LEFT, -1, null), new LogEntry.Op("add", PAIR_RIGHT, -1, null));
            case RESERVE -> reserve(pick);
            case CONFIRM -> onHold("confirm", pick);
            case CANCEL -> onHold("cancel", pick);
            case EXTEND -> onHold("extend", pick);
            case COUNT -> transact(new LogEntry.Op("add", NUMBER, 1 + pick.below(3), null));
            case SET -> transact(new LogEntry.Op("set", NUMBER, pick.below(9), null));
            case REMOVE -> transact(new LogEntry.Op("remove", NUMBER, 0, null));
            case TAKE -> take(pick);
            case READ_COUNTERS -> new LogEntry.ReadCounters(List.of(PAIR_LEFT, PAIR_RIGHT, NUMBER, BUCKETS.get(0)));
            case READ_HOLD -> {
                LogEntry.Transact hold = someHold(pick);
                yield hold == null ? null : new LogEntry.ReadHold(hold.id());
            }
            case READ_COMMAND -> {
                LogEntry.Command command = someCommand(pick);
                yield command == null ? null : new LogEntry.ReadCommand(command.id());
            }
            case REUSE_ID -> {
                LogEntry.Command command = someCommand(pick);
                yield command == null ? null : restock(pick).as(command.id());
            }
        };
    }

    private LogEntry.Transact transact(LogEntry.Op... ops) {
        return new LogEntry.Transact(freshId(), List.of(ops), 0, "");
    }

    private LogEntry.Transact restock(Chance pick) {
        long many = 1L + pick.below(8);
        if (pick.percent(35)) {
            return transact(new LogEntry.Op("add", STOCK.get(2), many, null));
        }
        return transact(new LogEntry.Op("add", PAIR_LEFT, many, null), new LogEntry.Op("add", PAIR_RIGHT, many, null));
    }

    private LogEntry.Transact reserve(Chance pick) {
        long many = 1L + pick.below(3);
        List<LogEntry.Op> ops = new ArrayList<>();
        if (pick.percent(70)) {
            ops.add(new LogEntry.Op("add", PAIR_LEFT, -many, null));
            ops.add(new LogEntry.Op("add", PAIR_RIGHT, -many, null));
        } else {
            ops.add(new LogEntry.Op("add", STOCK.get(2), -many, null));
        }
        if (pick.percent(50)) {
            ops.add(new LogEntry.Op("add", LIMIT, many, (long) LIMIT_MAX));
        }
        if (pick.percent(20)) {
            ops.add(new LogEntry.Op("check", NUMBER, 1, null));
        }
        return new LogEntry.Transact(freshId(), ops, 20 + pick.below(260), pick.percent(50) ? "u" : "");
    }

    private LogEntry.Transact take(Chance pick) {
        return transact(new LogEntry.Op("take", BUCKETS.get(pick.below(2)), 1 + pick.below(2), null));
    }

    private LogEntry onHold(String what, Chance pick) {
        LogEntry.Transact hold = someHold(pick);
        if (hold == null) {
            return null;
        }
        List<LogEntry.Part> parts = new ArrayList<>();
        if (what.equals("confirm") && pick.percent(40)) {
            for (LogEntry.Op op : hold.ops()) {
                if (op.what().equals("add") && op.n() < 0) {
                    // Both keys of the pair confirm the same quantity.
                    parts.add(new LogEntry.Part(op.key(), 1));
                }
            }
        }
        return new LogEntry.OnHold(what, freshId(), hold.id(), parts, what.equals("extend") ? 50 + pick.below(200) : 0);
    }

    private LogEntry.Transact someHold(Chance pick) {
        List<LogEntry.Transact> holds = new ArrayList<>();
        for (SimCall call : calls) {
            if (call.said instanceof LogEntry.Transact transact && transact.ttl() > 0) {
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

    /** Three of four ids carry the client's time, which is up to 40 ms off. */
    String freshId() {
        int number = ids++;
        if (number % 4 == 3) {
            return "opaque-" + number;
        }
        long time = world.wallMillis() + world.chance.between(-40, 20);
        return String.format("%08x-%04x-7000-8000-%012x", time >>> 16, time & 0xFFFF, number);
    }
}

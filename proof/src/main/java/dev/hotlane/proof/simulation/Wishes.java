package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.model.Said;
import java.util.ArrayList;
import java.util.List;

/** What an order means, by the moment it comes. */
final class Wishes {
    static final List<String> STOCK = List.of("stock:a", "stock:b", "stock:c");
    static final String PAIR_LEFT = STOCK.get(0);
    static final String PAIR_RIGHT = STOCK.get(1);
    static final String LIMIT = "limit:u";
    static final String NUMBER = "n";
    private static final List<String> BUCKETS = List.of("rate:u", "rate:v");
    private static final int LIMIT_MAX = 6;
    private static final int RECENT = 6;

    private final World world;
    private final List<Call> calls;
    private int ids;

    Wishes(World world, List<Call> calls) {
        this.world = world;
        this.calls = calls;
    }

    /** Null if there is nothing to want it of. */
    Said of(Order order) {
        Chance pick = new Chance(order.pick());
        return switch (order.what()) {
            case RESTOCK -> restock(pick);
            case BUY -> transact(new Said.Op("add", STOCK.get(2), -1 - pick.below(2), null));
            case BUY_PAIR ->
                transact(new Said.Op("add", PAIR_LEFT, -1, null), new Said.Op("add", PAIR_RIGHT, -1, null));
            case RESERVE -> reserve(pick);
            case CONFIRM -> onHold("confirm", pick);
            case CANCEL -> onHold("cancel", pick);
            case EXTEND -> onHold("extend", pick);
            case COUNT -> transact(new Said.Op("add", NUMBER, 1 + pick.below(3), null));
            case SET -> transact(new Said.Op("set", NUMBER, pick.below(9), null));
            case REMOVE -> transact(new Said.Op("remove", NUMBER, 0, null));
            case TAKE -> take(pick);
            case READ_COUNTERS -> new Said.ReadCounters(List.of(PAIR_LEFT, PAIR_RIGHT, NUMBER, BUCKETS.get(0)));
            case READ_HOLD -> {
                Said.Transact hold = someHold(pick);
                yield hold == null ? null : new Said.ReadHold(hold.id());
            }
            case READ_COMMAND -> {
                Said.Command command = someCommand(pick);
                yield command == null ? null : new Said.ReadCommand(command.id());
            }
            case REUSE_ID -> {
                Said.Command command = someCommand(pick);
                yield command == null ? null : restock(pick).as(command.id());
            }
        };
    }

    private Said.Transact transact(Said.Op... ops) {
        return new Said.Transact(freshId(), List.of(ops), 0, "");
    }

    private Said.Transact restock(Chance pick) {
        long many = 1 + pick.below(8);
        if (pick.percent(35)) {
            return transact(new Said.Op("add", STOCK.get(2), many, null));
        }
        return transact(new Said.Op("add", PAIR_LEFT, many, null), new Said.Op("add", PAIR_RIGHT, many, null));
    }

    private Said.Transact reserve(Chance pick) {
        long many = 1 + pick.below(3);
        List<Said.Op> ops = new ArrayList<>();
        if (pick.percent(70)) {
            ops.add(new Said.Op("add", PAIR_LEFT, -many, null));
            ops.add(new Said.Op("add", PAIR_RIGHT, -many, null));
        } else {
            ops.add(new Said.Op("add", STOCK.get(2), -many, null));
        }
        if (pick.percent(50)) {
            ops.add(new Said.Op("add", LIMIT, many, (long) LIMIT_MAX));
        }
        if (pick.percent(20)) {
            ops.add(new Said.Op("check", NUMBER, 1, null));
        }
        return new Said.Transact(freshId(), ops, 20 + pick.below(260), pick.percent(50) ? "u" : "");
    }

    private Said.Transact take(Chance pick) {
        return transact(new Said.Op("take", BUCKETS.get(pick.below(2)), 1 + pick.below(2), null));
    }

    private Said onHold(String what, Chance pick) {
        Said.Transact hold = someHold(pick);
        if (hold == null) {
            return null;
        }
        List<Said.Part> parts = new ArrayList<>();
        if (what.equals("confirm") && pick.percent(40)) {
            for (Said.Op op : hold.ops()) {
                if (op.what().equals("add") && op.n() < 0) {
                    // The pair stays a pair.
                    parts.add(new Said.Part(op.key(), 1));
                }
            }
        }
        return new Said.OnHold(what, freshId(), hold.id(), parts, what.equals("extend") ? 50 + pick.below(200) : 0);
    }

    private Said.Transact someHold(Chance pick) {
        List<Said.Transact> holds = new ArrayList<>();
        for (Call call : calls) {
            if (call.said instanceof Said.Transact transact && transact.ttl() > 0) {
                holds.add(transact);
            }
        }
        return holds.isEmpty() ? null : holds.get(holds.size() - 1 - pick.below(Math.min(RECENT, holds.size())));
    }

    private Said.Command someCommand(Chance pick) {
        List<Said.Command> commands = new ArrayList<>();
        for (Call call : calls) {
            if (call.said instanceof Said.Command command) {
                commands.add(command);
            }
        }
        return commands.isEmpty() ? null : commands.get(pick.below(commands.size()));
    }

    /** Most carry the client's time, which is a little off. */
    String freshId() {
        int number = ids++;
        if (number % 4 == 3) {
            return "opaque-" + number;
        }
        long time = world.wallMillis() + world.chance.between(-40, 20);
        return String.format("%08x-%04x-7000-8000-%012x", time >>> 16, time & 0xFFFF, number);
    }
}

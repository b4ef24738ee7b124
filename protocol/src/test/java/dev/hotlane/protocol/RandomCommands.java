package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes commands that a client could mean, of every kind and with any mix of arguments. */
final class RandomCommands {
    private static final ArgName[] CONDITIONS = {ArgName.IF_VALUE, ArgName.IF_VERSION};
    private static final ArgName[] CHECKS = {
        ArgName.MIN, ArgName.MAX, ArgName.IF_VALUE, ArgName.IF_VERSION, ArgName.NOT_BEFORE, ArgName.NOT_AFTER
    };

    private final Random random;

    RandomCommands(Random random) {
        this.random = random;
    }

    Command next() {
        return switch (random.nextInt(6)) {
            case 0 -> hold();
            case 1 -> new Command(CommandKind.CONFIRM, false, 0, lines(), Samples.ID, Samples.NO_BYTES);
            case 2 -> new Command(CommandKind.EXTEND, false, positive(), List.of(), Samples.ID, Samples.NO_BYTES);
            case 3 ->
                new Command(
                        random.nextBoolean() ? CommandKind.CANCEL : CommandKind.ABANDON,
                        false,
                        0,
                        List.of(),
                        Samples.utf8("order-" + random.nextInt()),
                        Samples.NO_BYTES);
            default -> Command.transact(ops());
        };
    }

    private Command hold() {
        byte[] owner = new byte[random.nextInt(CommandShape.OWNER_LENGTH_MAX + 1)];
        random.nextBytes(owner);
        return new Command(CommandKind.TRANSACT, true, positive(), holdOps(), Samples.NO_BYTES, owner);
    }

    private List<Op> holdOps() {
        List<Op> ops = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> ops.add(maybe(new Op(OpKind.CHECK, key()), CHECKS));
                case 1 -> ops.add(take());
                default -> ops.add(add(1 + random.nextInt(9)).flags(random.nextBoolean() ? Op.NO_MIN : 0));
            }
        }
        return ops;
    }

    private List<Op> ops() {
        List<Op> ops = new ArrayList<>();
        int count = random.nextInt(20) == 0 ? CommandView.OPS_MAX : 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            ops.add(op());
        }
        return ops;
    }

    private List<Op> lines() {
        List<Op> lines = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            lines.add(new Op(OpKind.LINE, key()).arg(ArgName.QUANTITY, positive()));
        }
        return lines;
    }

    private Op op() {
        return switch (random.nextInt(5)) {
            case 0 -> add();
            case 1 ->
                maybe(new Op(OpKind.SET, key()).arg(ArgName.VALUE, random.nextLong()), CONDITIONS)
                        .flags((random.nextBoolean() ? Op.IF_ABSENT : 0) | (random.nextBoolean() ? Op.ON_HAND : 0));
            case 2 -> maybe(new Op(OpKind.CHECK, key()), CHECKS);
            case 3 -> take();
            default -> maybe(new Op(OpKind.REMOVE, key()), CONDITIONS);
        };
    }

    private Op take() {
        long burst = 1L + random.nextInt(1 << 20);
        return new Op(OpKind.TAKE, key())
                .arg(ArgName.TOKENS, random.nextInt((int) burst + 1))
                .arg(ArgName.COUNT, 1 + random.nextInt(1_000))
                .arg(ArgName.PERIOD_MS, 1 + random.nextInt(1 << 20))
                .arg(ArgName.BURST, burst);
    }

    private Op add(long delta) {
        return maybe(new Op(OpKind.ADD, key()).arg(ArgName.DELTA, random.nextBoolean() ? delta : -delta), ArgName.MAX);
    }

    private Op add() {
        Op op = add(random.nextLong());
        if (random.nextBoolean()) {
            op.flags(Op.CLAMP);
        }
        return random.nextBoolean() ? op.flags(Op.NO_MIN) : op.arg(ArgName.MIN, random.nextInt(3) - 1);
    }

    private Op maybe(Op op, ArgName... args) {
        for (ArgName arg : args) {
            if (random.nextBoolean()) {
                op.arg(arg, random.nextLong());
            }
        }
        return op;
    }

    private byte[] key() {
        byte[] key = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? Op.KEY_LENGTH_MAX : 20)];
        random.nextBytes(key);
        return key;
    }

    private long positive() {
        return 1 + (random.nextLong() >>> 1 + random.nextInt(60)) % Long.MAX_VALUE;
    }
}

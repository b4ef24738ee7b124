package dev.hotlane.processor.state;

import dev.hotlane.proof.model.ModelOp;
import dev.hotlane.proof.model.OpRules.Arg;
import dev.hotlane.proof.model.OpRules.Flag;
import dev.hotlane.proof.model.OpRules.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Draws ops that get into each other's way: few keys, small numbers and the ends of the range. */
final class RandomOperations {
    static final List<String> KEYS = List.of(
            "a", "bb", "stock:1", "ключ", "k".repeat(200), "rl:b", "rl:a", "rate:limit:2", "rate:limit:1", "rl:");

    private static final int FIRST_BUCKET = 5;

    private final SplittableRandom random;
    private long recordTime;

    RandomOperations(SplittableRandom random) {
        this.random = random;
    }

    /** Sale times are drawn around this one. */
    void around(long time) {
        recordTime = time;
    }

    /** The ops of a transact without a hold. */
    List<ModelOp> any() {
        int many = random.nextInt(40);
        int count = many == 0 ? random.nextInt(67) : 1 + random.nextInt(4);
        List<ModelOp> ops = new ArrayList<>();
        boolean takes = random.nextInt(8) == 0;
        for (int i = 0; i < count; i++) {
            ops.add(!takes ? operation() : random.nextInt(15) == 0 ? reset() : take());
        }
        return ops;
    }

    private ModelOp operation() {
        Map<Arg, Long> args = new EnumMap<>(Arg.class);
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        String key = key();
        int kind = random.nextInt(44);
        if (kind < 22) {
            args.put(Arg.DELTA, number());
            give(args, Arg.MAX, 4);
            if (random.nextInt(4) == 0) {
                flags.add(Flag.NO_MIN);
            } else {
                give(args, Arg.MIN, 4);
            }
            flag(flags, Flag.CLAMP, 4);
            return new ModelOp(Kind.ADD, key, args, flags);
        } else if (kind < 29) {
            args.put(Arg.VALUE, number());
            give(args, Arg.IF_VALUE, 4);
            giveVersion(args);
            flag(flags, Flag.IF_ABSENT, 6);
            flag(flags, Flag.ON_HAND, 6);
            return new ModelOp(Kind.SET, key, args, flags);
        } else if (kind < 34) {
            give(args, Arg.MIN, 2);
            give(args, Arg.MAX, 3);
            give(args, Arg.IF_VALUE, 6);
            giveVersion(args);
            giveTime(args, Arg.NOT_BEFORE);
            giveTime(args, Arg.NOT_AFTER);
            if (random.nextInt(80) == 0) {
                args.put(Arg.DELTA, 1L);
            }
            return new ModelOp(Kind.CHECK, key, args, flags);
        } else if (kind < 39) {
            give(args, Arg.IF_VALUE, 4);
            giveVersion(args);
            return new ModelOp(Kind.REMOVE, key, args, flags);
        } else if (random.nextInt(16) == 0) {
            return new ModelOp(Kind.ADD, key, args, flags);
        }
        return take();
    }

    /** The ops of a hold: mostly units of stock and of limits. */
    List<ModelOp> ofHold() {
        List<ModelOp> ops = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int kind = random.nextInt(40);
            if (kind < 24) {
                Map<Arg, Long> args = new EnumMap<>(Arg.class);
                long units = random.nextInt(40) == 0 ? number() : random.nextInt(3) == 0 ? 1 : -1 - random.nextInt(3);
                args.put(Arg.DELTA, units);
                Set<Flag> flags = EnumSet.noneOf(Flag.class);
                flag(flags, Flag.NO_MIN, 3);
                flag(flags, Flag.CLAMP, 60);
                give(args, Arg.MAX, 5);
                ops.add(new ModelOp(Kind.ADD, key(), args, flags));
            } else if (kind < 30) {
                ops.add(take());
            } else if (kind < 36) {
                Map<Arg, Long> args = new EnumMap<>(Arg.class);
                give(args, Arg.MIN, 3);
                ops.add(new ModelOp(Kind.CHECK, key(), args, Set.of()));
            } else {
                ops.add(random.nextInt(4) == 0 ? operation() : plainStock());
            }
        }
        return ops;
    }

    private ModelOp plainStock() {
        return new ModelOp(Kind.ADD, key(), Map.of(Arg.DELTA, -1L), Set.of(Flag.NO_MIN));
    }

    private ModelOp reset() {
        return new ModelOp(Kind.REMOVE, KEYS.get(FIRST_BUCKET + random.nextInt(5)), Map.of(), Set.of());
    }

    private ModelOp take() {
        long burst = 1L + random.nextInt(5);
        long tokens = random.nextInt(60) == 0 ? burst + 1 : random.nextInt(3) > 0 ? 1 : random.nextLong(burst + 1);
        long count = random.nextInt(3) == 0 ? 1 + random.nextInt(7) : 1;
        long period = random.nextInt(3) == 0 ? 1 + random.nextInt(100) : 50;
        if (random.nextInt(300) == 0) {
            // One that fills in just under 2^62 ns, or not before.
            count = 1;
            period = ((1L << 62) - 1) / burst / 1_000_000 + random.nextInt(2);
        }
        Map<Arg, Long> args = Map.of(Arg.TOKENS, tokens, Arg.COUNT, count, Arg.PERIOD_MS, period, Arg.BURST, burst);
        return new ModelOp(
                Kind.TAKE,
                random.nextInt(20) == 0 ? key() : KEYS.get(FIRST_BUCKET + random.nextInt(5)),
                args,
                Set.of());
    }

    private void give(Map<Arg, Long> args, Arg name, int oneIn) {
        if (random.nextInt(oneIn) == 0) {
            args.put(name, number());
        }
    }

    private void giveVersion(Map<Arg, Long> args) {
        if (random.nextInt(8) == 0) {
            args.put(Arg.IF_VERSION, (long) random.nextInt(3) / 2);
        }
    }

    private void giveTime(Map<Arg, Long> args, Arg name) {
        if (random.nextInt(8) == 0) {
            args.put(name, recordTime + random.nextInt(-3, 4));
        }
    }

    private void flag(Set<Flag> flags, Flag name, int oneIn) {
        if (random.nextInt(oneIn) == 0) {
            flags.add(name);
        }
    }

    /** Mostly small, sometimes at an end of the range. */
    private long number() {
        return switch (random.nextInt(24)) {
            case 0 -> Long.MAX_VALUE - random.nextInt(3);
            case 1 -> Long.MIN_VALUE + random.nextInt(3);
            case 2 -> random.nextLong();
            default -> random.nextInt(-4, 8);
        };
    }

    /** Seldom one of those that are mostly buckets. */
    String key() {
        int drawn = random.nextInt(KEYS.size());
        return KEYS.get(drawn >= FIRST_BUCKET && random.nextInt(30) > 0 ? random.nextInt(FIRST_BUCKET) : drawn);
    }
}

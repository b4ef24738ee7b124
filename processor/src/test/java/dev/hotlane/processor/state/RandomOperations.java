package dev.hotlane.processor.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
    List<Input.Operation> any() {
        int many = random.nextInt(40);
        int count = many == 0 ? random.nextInt(67) : 1 + random.nextInt(4);
        List<Input.Operation> ops = new ArrayList<>();
        boolean takes = random.nextInt(8) == 0;
        for (int i = 0; i < count; i++) {
            ops.add(!takes ? operation() : random.nextInt(15) == 0 ? reset() : take());
        }
        return ops;
    }

    private Input.Operation operation() {
        Map<String, Long> args = new HashMap<>();
        Set<String> flags = new HashSet<>();
        String key = key();
        int kind = random.nextInt(44);
        if (kind < 22) {
            args.put("delta", number());
            give(args, "max", 4);
            if (random.nextInt(4) == 0) {
                flags.add("noMin");
            } else {
                give(args, "min", 4);
            }
            flag(flags, "clamp", 4);
            return new Input.Operation("add", key, args, flags);
        } else if (kind < 29) {
            args.put("value", number());
            give(args, "ifValue", 4);
            giveVersion(args);
            flag(flags, "ifAbsent", 6);
            flag(flags, "onHand", 6);
            return new Input.Operation("set", key, args, flags);
        } else if (kind < 34) {
            give(args, "min", 2);
            give(args, "max", 3);
            give(args, "ifValue", 6);
            giveVersion(args);
            giveTime(args, "notBefore");
            giveTime(args, "notAfter");
            if (random.nextInt(80) == 0) {
                args.put("delta", 1L);
            }
            return new Input.Operation("check", key, args, flags);
        } else if (kind < 39) {
            give(args, "ifValue", 4);
            giveVersion(args);
            return new Input.Operation("remove", key, args, flags);
        } else if (random.nextInt(16) == 0) {
            return new Input.Operation("add", key, args, flags);
        }
        return take();
    }

    /** The ops of a hold: mostly units of stock and of limits. */
    List<Input.Operation> ofHold() {
        List<Input.Operation> ops = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int kind = random.nextInt(40);
            if (kind < 24) {
                Map<String, Long> args = new HashMap<>();
                long units = random.nextInt(40) == 0 ? number() : random.nextInt(3) == 0 ? 1 : -1 - random.nextInt(3);
                args.put("delta", units);
                Set<String> flags = new HashSet<>();
                flag(flags, "noMin", 3);
                flag(flags, "clamp", 60);
                give(args, "max", 5);
                ops.add(new Input.Operation("add", key(), args, flags));
            } else if (kind < 30) {
                ops.add(take());
            } else if (kind < 36) {
                Map<String, Long> args = new HashMap<>();
                give(args, "min", 3);
                ops.add(new Input.Operation("check", key(), args, Set.of()));
            } else {
                ops.add(random.nextInt(4) == 0 ? operation() : plainStock());
            }
        }
        return ops;
    }

    private Input.Operation plainStock() {
        return new Input.Operation("add", key(), Map.of("delta", -1L), Set.of("noMin"));
    }

    private Input.Operation reset() {
        return new Input.Operation("remove", KEYS.get(FIRST_BUCKET + random.nextInt(5)), Map.of(), Set.of());
    }

    private Input.Operation take() {
        long burst = 1L + random.nextInt(5);
        long tokens = random.nextInt(60) == 0 ? burst + 1 : random.nextInt(3) > 0 ? 1 : random.nextLong(burst + 1);
        long count = random.nextInt(3) == 0 ? 1 + random.nextInt(7) : 1;
        long period = random.nextInt(3) == 0 ? 1 + random.nextInt(100) : 50;
        Map<String, Long> args = Map.of("tokens", tokens, "count", count, "periodMs", period, "burst", burst);
        return new Input.Operation(
                "take", random.nextInt(20) == 0 ? key() : KEYS.get(FIRST_BUCKET + random.nextInt(5)), args, Set.of());
    }

    private void give(Map<String, Long> args, String name, int oneIn) {
        if (random.nextInt(oneIn) == 0) {
            args.put(name, number());
        }
    }

    private void giveVersion(Map<String, Long> args) {
        if (random.nextInt(8) == 0) {
            args.put("ifVersion", (long) random.nextInt(3) / 2);
        }
    }

    private void giveTime(Map<String, Long> args, String name) {
        if (random.nextInt(8) == 0) {
            args.put(name, recordTime + random.nextInt(-3, 4));
        }
    }

    private void flag(Set<String> flags, String name, int oneIn) {
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

package dev.hotlane.processor.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Draws records that get into each other's way: few keys, small bounds, ids that come again, clocks that jump. */
final class RandomInputs {
    static final List<String> KEYS = List.of("a", "bb", "stock:1", "stock:2", "limit:u7", "ключ", "k".repeat(200));
    private static final int RECENT_MAX = 40;
    private static final int LEADERS = 3;

    private final SplittableRandom random;
    private final List<Input.Transact> recent = new ArrayList<>();
    private int fresh;
    long recordTime = 1_000_000;

    RandomInputs(SplittableRandom random) {
        this.random = random;
    }

    /** The next record for a lane that stands as {@code lane} and whose last TICK left that digest. */
    Input next(NaiveLane lane, long lastTickDigest) {
        moveClock(lane);
        if (lane.leaderHi == 0 && lane.leaderLo == 0 && random.nextInt(8) == 0) {
            return new Input.Leading(lane.epoch + 1, 1 + random.nextInt(LEADERS), 0, lane.lastTick);
        }
        int kind = random.nextInt(200);
        if (kind < 140) {
            return transact(lane);
        } else if (kind < 152) {
            return new Input.ReadCounters(keys(random.nextInt(9)));
        } else if (kind < 162) {
            return new Input.ReadCommand(someId(lane));
        } else if (kind < 186) {
            return tick(lane, lastTickDigest);
        } else if (kind < 190) {
            long lastTick = lane.lastTick - (random.nextInt(4) == 0 ? 1 : 0);
            return new Input.Leading(lane.epoch + random.nextInt(3), random.nextInt(LEADERS), 0, lastTick);
        } else if (kind < 191) {
            return new Input.Resigning(lane.epoch, lane.leaderHi, random.nextInt(4) / 3);
        } else if (kind < 194) {
            return rules(lane);
        } else if (kind < 195) {
            return new Input.Skipping(random.nextInt(100));
        }
        return new Input.Garbage(transact(lane), random.nextInt(1 << 20));
    }

    private void moveClock(NaiveLane lane) {
        int how = random.nextInt(100);
        if (how < 60) {
            recordTime += random.nextInt(20);
        } else if (how == 60) {
            recordTime += random.nextInt(5_000);
        } else if (how == 61) {
            recordTime -= random.nextInt(3_000);
        } else if (how == 62) {
            recordTime = lane.time;
        }
    }

    private Input tick(NaiveLane lane, long digest) {
        long wallClock = recordTime + random.nextInt(-600, 200);
        boolean stranger = random.nextInt(8) == 0;
        long epoch = lane.epoch - (stranger ? random.nextInt(2) : 0);
        long hi = stranger ? random.nextInt(LEADERS) : lane.leaderHi;
        boolean early = random.nextInt(8) == 0;
        return new Input.Ticking(epoch, hi, lane.leaderLo, wallClock, lane.lastTick - (early ? 1 : 0), digest);
    }

    private Input rules(NaiveLane lane) {
        int version = (lane.rules == null ? 0 : lane.rules.version()) + (random.nextInt(5) == 0 ? 2 : 1);
        int windowSize = random.nextInt(10) == 0 ? 400 : 1 + random.nextInt(30);
        long windowAge = random.nextInt(3) == 0 ? 1 + random.nextInt(200) : 100_000;
        long seed = random.nextInt(10) == 0 ? 78 : 77;
        return new Input.Ruling(
                version,
                1 + random.nextInt(64),
                1 + random.nextInt(8),
                windowSize,
                windowAge,
                1 + random.nextInt(2 * KEYS.size()),
                lane.rules == null ? 77 : seed);
    }

    private Input.Transact transact(NaiveLane lane) {
        int how = random.nextInt(20);
        if (how < 4 && !recent.isEmpty()) {
            return recent.get(random.nextInt(recent.size()));
        }
        Input.Transact drawn = new Input.Transact(someId(lane), operations(), false);
        recent.add(drawn);
        if (recent.size() > RECENT_MAX) {
            recent.remove(random.nextInt(RECENT_MAX));
        }
        return drawn;
    }

    private String someId(NaiveLane lane) {
        int how = random.nextInt(20);
        if (how < 3 && !recent.isEmpty()) {
            return recent.get(random.nextInt(recent.size())).id();
        } else if (how < 5) {
            return "id-" + random.nextInt(20);
        } else if (how < 12) {
            int spread = random.nextInt(400) == 0 ? 2_500 : 30;
            long around = Math.max(lane.time, recordTime) + random.nextInt(-spread, spread);
            return LaneInMemory.uuid7(Math.max(0, around), fresh++);
        } else if (how < 13) {
            long edge = random.nextInt(12) > 0
                    ? lane.horizon + random.nextInt(2)
                    : Math.max(lane.time, recordTime) + Input.Ruling.ID_FUTURE + random.nextInt(2);
            return LaneInMemory.uuid7(edge, fresh++);
        } else if (how < 14) {
            return LaneInMemory.uuid7(lane.time, fresh++).toUpperCase(java.util.Locale.ROOT);
        } else if (how < 15) {
            return LaneInMemory.uuid7(1, fresh++).replace("-7000-", "-4000-");
        }
        return random.nextInt(50) == 0 ? "no id" : "fresh-" + fresh++;
    }

    private List<Input.Operation> operations() {
        int many = random.nextInt(40);
        int count = many == 0 ? random.nextInt(67) : 1 + random.nextInt(4);
        List<Input.Operation> ops = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ops.add(operation());
        }
        return ops;
    }

    private Input.Operation operation() {
        Map<String, Long> args = new HashMap<>();
        Set<String> flags = new HashSet<>();
        String key = key();
        int kind = random.nextInt(40);
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
        } else if (kind < 39 || random.nextInt(6) != 0) {
            give(args, "ifValue", 4);
            giveVersion(args);
            return new Input.Operation("remove", key, args, flags);
        }
        return new Input.Operation("add", key, args, flags);
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

    private String key() {
        return KEYS.get(random.nextInt(KEYS.size()));
    }

    private List<String> keys(int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(key());
        }
        return keys;
    }
}

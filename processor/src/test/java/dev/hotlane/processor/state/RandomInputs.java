package dev.hotlane.processor.state;

import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Draws records that get into each other's way: few keys, small bounds, ids that come again, clocks that jump. */
final class RandomInputs {
    private static final List<String> OWNERS = List.of("", "u7", "u8", "юзер");
    private static final List<String> TENANTS = List.of("", "", "acme", "b-2");
    private static final List<String> KINDS = List.of("confirm", "cancel", "extend", "abandon");
    private static final int RECENT_MAX = 40;
    private static final int LEADERS = 3;
    private static final long SLACK = 500;
    private static final long ID_FUTURE = 2_000;

    private final SplittableRandom random;
    private final RandomOperations operations;
    private final long[] skips;
    private final List<Input> recent = new ArrayList<>();
    private int fresh;
    long recordTime = 1_000_000;

    /** @param skips offsets of records that are quarantined */
    RandomInputs(SplittableRandom random, long[] skips) {
        this.random = random;
        this.skips = skips;
        operations = new RandomOperations(random.split());
    }

    /** The next record for a lane that stands as {@code lane} and whose last TICK left that digest. */
    Input next(LaneModel lane, long lastTickDigest) {
        moveClock(lane);
        if (lane.leader().equals(LogEntry.Leader.NOBODY) && random.nextInt(8) == 0) {
            return Input.of(
                    new LogEntry.Lead(lane.epoch() + 1, leader(1 + random.nextInt(LEADERS), 0), lane.lastTick()));
        }
        int kind = random.nextInt(200);
        if (kind < 140) {
            return command(lane);
        } else if (kind < 150) {
            return Input.of(new LogEntry.ReadCounters(keys(random.nextInt(9))));
        } else if (kind < 158) {
            return Input.of(new LogEntry.ReadCommand(someId(lane)));
        } else if (kind < 162) {
            return Input.of(new LogEntry.ReadHold(someTarget(lane), someOwner(5)));
        } else if (kind < 168) {
            return page(lane);
        } else if (kind < 186) {
            return tick(lane, lastTickDigest);
        } else if (kind < 190) {
            long lastTick = lane.lastTick() - (random.nextInt(4) == 0 ? 1 : 0);
            return Input.of(
                    new LogEntry.Lead(lane.epoch() + random.nextInt(3), leader(random.nextInt(LEADERS), 0), lastTick));
        } else if (kind < 191) {
            return Input.of(
                    new LogEntry.Resign(lane.epoch(), leader(lane.leader().hi(), random.nextInt(4) / 3)));
        } else if (kind < 194) {
            return rules(lane);
        } else if (kind < 195) {
            return Input.of(new LogEntry.Skip(skipped(lane.next())));
        }
        return new Input(command(lane).said(), 0, random.nextInt(1 << 20));
    }

    /** What takes effect is planned; any other SKIP names a record that is still to come. */
    private long skipped(long offset) {
        return skips.length == 0 || random.nextBoolean()
                ? offset + random.nextInt(100)
                : skips[random.nextInt(skips.length)];
    }

    private Input page(LaneModel lane) {
        int drawn = random.nextInt(8) < 5 ? 0 : random.nextInt(5);
        HoldState state = drawn == 0 ? null : HoldState.values()[drawn - 1];
        String owner = someOwner(3);
        String key = random.nextInt(3) == 0 ? operations.key() : "";
        String target = someTarget(lane);
        String tenant = random.nextInt(8) == 0 ? someTenant() : ModelIds.tenant(target);
        String cursor = random.nextBoolean() || !ModelIds.isKey(target) ? "" : ModelIds.id(target);
        return Input.of(new LogEntry.ReadHolds(tenant, state, 1 + random.nextInt(6), owner, key, cursor));
    }

    private void moveClock(LaneModel lane) {
        int how = random.nextInt(100);
        if (how < 60) {
            recordTime += random.nextInt(20);
        } else if (how == 60) {
            recordTime += random.nextInt(5_000);
        } else if (how == 61) {
            recordTime -= random.nextInt(3_000);
        } else if (how == 62) {
            recordTime = lane.time();
        }
    }

    private Input tick(LaneModel lane, long digest) {
        long wallClock = recordTime + random.nextInt(-600, 200);
        boolean stranger = random.nextInt(8) == 0;
        long epoch = lane.epoch() - (stranger ? random.nextInt(2) : 0);
        long hi = stranger ? random.nextInt(LEADERS) : lane.leader().hi();
        boolean early = random.nextInt(8) == 0;
        LogEntry.Leader leader = leader(hi, lane.leader().lo());
        long previous = lane.lastTick() - (early ? 1 : 0);
        return new Input(new LogEntry.Tick(epoch, leader, wallClock, 0, 0, previous, false), digest, -1);
    }

    private static LogEntry.Leader leader(long hi, long lo) {
        return new LogEntry.Leader(hi, lo);
    }

    private Input rules(LaneModel lane) {
        long version = (lane.rules() == null ? 0 : lane.rules().version()) + (random.nextInt(5) == 0 ? 2 : 1);
        int windowSize = random.nextInt(10) == 0 ? 400 : 1 + random.nextInt(30);
        long windowAge = random.nextInt(3) == 0 ? 1 + random.nextInt(200) : 100_000;
        long seed = random.nextInt(10) == 0 ? 78 : 77;
        return Input.of(new LogEntry.Numbers(
                version,
                random.nextInt(4) == 0 ? 1 + random.nextInt(64) : 64,
                1 + random.nextInt(8),
                windowSize,
                windowAge,
                SLACK,
                ID_FUTURE,
                random.nextInt(3) == 0 ? 1 + random.nextInt(400) : 1_000,
                random.nextInt(3) == 0 ? random.nextInt(300) : 5_000,
                1 + random.nextInt(4),
                1 + random.nextInt(2 * RandomOperations.KEYS.size()),
                1 + random.nextInt(12),
                random.nextInt(12),
                random.nextInt(3) == 0 ? 1 + random.nextInt(4_000) : 1 << 30,
                random.nextInt(3) == 0 ? 1 + random.nextInt(4_000) : 1 << 30,
                random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 100,
                Long.toString(lane.rules() == null ? 77 : seed)));
    }

    private Input command(LaneModel lane) {
        int how = random.nextInt(20);
        if (how < 4 && !recent.isEmpty()) {
            return recent.get(random.nextInt(recent.size()));
        }
        Input drawn = random.nextInt(10) < 7 ? transact(lane) : onTarget(lane);
        recent.add(drawn);
        if (recent.size() > RECENT_MAX) {
            recent.remove(random.nextInt(RECENT_MAX));
        }
        return drawn;
    }

    private Input transact(LaneModel lane) {
        operations.around(recordTime);
        if (random.nextInt(5) < 2) {
            String owner = OWNERS.get(random.nextInt(OWNERS.size()));
            return Input.of(new LogEntry.Transact(someId(lane), operations.ofHold(), true, ttl(), owner));
        }
        return Input.of(new LogEntry.Transact(someId(lane), operations.any(), false, 0, ""));
    }

    private long ttl() {
        return random.nextInt(60) == 0 ? Long.MAX_VALUE - random.nextInt(2) : 1 + random.nextInt(300);
    }

    private Input onTarget(LaneModel lane) {
        String kind = KINDS.get(random.nextInt(KINDS.size()));
        boolean abandons = kind.equals("abandon");
        String id = someId(lane);
        String target = abandons && random.nextInt(3) > 0 ? someId(lane) : someTarget(lane);
        if (abandons && random.nextInt(15) == 0) {
            target = id;
        }
        List<LogEntry.Part> parts = new ArrayList<>();
        ModelAnswer.Hold hold = lane.hold(target);
        for (int i = kind.equals("confirm") ? random.nextInt(4) : 0; i > 0; i--) {
            int line = hold == null ? 0 : random.nextInt(hold.lines().size() + 1);
            String key =
                    line == 0 ? operations.key() : hold.lines().get(line - 1).key();
            parts.add(new LogEntry.Part(key, random.nextInt(30) == 0 ? Long.MAX_VALUE : 1 + random.nextInt(3)));
        }
        String named = ModelIds.isKey(target) ? ModelIds.id(target) : "none";
        String tenant = random.nextInt(8) == 0 ? someTenant() : ModelIds.tenant(target);
        String own = ModelIds.isKey(id) ? ModelIds.key(ModelIds.isKey(target) ? tenant : "", ModelIds.id(id)) : "one";
        if (abandons) {
            return Input.of(new LogEntry.Abandon(own, named));
        }
        LogEntry.Change what = LogEntry.Change.valueOf(kind.toUpperCase(Locale.ROOT));
        return Input.of(new LogEntry.OnHold(what, own, named, parts, kind.equals("extend") ? ttl() : 0, owner(hold)));
    }

    /** Mostly a hold that is known. */
    private String someTarget(LaneModel lane) {
        List<String> known = lane.holdKeys();
        return known.isEmpty() || random.nextInt(8) == 0 ? someId(lane) : known.get(random.nextInt(known.size()));
    }

    private String owner(ModelAnswer.Hold hold) {
        return hold == null || random.nextBoolean() ? someOwner(5) : hold.owner();
    }

    /** Mostly none. */
    private String someOwner(int oneIn) {
        return random.nextInt(oneIn) == 0 ? OWNERS.get(random.nextInt(OWNERS.size())) : "";
    }

    private String someTenant() {
        return TENANTS.get(random.nextInt(TENANTS.size()));
    }

    /** The key of an id; the same id may be used by several tenants. */
    private String someId(LaneModel lane) {
        if (random.nextInt(20) < 3 && !recent.isEmpty()) {
            byte[] recentKey = recent.get(random.nextInt(recent.size())).key();
            String key = new String(recentKey, StandardCharsets.US_ASCII);
            boolean other = random.nextInt(4) == 0 && ModelIds.isKey(key);
            return other ? ModelIds.key(someTenant(), ModelIds.id(key)) : key;
        }
        String id = newId(lane);
        return ModelIds.isId(id) ? ModelIds.key(someTenant(), id) : id;
    }

    private String newId(LaneModel lane) {
        int how = 3 + random.nextInt(17);
        if (how < 5) {
            return "id-" + random.nextInt(20);
        } else if (how < 12) {
            int spread = random.nextInt(400) == 0 ? 2_500 : 30;
            long around = Math.max(lane.time(), recordTime) + random.nextInt(-spread, spread);
            return LaneInMemory.uuid7(Math.max(0, around), fresh++);
        } else if (how < 13) {
            long edge = random.nextInt(12) > 0
                    ? lane.horizon() + random.nextInt(2)
                    : Math.max(lane.time(), recordTime) + ID_FUTURE + random.nextInt(2);
            return LaneInMemory.uuid7(edge, fresh++);
        } else if (how < 14) {
            return LaneInMemory.uuid7(lane.time(), fresh++).toUpperCase(Locale.ROOT);
        } else if (how < 15) {
            return LaneInMemory.uuid7(1, fresh++).replace("-7000-", "-4000-");
        }
        return random.nextInt(50) == 0 ? "no  id" : "fresh-" + fresh++;
    }

    private List<String> keys(int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(operations.key());
        }
        return keys;
    }
}

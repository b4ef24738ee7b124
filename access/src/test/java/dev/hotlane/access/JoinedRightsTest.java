package dev.hotlane.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Several grants allow exactly what one of them allows; and judging what is allowed costs no memory. */
class JoinedRightsTest {
    private static final String[] PREFIXES = {"a", "ab", "b", "c:", "c:d"};
    private static final String[] KEYS = {"a", "abc", "b1", "c", "c:", "c:d:e", "d"};
    private static final int ROUNDS = 3_000;
    private static final int ROUND = 10_000;
    private static final int ROUNDS_MAX = 20;

    @Test
    void severalGrantsAllowWhatOneOfThemAllows() {
        Random random = Seeds.random();
        for (int round = 0; round < ROUNDS; round++) {
            List<Grant> grants = grants(random);
            Rights joined = new Rights(grants);
            List<Rights> alone =
                    grants.stream().map(grant -> new Rights(List.of(grant))).toList();
            byte[] key = Samples.utf8(KEYS[random.nextInt(KEYS.length)]);
            Verb verb = Verb.values()[random.nextInt(Verb.values().length)];
            boolean named = random.nextBoolean();
            Op op = op(random, key);
            String which = Seeds.words() + ", round " + round;
            assertThat(joined.transacted(op) == null)
                    .as(which)
                    .isEqualTo(alone.stream().anyMatch(one -> one.transacted(op) == null));
            assertThat(joined.key(verb, key) == null)
                    .as(which)
                    .isEqualTo(alone.stream().anyMatch(one -> one.key(verb, key) == null));
            assertThat(joined.command(verb) == null)
                    .as(which)
                    .isEqualTo(alone.stream().anyMatch(one -> one.command(verb) == null));
            // One grant of reserve by owner asks for the owner, although another one would not.
            Verb onHolds = random.nextBoolean() ? Verb.READ : Verb.RESOLVE;
            assertThat(joined.hold(onHolds, named) == null)
                    .as(which)
                    .isEqualTo(alone.stream().anyMatch(one -> one.hold(onHolds, named) == null));
        }
    }

    @Test
    void judgingWhatIsAllowedAllocatesNothing() {
        Rights rights = new Rights(List.of(
                Samples.grant(Verb.ADD, HoldScope.OWNER),
                Samples.grant(Verb.READ, HoldScope.OWNER),
                Samples.grant(Verb.RESERVE, HoldScope.OWNER)));
        Op sale = Op.add("stock:phone", -1);
        Op limit = Op.add("limit:u7", 1).arg(ArgName.MAX, 1);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // The JVM charges a thread for compiling its code: one round of several must be clean.
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && least > ROUND / 100; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUND; i++) {
                if (rights.transacted(sale) != null
                        || rights.reserved(limit) != null
                        || rights.key(Verb.READ, sale.key()) != null
                        || rights.hold(Verb.RESERVE, true) != null) {
                    throw new AssertionError("refused");
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes of %d rounds", ROUND).isLessThanOrEqualTo(ROUND / 100);
    }

    private static List<Grant> grants(Random random) {
        List<Grant> made = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            EnumSet<Verb> verbs = EnumSet.noneOf(Verb.class);
            for (Verb verb : Verb.values()) {
                if (random.nextInt(3) == 0) {
                    verbs.add(verb);
                }
            }
            HoldScope holds = HoldScope.values()[random.nextInt(3)];
            made.add(new Grant(verbs, prefixes(random), prefixes(random), prefixes(random), holds));
        }
        return made;
    }

    private static Prefixes prefixes(Random random) {
        Prefixes some = random.nextInt(10) == 0 ? Prefixes.ALL : Prefixes.NONE;
        for (int i = random.nextInt(3); i > 0; i--) {
            some = some.and(Samples.prefixes(PREFIXES[random.nextInt(PREFIXES.length)]));
        }
        return some;
    }

    private static Op op(Random random, byte[] key) {
        Op add = new Op(OpKind.ADD, key).arg(ArgName.DELTA, random.nextInt(3) - 1);
        return switch (random.nextInt(6)) {
            case 0 -> new Op(OpKind.SET, key);
            case 1 -> new Op(OpKind.CHECK, key);
            case 2 -> new Op(OpKind.TAKE, key);
            case 3 -> add.flags(Op.NO_MIN);
            case 4 -> add.arg(ArgName.MAX, 5);
            default -> add;
        };
    }
}

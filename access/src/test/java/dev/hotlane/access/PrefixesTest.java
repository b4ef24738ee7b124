package dev.hotlane.access;

import static dev.hotlane.access.Samples.prefixes;
import static dev.hotlane.access.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefixesTest {
    private static final int ROUNDS = 2_000;

    @Test
    void coverWhatTheyBegin() {
        Prefixes some = prefixes("stock:a", "stock:b", "sale:");
        assertThat(some.cover(utf8("stock:a"))).isTrue();
        assertThat(some.cover(utf8("stock:bc"))).isTrue();
        assertThat(some.cover(utf8("sale:"))).isTrue();
        assertThat(some.cover(utf8("stock:"))).isFalse();
        assertThat(some.cover(utf8("sale"))).isFalse();
        assertThat(some.cover(utf8("stock:c"))).isFalse();
        assertThat(some.cover(new byte[0])).isFalse();
    }

    @Test
    void allCoverEachKeyAndTheEmptyPrefixOfAList() {
        assertThat(Prefixes.ALL.cover(new byte[0])).isTrue();
        assertThat(Prefixes.ALL.cover(new byte[] {-1})).isTrue();
        assertThat(Prefixes.NONE.cover(new byte[0])).isFalse();
        assertThat(prefixes("a").and(Prefixes.ALL).list()).containsExactly(new byte[0]);
    }

    /** Few different bytes, high ones among them, so that prefixes begin each other. */
    @Test
    void decideAsOneComparisonAfterTheOtherDoes() {
        Random random = Seeds.random();
        for (int round = 0; round < ROUNDS; round++) {
            List<byte[]> some = bytes(random, random.nextInt(8), 1);
            List<byte[]> more = bytes(random, random.nextInt(8), 1);
            Prefixes prefixes = Prefixes.of(some);
            Prefixes others = Prefixes.of(more);
            for (byte[] key : bytes(random, 10, 0)) {
                String which = Seeds.words() + ", round " + round + ": " + Arrays.toString(key);
                assertThat(prefixes.cover(key)).as(which).isEqualTo(begun(some, key));
                assertThat(prefixes.and(others).cover(key)).as(which).isEqualTo(begun(some, key) || begun(more, key));
            }
            boolean meet = more.stream().anyMatch(one -> begun(some, one))
                    || some.stream().anyMatch(one -> begun(more, one));
            assertThat(prefixes.meet(others))
                    .as(Seeds.words() + ", round " + round)
                    .isEqualTo(meet);
        }
    }

    private static List<byte[]> bytes(Random random, int count, int lengthMin) {
        byte[] alphabet = {0, 'a', 'b', -1};
        List<byte[]> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] one = new byte[lengthMin + random.nextInt(4)];
            for (int at = 0; at < one.length; at++) {
                one[at] = alphabet[random.nextInt(alphabet.length)];
            }
            made.add(one);
        }
        return made;
    }

    private static boolean begun(List<byte[]> prefixes, byte[] key) {
        return prefixes.stream()
                .anyMatch(one -> one.length <= key.length && Arrays.equals(one, Arrays.copyOf(key, one.length)));
    }
}

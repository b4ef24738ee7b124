package dev.hotlane.protocol;

import static dev.hotlane.protocol.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashTest {
    private static final long PRIME32 = 2_654_435_761L;
    private static final long PRIME64 = 0x9E3779B185EBCA8DL;

    /** The table of XXH64 in the reference implementation's own sanity check. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, EF46DB3751D8E999",
        "0, 2654435761, AC75FDA2929B17EF",
        "1, 0, E934A84ADB052768",
        "1, 2654435761, 5014607643A9B4C3",
        "4, 0, 9136A0DCA57457EE",
        "14, 0, 8282DCC4994E35C8",
        "14, 2654435761, C3BD6BF63DEB6DF0",
        "222, 0, B641AE8CB691C174",
        "222, 2654435761, 20CB8AB7AE10C14A",
    })
    void agreesWithTheReferenceImplementation(int length, long seed, String expected) {
        byte[] bytes = new byte[length];
        long generator = PRIME32;
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (generator >>> 56);
            generator *= PRIME64;
        }
        assertThat(Hash.of(bytes, 0, length, seed)).isEqualTo(Long.parseUnsignedLong(expected, 16));
    }

    @ParameterizedTest
    @CsvSource({
        "a, D24EC4F1A98C6E5B",
        "abc, 44BC2CF5AD770999",
    })
    void agreesWithPublishedValuesOfText(String text, String expected) {
        byte[] bytes = utf8(text);
        assertThat(Hash.of(bytes, 0, bytes.length, 0)).isEqualTo(Long.parseUnsignedLong(expected, 16));
    }

    @Test
    void hashesARangeAsIfItStoodAlone() {
        Random random = Seed.random();
        byte[] bytes = new byte[300];
        random.nextBytes(bytes);
        for (int i = 0; i < 2_000; i++) {
            int from = random.nextInt(bytes.length);
            int length = random.nextInt(bytes.length - from + 1);
            byte[] alone = Arrays.copyOfRange(bytes, from, from + length);
            assertThat(Hash.of(bytes, from, length, i)).isEqualTo(Hash.of(alone, 0, length, i));
        }
    }

    @Test
    void mixIsTheHashOfEightLittleEndianBytes() {
        Random random = Seed.random();
        for (int i = 0; i < 10_000; i++) {
            long seed = random.nextLong();
            long value = random.nextLong();
            byte[] bytes = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array();
            assertThat(Hash.mix(seed, value)).isEqualTo(Hash.of(bytes, 0, 8, seed));
        }
    }
}

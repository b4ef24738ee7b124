package dev.hotlane.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static final int[] EDGES = {
        0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
        0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    /** Goal: it agrees with the JDK's decoder. Method: random sequences of the bytes at every border. */
    @Test
    void agreesWithTheDecoderOfTheJdk() {
        Random random = Seed.random();
        for (int i = 0; i < 300_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(5)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) EDGES[random.nextInt(EDGES.length)];
            }
            assertThat(Utf8.faultAt(bytes, bytes.length) < 0).isEqualTo(decodes(bytes));
        }
    }

    private static boolean decodes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Test
    void findsSurrogatesWithoutTheirOtherHalf() {
        assertThat(Utf8.hasLoneSurrogate("a\ud83c\udf55b")).isFalse();
        for (String text : new String[] {"\ud83c", "\udf55", "\udf55\ud83c", "\ud83c\ud83c\udf55", "a\ud83cb"}) {
            assertThat(Utf8.hasLoneSurrogate(text)).isTrue();
        }
    }
}

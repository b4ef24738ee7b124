package dev.hotlane.protocol;

import static dev.hotlane.protocol.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandIdTest {
    private final CommandId id = new CommandId();

    /** The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22.000Z. */
    @Test
    void aUuidOfVersion7IsItsOwnBitsAndCarriesItsTime() {
        assertThat(id.parse(utf8("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))).isTrue();
        assertThat(id.hi()).isEqualTo(0x017F22E279B07CC3L);
        assertThat(id.lo()).isEqualTo(0x98C4DC0C0C07398FL);
        assertThat(id.time()).isEqualTo(1_645_557_742_000L);
    }

    /** Swift, for one, writes capitals; a retry from elsewhere must not run a second time. */
    @ParameterizedTest
    @ValueSource(strings = {"017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "017f22E2-79b0-7CC3-98c4-dC0c0C07398F"})
    void aUuidInCapitalsIsTheSameId(String capitals) {
        assertThat(id.parse(utf8(capitals))).isTrue();
        assertThat(id.hi()).isEqualTo(0x017F22E279B07CC3L);
        assertThat(id.lo()).isEqualTo(0x98C4DC0C0C07398FL);
        assertThat(id.time()).isEqualTo(1_645_557_742_000L);
    }

    @Test
    void repliesNameAnIdByTheHashOfItsText() {
        assertThat(CommandId.hashOf(utf8("abc"))).isEqualTo(0x44BC2CF5AD770999L);
        assertThat(CommandId.hashOf(null)).isZero();
    }

    @Test
    void aUuidOfAnotherVersionCarriesNoTime() {
        assertThat(id.parse(utf8("919108f7-52d1-4320-9bac-f847db4148a8"))).isTrue();
        assertThat(id.hi()).isEqualTo(0x919108F752D14320L);
        assertThat(id.lo()).isEqualTo(0x9BACF847DB4148A8L);
        assertThat(id.time()).isEqualTo(CommandId.NO_TIME);
    }

    @Test
    void aUuidOfAnotherVariantCarriesNoTime() {
        assertThat(id.parse(utf8("017f22e2-79b0-7cc3-c8c4-dc0c0c07398f"))).isTrue();
        assertThat(id.time()).isEqualTo(CommandId.NO_TIME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "017f22e2-79b0-7cc3-98c4-dc0c0c07398G",
                "017f22e2-79b0-7cc3-98c4-dc0c0c0739@f",
                "017f22e2-79b0-7cc3-98c4-dc0c0c0739`f",
                "017f22e279b07cc398c4dc0c0c07398f",
                "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
                "017f22e2-79b0-7cc3-98c4+dc0c0c07398f",
                "!",
                "order-17",
            })
    void anyOtherTextIsOpaqueAndHashed(String text) {
        byte[] bytes = utf8(text);

        assertThat(id.parse(bytes)).isTrue();
        assertThat(id.hi()).isEqualTo(Hash.of(bytes, 0, bytes.length, 0));
        assertThat(id.lo()).isNotEqualTo(id.hi());
        assertThat(id.time()).isEqualTo(CommandId.NO_TIME);
    }

    @Test
    void takesUpTo64Characters() {
        assertThat(id.parse(utf8("x".repeat(64)))).isTrue();
        assertThat(id.parse(utf8("x".repeat(65)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\n", "a\u007f", "é", "\u0000"})
    void refusesWhatIsNoVisibleAscii(String text) {
        assertThat(id.parse(utf8(text))).isFalse();
    }

    @Test
    void leavesNothingOfTheIdBeforeItWhenRefused() {
        id.parse(Samples.ID);

        assertThat(id.parse(null)).isFalse();
        assertThat(id.hi()).isZero();
        assertThat(id.lo()).isZero();
        assertThat(id.time()).isEqualTo(CommandId.NO_TIME);
    }

    @Test
    void everyByteAtEveryPlaceOfAUuidIsJudgedAsItsTextSays() {
        byte[] uuid = utf8("0189dcd5-5311-7d40-8db0-9496a2eef37b");
        for (int place = 0; place < uuid.length; place++) {
            for (int value = 0; value < 256; value++) {
                byte[] other = uuid.clone();
                other[place] = (byte) value;
                String text = new String(other, StandardCharsets.ISO_8859_1);
                boolean visible = value >= '!' && value <= '~';
                assertThat(id.parse(other)).as(text).isEqualTo(visible);
                if (text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
                    assertThat(id.hi()).as(text).isEqualTo(UUID.fromString(text).getMostSignificantBits());
                    assertThat(id.lo()).as(text).isEqualTo(UUID.fromString(text).getLeastSignificantBits());
                } else if (visible) {
                    assertThat(id.hi()).as(text).isEqualTo(Hash.of(other, 0, other.length, 0));
                    assertThat(id.time()).as(text).isEqualTo(CommandId.NO_TIME);
                }
            }
        }
    }
}

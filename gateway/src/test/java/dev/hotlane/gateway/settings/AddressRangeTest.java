package dev.hotlane.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,      10.255.255.255, true",
        "10.0.0.0/8,      11.0.0.0,       false",
        "10.128.0.0/9,    10.127.9.9,     false",
        "10.128.0.0/9,    10.255.0.1,     true",
        "192.168.1.7,     192.168.1.7,    true",
        "192.168.1.7,     192.168.1.6,    false",
        "192.168.1.6/31,  192.168.1.7,    true",
        "192.168.1.6/31,  192.168.1.5,    false",
        "0.0.0.0/0,       255.1.2.3,      true",
        "0.0.0.0/0,       ::1,            false",
        "::/0,            fe80::1,        true",
        "::/0,            10.0.0.1,       false",
        "fd00::/8,        fdff::1,        true",
        "fd00::/8,        fc00::1,        false",
        "2001:db8::/65,   2001:db8::8000:0:0:0, false",
        "2001:db8::/65,   2001:db8::7fff:0:0:0, true",
        "::1,             ::1,            true",
        "::ffff:10.0.0.1, 10.0.0.1,       true"
    })
    void hasTheAddressesWithTheSameFirstBits(String range, String address, boolean has) throws UnknownHostException {
        assertThat(AddressRange.of(range).contains(InetAddress.getByName(address)))
                .isEqualTo(has);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "localhost", "shop.example", "10.0.0", "10.0.0.256", "010.0.0.1/8x", "10.0.0.0/",
                        "10.0.0.0/33",
                "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "fe80::1%lo", "[::1]", "/8", "10.0.0.0 /8", "10.0.0.0/1000",
                        "10.0.0.1/8"
            })
    void refusesWhatIsNoRange(String text) {
        assertThatThrownBy(() -> AddressRange.all(List.of("127.0.0.1", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("gateway settings: proxies: ")
                .hasMessageContaining(text);
    }

    @Test
    void saysWhatToWriteInstead() {
        assertThatThrownBy(() -> AddressRange.of("10.0.0.1/8"))
                .hasMessageEndingWith(
                        "10.0.0.1/8 has bits set beyond the first 8: write 10.0.0.0/8, or the address alone");
        assertThatThrownBy(() -> AddressRange.of("10.0.0.0/33"))
                .hasMessageEndingWith("expected 0 to 32 bits behind the slash, found 10.0.0.0/33");
        assertThatThrownBy(() -> AddressRange.of("shop.example"))
                .hasMessageEndingWith(
                        "expected IP addresses or ranges such as 10.0.0.0/8, separated by commas, found shop.example");
    }
}

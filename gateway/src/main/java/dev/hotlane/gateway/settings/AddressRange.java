package dev.hotlane.gateway.settings;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The IP addresses whose first bits are the same, such as {@code 10.0.0.0/8}; or one address. Immutable.
 *
 * @param first lowest address of the range
 * @param bits number of leading bits that all its addresses share: 0..32 of IPv4, 0..128 of IPv6
 */
public record AddressRange(InetAddress first, int bits) {
    /** The ranges that these texts name; throws IllegalArgumentException with the first text that is no range. */
    public static List<AddressRange> all(List<String> texts) {
        return texts.stream().map(AddressRange::of).toList();
    }

    /** The range that this text names: an address, or an address, a slash and a number of bits. Asks no name server. */
    public static AddressRange of(String text) {
        int slash = text.indexOf('/');
        InetAddress first = address(slash < 0 ? text : text.substring(0, slash), text);
        int most = first.getAddress().length * Byte.SIZE;
        String bits = slash < 0 ? Integer.toString(most) : text.substring(slash + 1);
        Requirement.require(
                bits.matches("[0-9]{1,3}") && Integer.parseInt(bits) <= most,
                "proxies: expected 0 to " + most + " bits behind the slash, found " + text);
        AddressRange range = new AddressRange(first, Integer.parseInt(bits));
        Requirement.require(
                range.lowest().equals(first),
                "proxies: " + text + " has bits set beyond the first " + bits + ": write "
                        + range.lowest().getHostAddress() + "/" + bits + ", or the address alone");
        return range;
    }

    private static InetAddress address(String text, String whole) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        Requirement.require(
                bytes != null && text.indexOf('%') < 0 && text.indexOf('[') < 0,
                "proxies: expected IP addresses or ranges such as 10.0.0.0/8, separated by commas, found " + whole);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    private InetAddress lowest() {
        byte[] bytes = first.getAddress();
        for (int bit = bits; bit < bytes.length * Byte.SIZE; bit++) {
            bytes[bit / Byte.SIZE] &= (byte) ~(0x80 >> bit % Byte.SIZE);
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    /** Whether the address is in this range; an IPv4 address is in no range of IPv6. */
    public boolean contains(InetAddress address) {
        byte[] given = address.getAddress();
        byte[] own = first.getAddress();
        if (given.length != own.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (given[i] != own[i]) {
                return false;
            }
        }
        int rest = bits % Byte.SIZE;
        return rest == 0 || (given[whole] ^ own[whole]) >> Byte.SIZE - rest == 0;
    }
}

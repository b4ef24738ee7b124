package dev.hotlane.gateway.settings;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * How many connections one remote address may have; checked when made, immutable.
 *
 * @param peerConnectionsMax open connections of one IPv4 address, or of the IPv6 addresses with the same first 64 bits; one
 *     more is closed at once
 * @param proxies addresses whose connections are not counted by this limit, because they carry the calls of many
 */
public record PeerLimit(int peerConnectionsMax, List<AddressRange> proxies) {
    private static final int IPV4_LENGTH = 4;

    /** 1,024 connections, and no proxy. */
    public static final PeerLimit USUAL = new PeerLimit(1_024, List.of());

    /** No limit below that of all connections. */
    public static final PeerLimit NONE = new PeerLimit(Integer.MAX_VALUE, List.of());

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public PeerLimit {
        Requirement.require(peerConnectionsMax >= 1, "peerConnectionsMax must be positive: " + peerConnectionsMax);
        proxies = List.copyOf(proxies);
    }

    /**
     * What an address is counted under; null if it is not, because it is unknown or a proxy's. One host may use all IPv6
     * addresses with the same first 64 bits; no such 64 bits equal an IPv4 address, except those of the reserved range
     * ::/32.
     */
    public Long counted(InetAddress address) {
        if (address == null || proxies.stream().anyMatch(range -> range.contains(address))) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == IPV4_LENGTH ? Integer.toUnsignedLong(bytes.getInt()) : bytes.getLong();
    }
}

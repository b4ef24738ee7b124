package dev.hotlane.gateway;

import dev.hotlane.gateway.http.Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks at start that the kernel has memory for what all connections may keep in it. All sockets of a machine share
 * this memory. When it is used up, the kernel drops what any socket sends, also the producer's records. Source: {@code
 * tcp_mem} in tcp(7).
 */
final class SocketMemory {
    private static final Logger log = LoggerFactory.getLogger(SocketMemory.class);
    private static final Path LIMITS = Path.of("/proc/sys/net/ipv4/tcp_mem");
    private static final int PAGE_BYTES = 4096;
    private static final int LARGEST = 2;

    /** Bytes for two directions; the kernel doubles a buffer's size for its own records. */
    private static final long CONNECTION_BYTES = 4L * Server.KERNEL_BUFFER;

    private SocketMemory() {}

    /** Warns if this number of connections may use up the memory; does nothing if the limit can't be read. */
    static void check(int connectionsMax) {
        // In one read: the kernel returns the file's content to the first read only.
        try (BufferedReader file = Files.newBufferedReader(LIMITS)) {
            String warning = shortage(connectionsMax, file.readLine());
            if (warning != null) {
                log.warn(warning);
            }
        } catch (IOException e) {
            log.debug("{} can't be read", LIMITS, e);
        }
    }

    /** The warning if this number of connections may exceed {@code limits} (three numbers of pages); else null. */
    static String shortage(int connectionsMax, String limits) {
        long bytesMax = Long.parseLong(limits.trim().split("\\s+")[LARGEST]) * PAGE_BYTES;
        long needed = connectionsMax * CONNECTION_BYTES;
        if (needed <= bytesMax) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "%d connections may keep %d MB in the kernel, which has %d MB for all sockets (net.ipv4.tcp_mem) and drops"
                        + " what any of them sends beyond it: lower --gateway-connections-max to %d, or raise that limit",
                connectionsMax,
                needed >> 20,
                bytesMax >> 20,
                bytesMax / CONNECTION_BYTES);
    }
}

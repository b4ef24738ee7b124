package dev.hotlane.console.source;

/**
 * One source as it is reached.
 *
 * @param shown as pages name it
 * @param host its name, which a certificate must have
 * @param ip where to connect; null: the host's own address
 * @param port of its port for figures
 * @param tls whether it is read by TLS
 */
public record SourceAddress(String shown, String host, String ip, int port, boolean tls) {
    static SourceAddress of(SourceName name, String ip) {
        String address = ip == null ? name.host() : ip.indexOf(':') < 0 ? ip : "[" + ip + "]";
        return new SourceAddress(address + ":" + name.port(), name.host(), ip, name.port(), name.tls());
    }
}

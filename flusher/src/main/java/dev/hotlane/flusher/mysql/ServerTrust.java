package dev.hotlane.flusher.mysql;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.JdbcPropertySetImpl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Properties;

/**
 * How far a JDBC URL lets the driver prove which server answers. Any thread.
 *
 * @param host first server of the URL that is not on this machine; null if all are
 * @param mode the URL's sslMode for it, Connector/J's default included
 */
public record ServerTrust(String host, SslMode mode) {
    /** Reads the URL as the driver does. Resolves names of hosts. */
    public static ServerTrust of(String jdbcUrl) {
        for (HostInfo info : ConnectionUrl.getConnectionUrlInstance(jdbcUrl, new Properties())
                .getHostsList()) {
            if (!isLoopback(info.getHost())) {
                JdbcPropertySetImpl options = new JdbcPropertySetImpl();
                options.initializeProperties(info.exposeAsProperties());
                SslMode mode =
                        options.<SslMode>getEnumProperty(PropertyKey.sslMode).getValue();
                return new ServerTrust(info.getHost() + ":" + info.getPort(), mode);
            }
        }
        return new ServerTrust(null, SslMode.VERIFY_IDENTITY);
    }

    /** What an operator should change; empty if the server is proven, or on this machine. */
    public Optional<String> warning() {
        boolean proven = mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_IDENTITY;
        if (proven) {
            return Optional.empty();
        }
        return Optional.of("Warning: MySQL at " + host + " is on another machine, and sslMode=" + mode
                + " does not prove that it is the right one: who is on the way may read and change what is sent."
                + " Add sslMode=VERIFY_CA&trustCertificateKeyStoreUrl=file:CA.p12 to the URL.");
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}

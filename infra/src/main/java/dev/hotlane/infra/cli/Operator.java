package dev.hotlane.infra.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Who runs a command, for what it writes down of itself. */
final class Operator {
    private Operator() {}

    /** Account and machine. */
    static String name() {
        String account = System.getProperty("user.name", "somebody");
        try {
            return account + "@" + InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return account;
        }
    }
}

package dev.hotlane.infra.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The user who runs a command, for the database's history. */
final class Operator {
    private Operator() {}

    /** Account and machine. */
    static String name() {
        String account = System.getProperty("user.name", "somebody");
        try {
            return account + "@" + InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return account;
        }
    }
}

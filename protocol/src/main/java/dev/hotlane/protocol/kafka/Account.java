package dev.hotlane.protocol.kafka;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the user of a connection for messages, never a secret. */
final class Account {
    private static final Pattern USER = Pattern.compile("\\busername\\s*=\\s*\"?([^\"\\s;]+)");

    private Account() {}

    /** Such as {@code User:hotlane-gateway}. */
    static String of(Map<String, String> properties) {
        String protocol =
                properties.getOrDefault("security.protocol", "PLAINTEXT").toUpperCase(Locale.ROOT);
        if (protocol.startsWith("SASL")) {
            Matcher user = USER.matcher(properties.getOrDefault("sasl.jaas.config", ""));
            return user.find() ? "User:" + user.group(1) : "the user of sasl.jaas.config";
        }
        boolean certificate = protocol.equals("SSL")
                && properties.keySet().stream().anyMatch(name -> name.startsWith("ssl.keystore."));
        return certificate ? "the user of the client's certificate" : "User:ANONYMOUS";
    }
}

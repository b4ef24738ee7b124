package dev.hotlane.console;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.protocol.tls.TestAuthority;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** A principals file that a test writes and changes. */
final class PrincipalsText {
    private final Path file;
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Map<String, String> entries = new LinkedHashMap<>();

    PrincipalsText(Path file) {
        this.file = file;
    }

    /** Adds a principal, or changes its grants; it has a key and a certificate's name. {@code tenant} may be empty. */
    PrincipalsText with(String name, String tenant, String grants) {
        ApiKey key = KeyText.entry(keys.computeIfAbsent(name, fresh -> KeyText.make()), Long.MAX_VALUE);
        entries.put(
                name,
                "{\"name\":\"" + name + "\"," + (tenant.isEmpty() ? "" : "\"tenant\":\"" + tenant + "\",")
                        + "\"keys\":[{\"id\":\"" + key.id() + "\",\"sha256\":\""
                        + HexFormat.of().formatHex(key.sha256()) + "\"}],\"certificates\":[\"" + name + ".example\"],"
                        + "\"grants\":[" + grants + "]}");
        return this;
    }

    PrincipalsText without(String name) {
        entries.remove(name);
        return this;
    }

    Path write() {
        TestAuthority.writeText(file, "{\"principals\":[" + String.join(",", entries.values()) + "]}");
        return file;
    }

    String key(String name) {
        return keys.get(name);
    }
}

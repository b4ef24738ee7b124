package dev.hotlane.proof.lane;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.console.ConsoleAccess;
import dev.hotlane.console.ConsoleSettings;
import dev.hotlane.console.RunningConsole;
import dev.hotlane.protocol.tls.TestAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** A console with a principals file, which the test may change. */
final class GuardedConsole implements AutoCloseable {
    private final Path file = Files.createTempDirectory("console").resolve("principals.json");
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Map<String, String> entries = new LinkedHashMap<>();
    private RunningConsole console;

    GuardedConsole() throws IOException {}

    /** Adds a principal; {@code tenant} may be empty. */
    GuardedConsole with(String name, String tenant, String grants) {
        keys.put(name, KeyText.make());
        ApiKey key = KeyText.entry(keys.get(name), Long.MAX_VALUE);
        entries.put(
                name,
                "{\"name\":\"" + name + "\"," + (tenant.isEmpty() ? "" : "\"tenant\":\"" + tenant + "\",")
                        + "\"keys\":[{\"id\":\"" + key.id() + "\",\"sha256\":\""
                        + HexFormat.of().formatHex(key.sha256()) + "\"}],\"grants\":[" + grants + "]}");
        write();
        return this;
    }

    GuardedConsole open(ConsoleSettings settings) {
        console = RunningConsole.open(settings, new ConsoleAccess(file, null));
        return this;
    }

    void remove(String name) {
        entries.remove(name);
        write();
    }

    private void write() {
        TestAuthority.writeText(file, "{\"principals\":[" + String.join(",", entries.values()) + "]}");
    }

    String key(String name) {
        return keys.get(name);
    }

    String url() {
        return console.url();
    }

    @Override
    public void close() throws IOException {
        console.close();
        Files.delete(file);
        Files.delete(file.getParent());
    }
}

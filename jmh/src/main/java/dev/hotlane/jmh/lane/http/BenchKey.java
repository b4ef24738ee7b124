package dev.hotlane.jmh.lane.http;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** A principals file with one principal that may do all, and its API key. Immutable; its text has no key. */
final class BenchKey {
    private static final String PRINCIPALS = "{\"principals\":[{\"name\":\"bench\",\"tenant\":\"acme\",\"opsMax\":64,"
            + "\"keys\":[{\"id\":\"%s\",\"sha256\":\"%s\"}],\"grants\":[{\"verbs\":"
            + "[\"read\",\"reserve\",\"resolve\",\"take\",\"add\",\"stock\",\"observe\"],\"keys\":\"*\",\"limits\":\"*\","
            + "\"buckets\":\"*\",\"holds\":\"tenant\"}]}]}";

    private final Path principals;
    private final String key;

    private BenchKey(Path principals, String key) {
        this.principals = principals;
        this.key = key;
    }

    /** Makes one in that directory. */
    static BenchKey make(Path directory) {
        String key = KeyText.make();
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        String text = String.format(PRINCIPALS, entry.id(), HexFormat.of().formatHex(entry.sha256()));
        try {
            return new BenchKey(Files.writeString(directory.resolve("principals.json"), text), key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The gateway's options. */
    List<String> options() {
        return List.of("--gateway-principals=" + principals);
    }

    /** The key's text. */
    String text() {
        return key;
    }
}

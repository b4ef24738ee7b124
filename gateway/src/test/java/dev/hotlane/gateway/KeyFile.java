package dev.hotlane.gateway;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyList;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Verb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A principals file in a folder of its own; each principal has one key. One thread. */
public final class KeyFile {
    private static final Map<KeyList, String> PREFIXES =
            Map.of(KeyList.KEYS, "stock:", KeyList.LIMITS, "limit:", KeyList.BUCKETS, "rate:");

    private final Path path;
    private final Map<String, String> principals = new LinkedHashMap<>();

    /** A file without principals. */
    public KeyFile() {
        try {
            path = Files.createTempDirectory("principals").resolve("principals.json");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write();
    }

    /** The file. */
    public Path path() {
        return path;
    }

    /** Adds a principal with these grants and other fields; returns its key. */
    public String add(String name, String grants, String... fields) {
        return add(name, KeyText.make(), null, grants, fields);
    }

    /** As {@link #add}; the key ends at the first full second that is at least 1 s from now. */
    public String addEnding(String name, String grants) {
        Instant end = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.SECONDS);
        return add(name, KeyText.make(), end, grants);
    }

    /** Replaces the grants of a principal, which keeps its key. */
    public void change(String name, String key, String grants, String... fields) {
        add(name, key, null, grants, fields);
    }

    private String add(String name, String key, Instant end, String grants, String... fields) {
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        String expires = end == null ? "" : ",\"expires\":\"" + end + '"';
        String more = fields.length == 0 ? "" : "," + String.join(",", fields);
        principals.put(
                name,
                "{\"name\":\"" + name + "\",\"keys\":[{\"id\":\"" + entry.id() + "\",\"sha256\":\""
                        + HexFormat.of().formatHex(entry.sha256()) + "\"" + expires + "}],\"grants\":[" + grants + "]"
                        + more + "}");
        write();
        return key;
    }

    /** Removes a principal. */
    public void remove(String name) {
        principals.remove(name);
        write();
    }

    /** Writes this text in place of the file. */
    public void write(String text) {
        try {
            Path next = path.resolveSibling("next.json");
            Files.writeString(next, text);
            Files.move(next, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write() {
        write("{\"principals\":[" + String.join(",", principals.values()) + "]}");
    }

    /** A grant of verbs, each on the prefixes {@code stock:}, {@code limit:}, {@code rate:} that it uses. */
    public static String grant(String verbs) {
        return grant(verbs, null);
    }

    /** The same with {@code holds}: tenant or owner. */
    public static String grant(String verbs, String holds) {
        List<Verb> all = Stream.of(verbs.split(" ")).map(Verb::of).toList();
        StringBuilder grant = new StringBuilder("{\"verbs\":[\"" + verbs.replace(" ", "\",\"") + "\"]");
        PREFIXES.forEach((list, prefix) -> {
            if (all.stream().anyMatch(verb -> verb.uses(list))) {
                grant.append(",\"" + list.word() + "\":[\"" + prefix + "\"]");
            }
        });
        return grant.append(holds == null ? "}" : ",\"holds\":\"" + holds + "\"}")
                .toString();
    }
}

package dev.hotlane.infra.stack;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Locations on this machine: the project's own directory, and the cache that outlives a build. */
public record HotlaneHome(Path root, Path cache) {

    /**
     * The home of the running code: the directory above it that contains `infra/kafka`, and {@link #cache(Map)}. Throws
     * {@link NoCloneException} if there is none, as in an installation.
     */
    public static HotlaneHome find(Map<String, String> environment) {
        return search(environment).orElseThrow(() -> new NoCloneException(codeSource()));
    }

    /** As {@link #find(Map)}, but empty if there is none. */
    public static Optional<HotlaneHome> search(Map<String, String> environment) {
        for (Path at = codeSource(); at != null; at = at.getParent()) {
            if (Files.isRegularFile(at.resolve("infra/kafka/pom.xml"))) {
                return Optional.of(new HotlaneHome(at, cache(environment)));
            }
        }
        return Optional.empty();
    }

    /** HOTLANE_CACHE of the given environment, else ~/.cache/hotlane. */
    static Path cache(Map<String, String> environment) {
        String cache = environment.get("HOTLANE_CACHE");
        Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        return cache == null || cache.isBlank() ? home.resolve(".cache/hotlane") : Path.of(cache);
    }

    /** The default directory of this clone's dev stack. */
    public Path stackDirectory() {
        return root.resolve(".hotlane");
    }

    /** The jars of the broker and of the stock tools. */
    public Path kafkaJars() {
        return root.resolve("infra/kafka/target/lib");
    }

    /** Where an operator puts jars for the Kafka clients, such as a SASL login module; it may be missing. */
    public Path operatorJars() {
        return root.resolve("lib.d");
    }

    /** The log settings of the given role, `broker` or `tools`, for a child JVM with {@link #kafkaJars()}. */
    public Path kafkaLogSettings(String role) {
        return root.resolve("infra/kafka/log4j2-" + role + ".xml");
    }

    private static Path codeSource() {
        try {
            return Path.of(HotlaneHome.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath();
        } catch (URISyntaxException e) {
            throw new StackException("The place of the running code is not a file: " + e.getMessage(), e);
        }
    }
}

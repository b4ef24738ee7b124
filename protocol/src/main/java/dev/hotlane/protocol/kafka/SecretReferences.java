package dev.hotlane.protocol.kafka;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.provider.FileConfigProvider;

/**
 * Checks that each {@code ${file:PATH:NAME}} names a secret that is there. Kafka itself would take the reference for the
 * password, and the brokers would refuse that.
 */
final class SecretReferences {
    /** As Kafka's own ConfigTransformer: provider, path if there is one, key. */
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*?):(([^}]*?):)?([^}]*?)}");

    private static final String FILE = "file";
    private static final String PARAMETER = "config.providers.file.param.";

    private final Path file;
    private final Map<String, String> properties;
    private final Map<String, Integer> lines;

    SecretReferences(Path file, Map<String, String> properties, Map<String, Integer> lines) {
        this.file = file;
        this.properties = properties;
        this.lines = lines;
    }

    /** Throws {@link KafkaFileException} for the first reference that can't be followed. */
    void require() {
        properties.forEach((name, value) -> {
            Matcher reference = REFERENCE.matcher(value);
            while (reference.find()) {
                require(name, reference.group(1), reference.group(3), reference.group(4));
            }
        });
    }

    private void require(String name, String provider, String path, String key) {
        if (!Set.of(properties.getOrDefault(KafkaNames.PROVIDERS, "").split("\\s*,\\s*"))
                .contains(provider)) {
            throw fault(
                    name,
                    "refers to ${" + provider + ":...}, and no line names that provider; for files add the lines"
                            + " config.providers=file and config.providers.file.class="
                            + FileConfigProvider.class.getName());
        }
        if (!provider.equals(FILE) || path == null) {
            return;
        }
        try (FileConfigProvider files = new FileConfigProvider()) {
            files.configure(parameters());
            if (files.get(path, Set.of(key)).data().get(key) == null) {
                throw fault(name, "refers to " + key + " of " + path + ", and that file has no such name");
            }
        } catch (KafkaException e) {
            throw fault(name, "refers to " + key + " of " + path + ", and that file could not be read");
        }
    }

    private Map<String, String> parameters() {
        Map<String, String> parameters = new HashMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PARAMETER)) {
                parameters.put(name.substring(PARAMETER.length()), value);
            }
        });
        return parameters;
    }

    private KafkaFileException fault(String name, String what) {
        return new KafkaFileException(
                "Line " + lines.get(name) + " of " + file + " sets " + name + ": it " + what + ".");
    }
}

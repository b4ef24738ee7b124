package dev.hotlane.protocol.kafka;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * The way to the brokers, the same for every Kafka client of a process. No other class of the product names brokers to a
 * client. Immutable; any thread.
 *
 * <p>Secrets that the file names as {@code ${file:PATH:NAME}} stay so here: each client reads them when it is made.
 */
public final class KafkaConnection {
    static final String BROKERS = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;

    private final Map<String, String> properties;
    private final Path file;

    private KafkaConnection(Map<String, String> properties, Path file) {
        if (properties.getOrDefault(BROKERS, "").isBlank()) {
            throw new IllegalArgumentException("bootstrapServers must name a broker");
        }
        this.properties = Map.copyOf(properties);
        this.file = file;
    }

    /** Plain connections to these brokers, {@code host:port} separated by commas. */
    public static KafkaConnection to(String bootstrapServers) {
        return new KafkaConnection(Map.of(BROKERS, bootstrapServers), null);
    }

    /**
     * The connections that the file describes.
     *
     * @param bootstrapServers the brokers if the file names none, else null
     * @throws KafkaFileException if the file can't be read or used, or the brokers are named twice or nowhere
     */
    public static KafkaConnection read(Path file, String bootstrapServers) {
        Map<String, String> properties = new HashMap<>(KafkaFile.read(file));
        if (bootstrapServers != null && properties.putIfAbsent(BROKERS, bootstrapServers) != null) {
            throw new KafkaFileException("The brokers are named twice, by " + BROKERS + " of " + file
                    + " and by --kafka-bootstrap-servers: leave one of them out.");
        }
        if (!properties.containsKey(BROKERS)) {
            throw new KafkaFileException(
                    "No brokers are named: add " + BROKERS + " to " + file + ", or give --kafka-bootstrap-servers.");
        }
        ClientProof.require(properties, file);
        return new KafkaConnection(properties, file);
    }

    /** Whether a file names the brokers, so that no option may. Throws as {@link #read}. */
    public static boolean namesBrokers(Path file) {
        return KafkaFile.read(file).containsKey(BROKERS);
    }

    /** The properties of one client: these, and its own, which none of the file's names can be. */
    public Map<String, Object> client(Map<String, ?> own) {
        Map<String, Object> all = new HashMap<>(properties);
        all.putAll(own);
        return all;
    }

    /** The brokers, {@code host:port} separated by commas. */
    public String bootstrapServers() {
        return properties.get(BROKERS);
    }

    /** The file that was read; empty for plain connections. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** The user that the brokers authenticate, for messages to an operator; no secret. */
    public String account() {
        return Account.of(properties);
    }

    /** Brokers and the names of the other properties; their values may be secret. */
    @Override
    public String toString() {
        return "Kafka[" + bootstrapServers() + (file == null ? "" : ", " + file + " with " + properties.keySet()) + "]";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KafkaConnection that && properties.equals(that.properties);
    }

    @Override
    public int hashCode() {
        return properties.hashCode();
    }
}

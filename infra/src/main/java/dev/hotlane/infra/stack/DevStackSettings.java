package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a {@link DevStack}. Immutable.
 *
 * @param directory holds all data, logs and pid files of the stack
 * @param deleteOnClose whether the directory is deleted when the stack is closed
 * @param home the project and its cache
 * @param mysqlHome a MySQL installation (with bin/mysqld) to use in place of the fetched one
 * @param kafkaPort 0 for the port of the last run in this directory, or any free one
 * @param mysqlPort as kafkaPort
 * @param kafkaProperties broker settings that override ours; ${port} in a value is the broker's port,
 *     ${controllerPort} its controller's
 * @param kafkaFlags flags of the broker's JVM that follow ours, so they win; also used to inject faults, such as a
 *     class path with a clock that jumps
 * @param mysqlFlags mysqld flags that follow ours, so they win
 */
public record DevStackSettings(
        Path directory,
        boolean deleteOnClose,
        HotlaneHome home,
        Optional<Path> mysqlHome,
        int kafkaPort,
        int mysqlPort,
        Map<String, String> kafkaProperties,
        List<String> kafkaFlags,
        List<String> mysqlFlags) {

    /** Checks the ports and copies the collections. */
    public DevStackSettings {
        directory = directory.toAbsolutePath().normalize();
        kafkaProperties = Map.copyOf(kafkaProperties);
        kafkaFlags = List.copyOf(kafkaFlags);
        mysqlFlags = List.copyOf(mysqlFlags);
        if (kafkaPort < 0 || kafkaPort > 65_535 || mysqlPort < 0 || mysqlPort > 65_535) {
            throw new IllegalArgumentException(
                    "Ports must be 0..65535, found kafka " + kafkaPort + " and mysql " + mysqlPort + ".");
        }
    }

    /** A stack whose data stays in the directory from run to run. */
    public static DevStackSettings in(Path directory) {
        HotlaneHome home = HotlaneHome.find(System.getenv());
        Optional<Path> mysql =
                Optional.ofNullable(System.getenv("HOTLANE_MYSQL_HOME")).map(Path::of);
        return new DevStackSettings(directory, false, home, mysql, 0, 0, Map.of(), List.of(), List.of());
    }

    /** A stack in a new directory under the system's temporary one, deleted on close. */
    public static DevStackSettings temporary() {
        try {
            DevStackSettings s = in(Files.createTempDirectory(AbandonedStacks.PREFIX));
            return new DevStackSettings(s.directory, true, s.home, s.mysqlHome, 0, 0, Map.of(), List.of(), List.of());
        } catch (IOException e) {
            throw new StackException("No temporary directory could be made: " + e.getMessage(), e);
        }
    }

    /** A copy with fixed ports, 0 meaning free ones. */
    public DevStackSettings withPorts(int kafka, int mysql) {
        return copy(kafka, mysql, kafkaProperties, kafkaFlags, mysqlFlags);
    }

    /** A copy with one more broker property. */
    public DevStackSettings withKafkaProperty(String key, String value) {
        Map<String, String> properties = new LinkedHashMap<>(kafkaProperties);
        properties.put(key, value);
        return copy(kafkaPort, mysqlPort, properties, kafkaFlags, mysqlFlags);
    }

    /** A copy with these flags of the broker's JVM. */
    public DevStackSettings withKafkaFlags(String... flags) {
        return copy(kafkaPort, mysqlPort, kafkaProperties, List.of(flags), mysqlFlags);
    }

    /** A copy with these mysqld flags. */
    public DevStackSettings withMysqlFlags(String... flags) {
        return copy(kafkaPort, mysqlPort, kafkaProperties, kafkaFlags, List.of(flags));
    }

    private DevStackSettings copy(
            int kafka, int mysql, Map<String, String> properties, List<String> kafkaOwn, List<String> mysqlOwn) {
        return new DevStackSettings(
                directory, deleteOnClose, home, mysqlHome, kafka, mysql, properties, kafkaOwn, mysqlOwn);
    }
}

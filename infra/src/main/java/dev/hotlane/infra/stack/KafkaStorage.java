package dev.hotlane.infra.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * The empty, formatted data directory that a broker's first start needs. Formatting takes a JVM of its own, so the
 * cache keeps one formatted directory per Kafka version. Copies of it get new ids.
 */
final class KafkaStorage {

    private static final Duration FORMAT_PATIENCE = Duration.ofSeconds(60);
    private static final String IDS = "meta.properties";

    private KafkaStorage() {}

    /** Creates the data directory if it does not exist. */
    static void formatOnce(HotlaneHome home, Path brokerProperties, Path directory) {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path template = home.cache().resolve("kafka-" + version(home) + "-empty");
        Trees.makeOnce(template, partial -> format(home, brokerProperties, directory, partial));
        try {
            Trees.make(directory, partial -> {
                Trees.copy(template, partial);
                renewIds(partial.resolve(IDS));
            });
        } catch (IOException | UncheckedIOException e) {
            throw new StackException(directory + " could not be made from " + template + ": " + e.getMessage(), e);
        }
    }

    private static void format(HotlaneHome home, Path brokerProperties, Path directory, Path result) {
        try {
            Path properties = result.resolve("format.properties");
            Files.writeString(
                    properties, Files.readString(brokerProperties).replace(directory.toString(), result.toString()));
            ChildProcess tool = Jvm.of("kafka.tools.StorageTool", "format")
                    .words(List.of("--cluster-id", Uuid.randomUuid().toString(), "--config", properties.toString()))
                    .flags("-XX:TieredStopAtLevel=1")
                    .flags("-Dlog4j2.configurationFile=" + home.kafkaLogSettings("tools"))
                    .classPath(home.kafkaJars() + "/*")
                    .start("format", result);
            if (!tool.awaitExit(FORMAT_PATIENCE) || tool.exitCode() != 0) {
                tool.kill9();
                throw new StackException("Formatting the broker's storage failed. " + tool.tail());
            }
            Files.delete(properties);
            Files.delete(result.resolve("format.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void renewIds(Path file) {
        try {
            String ids = Files.readString(file);
            Files.writeString(
                    file,
                    ids.replaceAll("(?m)^cluster\\.id=.*$", "cluster.id=" + Uuid.randomUuid())
                            .replaceAll("(?m)^directory\\.id=.*$", "directory.id=" + Uuid.randomUuid()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String version(HotlaneHome home) {
        String prefix = "kafka-server-common-";
        try (Stream<Path> jars = Files.list(home.kafkaJars())) {
            return jars.map(jar -> jar.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .map(name -> name.substring(prefix.length(), name.length() - ".jar".length()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no " + prefix + "*.jar among them"));
        } catch (IOException e) {
            throw new StackException(
                    "The broker's jars were not found in " + home.kafkaJars() + " (" + e.getMessage()
                            + "). Build them: ./mvnw -q generate-resources -pl infra/kafka",
                    e);
        }
    }
}

package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every Kafka client of main is connected by KafkaConnection, so that --kafka-config reaches all of them. Read in the
 * sources: the compiler replaces Kafka's constants by their values, and classes hold no trace of them.
 */
class OneWayToKafkaTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern BROKERS = Pattern.compile("\"bootstrap\\.servers\"|\\bBOOTSTRAP_SERVERS_CONFIG\\b");

    /** The class itself. The rivals are other programs than ours; each brings its own cluster. */
    private static final List<String> EXCEPT =
            List.of("protocol/src/main/java/dev/hotlane/protocol/kafka/", "jmh/src/main/java/dev/hotlane/jmh/peers/");

    @Test
    void noOtherClassNamesTheBrokersToAClient() throws IOException {
        try (Stream<Path> tree = Files.walk(ROOT)) {
            List<String> wrong = tree.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.contains("/src/main/"))
                    .filter(file -> EXCEPT.stream().noneMatch(file::startsWith))
                    .filter(file -> names(read(file)))
                    .toList();
            assertThat(wrong).isEmpty();
        }
    }

    @Test
    void theRuleCatchesBothWaysOfWritingIt() {
        assertThat(names("Admin.create(Map.of(\"bootstrap.servers\", brokers));"))
                .isTrue();
        assertThat(names("config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);"))
                .isTrue();
        assertThat(names("new AdminClient(kafka.client(Map.of())); // bootstrap.servers of the file"))
                .isFalse();
        assertThat(EXCEPT).allSatisfy(folder -> assertThat(ROOT.resolve(folder)).isDirectory());
    }

    private static boolean names(String source) {
        return BROKERS.matcher(source).find();
    }

    private static String read(String file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `hotlane dev --standby` as an operator runs it: with flags for its JVMs, and logs that tell the time. */
@Tag("it")
class DevRunTest {
    /** Has a JVM print all flags of its command line when it starts. */
    private static final String FLAGS = "-Xmx400m -XX:+PrintCommandLineFlags";

    private static final String PRINTED = "-XX:MaxHeapSize=419430400 ";

    /** Date, time and offset from UTC, as docs/operating.md says of each line. */
    private static final String TIMED =
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) +(INFO|WARN) .*";

    private static final Pattern READY = Pattern.compile("(?m)^ *Ready\\.");
    private static final Duration START_MAX = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private ChildProcess dev;

    @AfterEach
    void end() {
        if (dev != null && dev.isAlive()) {
            dev.kill9();
        }
    }

    @Test
    void givesHotlaneJavaOptsToBothNodesAndEachLogTellsDateTimeAndZone() throws Exception {
        start();
        for (String node : List.of("node-a.log", "node-b.log")) {
            assertThat(Files.readString(stack(node))).contains(PRINTED);
        }
        dev.stop(START_MAX);
        for (Path log : List.of(stack("node-a.log"), stack("node-b.log"), stack("kafka/kafka.log"))) {
            assertThat(Files.readAllLines(log))
                    .as(log.getFileName().toString())
                    .anyMatch(line -> line.matches(TIMED))
                    .noneMatch(DevRunTest::isUntimed);
        }
        // With nodes the program itself logs nothing.
        assertThat(Files.readAllLines(directory.resolve("dev.log"))).noneMatch(DevRunTest::isUntimed);
    }

    private static boolean isUntimed(String line) {
        return line.contains(" INFO ") && !line.matches(TIMED);
    }

    private Path stack(String log) {
        return directory.resolve("stack").resolve(log);
    }

    /** Returns when it is ready. */
    private void start() {
        dev = Jvm.hotlane(
                        "dev", "--standby", "--gateway-port=0", "--warm-up-max-ms=0", "--stack-directory=" + stack(""))
                .classPath(withoutTests())
                .variable("HOTLANE_JAVA_OPTS", FLAGS)
                .start("dev", directory);
        dev.awaitReady(() -> READY.matcher(dev.tail()).find(), START_MAX);
    }

    /** The logging of an operator, not that of the tests. */
    private static String withoutTests() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}

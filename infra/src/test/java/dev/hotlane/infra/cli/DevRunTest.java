package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Jvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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

    @TempDir
    private Path directory;

    private Process dev;

    @AfterEach
    void end() {
        if (dev != null) {
            dev.destroyForcibly();
        }
    }

    @Test
    void givesHotlaneJavaOptsToBothProcessorsAndEachLogTellsDateTimeAndZone() throws Exception {
        Path errors = directory.resolve("errors");
        start(errors);
        for (String processor : List.of("processor-a.log", "processor-b.log")) {
            assertThat(Files.readString(stack(processor))).contains(PRINTED);
        }
        dev.destroy();
        dev.waitFor();
        for (Path log : List.of(stack("processor-a.log"), stack("processor-b.log"), stack("kafka/kafka.log"), errors)) {
            assertThat(Files.readAllLines(log))
                    .as(log.getFileName().toString())
                    .anyMatch(line -> line.matches(TIMED))
                    .noneMatch(line -> line.contains(" INFO ") && !line.matches(TIMED));
        }
    }

    private Path stack(String log) {
        return directory.resolve("stack").resolve(log);
    }

    /** Returns when it is ready. */
    private void start(Path errors) throws IOException {
        List<String> command = Jvm.command();
        command.addAll(List.of("-cp", withoutTests(), "dev.hotlane.infra.cli.Hotlane"));
        command.addAll(List.of("dev", "--standby", "--gateway-port=0", "--stack-directory=" + stack("")));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("HOTLANE_JAVA_OPTS", FLAGS);
        dev = builder.start();
        BufferedReader printed = dev.inputReader();
        String line = printed.readLine();
        while (line != null && !line.startsWith("Ready.")) {
            line = printed.readLine();
        }
        assertThat(line).as(Files.readString(errors)).isNotNull();
    }

    /** The logging of an operator, not that of the tests. */
    private static String withoutTests() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}

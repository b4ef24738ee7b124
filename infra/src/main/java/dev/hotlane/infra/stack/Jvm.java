package dev.hotlane.infra.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Command lines of child JVMs. */
public final class Jvm {

    /**
     * For gateway and broker: hot code is compiled after a fifth of the usual number of calls. On two cores a whole
     * lane reaches full speed in 40 s instead of minutes. Not for a processor: the compiler would take the cores while
     * it loads and replays (docs/lab).
     */
    public static final String WARM_UP_SOON = "-XX:CompileThresholdScaling=0.2";

    /**
     * For a gateway, or another front, whose latencies are measured: its garbage is collected every few seconds, not
     * every second. On two busy cores each collection stops it for 5 to 30 ms (docs/lab).
     */
    public static final List<String> SELDOM_STOPPED = List.of("-Xms512m", "-Xmn384m");

    private Jvm() {}

    /** The words of HOTLANE_JAVA_OPTS, which the launcher gives its own JVM: for children that an operator tunes. */
    public static List<String> operatorFlags(Map<String, String> environment) {
        String words = environment.getOrDefault("HOTLANE_JAVA_OPTS", "").strip();
        return words.isEmpty() ? List.of() : List.of(words.split("\\s+"));
    }

    /** The start of a command line: the java of this process and the flags that every child needs. */
    public static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+ExitOnOutOfMemoryError");
        int version = Runtime.version().feature();
        if (version >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        if (version >= 24) {
            // Agrona and Netty access memory in the old way; without the flag these versions warn of it at every start.
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        return command;
    }
}

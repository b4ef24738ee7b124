package dev.hotlane.infra.stack;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A child JVM before its start: the java of this process, flags, class path, program and environment. Every child JVM
 * is started by one of these. One thread.
 */
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

    /** For a process of a test or of a fault: it is ready soon, and many of them fit into a small machine. */
    public static final List<String> SMALL =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final String mainClass;
    private final List<String> before = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private String classPath = System.getProperty("java.class.path");

    private Jvm(String mainClass) {
        this.mainClass = mainClass;
    }

    /** A program with these arguments, on the class path of this process. */
    public static Jvm of(String mainClass, String... words) {
        return new Jvm(mainClass).words(List.of(words));
    }

    /** The `hotlane` program with these arguments. */
    public static Jvm hotlane(String... words) {
        return of("dev.hotlane.infra.cli.Hotlane", words);
    }

    /** The words of HOTLANE_JAVA_OPTS, which the launcher gives its own JVM: for children that an operator tunes. */
    public static List<String> operatorFlags(Map<String, String> environment) {
        String words = environment.getOrDefault("HOTLANE_JAVA_OPTS", "").strip();
        return words.isEmpty() ? List.of() : List.of(words.split("\\s+"));
    }

    /** Adds flags, after those that are there. */
    public Jvm flags(List<String> more) {
        flags.addAll(more);
        return this;
    }

    /** Adds flags, after those that are there. */
    public Jvm flags(String... more) {
        return flags(List.of(more));
    }

    /** Adds arguments, after those that are there. */
    public Jvm words(List<String> more) {
        words.addAll(more);
        return this;
    }

    /** Has another class path than this process. */
    public Jvm classPath(String other) {
        classPath = other;
        return this;
    }

    /** Finds the classes of this directory first; null for none. */
    public Jvm classesFirst(Path directory) {
        return directory == null ? this : classPath(directory + File.pathSeparator + classPath);
    }

    /** Limits its open files. */
    public Jvm openFiles(int count) {
        // The shell sets the limit and becomes the JVM.
        before.addAll(List.of("sh", "-c", "ulimit -n " + count + "; exec \"$@\"", "sh"));
        return this;
    }

    /**
     * Runs it in the time that other processes leave (SCHED_IDLE of Linux): a thread of theirs that wakes up takes its core at
     * once. Niceness alone lets it end its slice of some ms first. Without chrt: at niceness 10.
     */
    public Jvm inIdleTime() {
        String shell = "if chrt --idle 0 true 2> /dev/null; then exec chrt --idle 0 \"$@\"; fi; exec nice -n 10 \"$@\"";
        before.addAll(List.of("sh", "-c", shell, "sh"));
        return this;
    }

    /** Sets a variable: a value that no process list should show. */
    public Jvm variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** The start of each command line: the java of this process and the flags that every child needs. */
    public static List<String> java() {
        List<String> java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.add("-XX:+ExitOnOutOfMemoryError");
        int version = Runtime.version().feature();
        if (version >= 22) {
            java.add("--enable-native-access=ALL-UNNAMED");
        }
        if (version >= 24) {
            // Agrona and Netty access memory in the old way; without the flag these versions warn of it at every start.
            java.add("--sun-misc-unsafe-memory-access=allow");
        }
        return java;
    }

    /** The command line. */
    public List<String> command() {
        List<String> command = new ArrayList<>(before);
        command.addAll(java());
        command.addAll(List.of("-cp", classPath));
        // A flag may name another class path, as the shifted clock of a broker does: the JVM takes the last one.
        command.addAll(flags);
        command.add(mainClass);
        command.addAll(words);
        return command;
    }

    /** Starts it in that directory, which then has its log, its id and, after a crash, the JVM's report. */
    public ChildProcess start(String name, Path directory) {
        // It also names the directory: a later run identifies the process by it.
        flags("-XX:ErrorFile=" + directory.resolve(name + "-crash-%p.log"));
        return ChildProcess.start(name, directory, command(), environment);
    }
}

package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Stack;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A shell in a directory of its own, where `./hotlane` is the program under test and `.hotlane` a running stack. */
public final class Console implements AutoCloseable {
    private static final int SECONDS_MAX = 120;

    private static final Pattern ASSIGNMENT = Pattern.compile("\\s*([a-z]+)=\\$\\(.*\\)\\s*", Pattern.DOTALL);

    private final Stack stack;
    private final Path directory;
    private final Map<String, String> assigned = new HashMap<>();

    /** A shell for commands on that stack. */
    public Console(Stack stack, Path directory) throws IOException {
        this.stack = stack;
        this.directory = directory;
        Files.createSymbolicLink(directory.resolve(".hotlane"), stack.directory());
        program("hotlane", System.getProperty("java.class.path"), "dev.hotlane.infra.cli.Hotlane");
        // What Apache's scripts of these names run: $CLASSPATH, then the distribution's jars, and the tool's class.
        Files.createDirectories(directory.resolve("bin"));
        String libs = "$CLASSPATH:"
                + Path.of("../infra/kafka/target/lib").toAbsolutePath().normalize() + "/*";
        program("bin/kafka-console-consumer.sh", libs, "org.apache.kafka.tools.consumer.ConsoleConsumer");
        program("bin/kafka-get-offsets.sh", libs, "org.apache.kafka.tools.GetOffsetShell");
    }

    private void program(String name, String classPath, String mainClass) throws IOException {
        Path program = directory.resolve(name);
        Files.writeString(program, """
                        #!/bin/sh
                        exec '%s' -XX:TieredStopAtLevel=1 -cp "%s" %s "$@"
                        """.formatted(String.join("' '", Jvm.java()), classPath, mainClass));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    /**
     * What the line prints to its standard output; what goes to the error output is seen in the test's. A variable that
     * a line such as {@code end=$(...)} sets is in the environment of all later lines.
     */
    public String run(String line) throws IOException, InterruptedException {
        return run(line, Map.of());
    }

    /** As {@link #run(String)}, with these variables in the environment. */
    public String run(String line, Map<String, String> variables) throws IOException, InterruptedException {
        Matcher assignment = ASSIGNMENT.matcher(line);
        if (!assignment.matches()) {
            return output(line, variables);
        }
        String name = assignment.group(1);
        assigned.put(name, output(line + "\nprintf '%s' \"$" + name + "\"", variables));
        return "";
    }

    private String output(String line, Map<String, String> variables) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", line)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(output.toFile());
        shell.environment().put("HOTLANE_KAFKA_BOOTSTRAP_SERVERS", stack.bootstrapServers());
        shell.environment().putAll(assigned);
        shell.environment().putAll(variables);
        Process process = shell.start();
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("still running after " + SECONDS_MAX + " s: " + line);
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    /** Takes the stack away again. */
    @Override
    public void close() throws IOException {
        Files.delete(directory.resolve(".hotlane"));
    }
}
